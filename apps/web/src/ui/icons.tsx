import type { ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';

const SHAPES = {
  close: 'm4 4 8 8m0-8-8 8',
  check: 'm3 8.5 3.2 3.2L13 5',
  chevronDown: 'm4 6 4 4 4-4',
  chevronRight: 'm6 4 4 4-4 4',
  arrowUp: 'M8 13V3.5M4 7.5l4-4 4 4',
  arrowDown: 'M8 3v9.5M4 8.5l4 4 4-4',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  eyeOff:
    'M6.4 3.7A6 6 0 0 1 8 3.5C12 3.5 14.5 8 14.5 8a12 12 0 0 1-2 2.5m-2 1.5a6 6 0 0 1-2.5.5C4 12.5 1.5 8 1.5 8a12 12 0 0 1 2.6-3M2 2l12 12',
  signOut: 'M6 13.5H3v-11h3M10.5 11l3-3-3-3m3 3H6',
  menu: 'M2.5 4.5h11M2.5 8h11m-11 3.5h11',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  person: 'M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8Zm-5.5 5.5c.6-2.4 2.8-3.8 5.5-3.8s4.9 1.4 5.5 3.8',
  keyboard: 'M1.5 4h13v8h-13zM4 6.5h.01M6.7 6.5h.01M9.3 6.5h.01M12 6.5h.01M5 9.5h6',
  shield: 'M8 1.8 13 3.5v4c0 3.2-2 5.5-5 6.7-3-1.2-5-3.5-5-6.7v-4z',
  alert: 'M8 2 14.5 13.5h-13zM8 6.5v3m0 2v.01',
  bell: 'M8 2.2a4 4 0 0 0-4 4c0 3.8-1.5 5.3-1.5 5.3h11S12 10 12 6.2a4 4 0 0 0-4-4ZM6.6 13.8h2.8',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 7.3v3.6M8 5v.01',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  play: 'm5 3.5 7.5 4.5L5 12.5z',
  pause: 'M5.5 3.5v9m5-9v9',
  step: 'm4 3.5 5.5 4.5L4 12.5zM12 3.5v9',
  forward: 'm3.5 4 4 4-4 4m5-8 4 4-4 4',
  grid: 'M2.5 2.5h5v8h-5zM9.5 2.5h4v4h-4zM9.5 8.5h4v5h-4zM2.5 12.5h5',
  note: 'M3.5 2.5h9v7.5l-3.5 3.5H3.5zM12.5 10H9v3.5M5.5 5.5h5M5.5 8h3',
  pencil: 'M2.5 13.5l.9-3.4 7.4-7.4a1.5 1.5 0 0 1 2.1 0l.4.4a1.5 1.5 0 0 1 0 2.1l-7.4 7.4zM9.6 3.9l2.5 2.5',
  sliders: 'M2.5 5h5m3 0h3m-3-1.75v3.5m-8 4.25h3m3 0h5m-5-1.75v3.5',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.3-1.2 3.7 3.7',
} as const;

export type IconName = keyof typeof SHAPES;

/** A 16 px line icon. It says nothing by itself: words or a label stand beside it. */
export function Icon({ name, className }: { name: IconName; className?: string }): ReactNode {
  return (
    <svg
      viewBox="0 0 16 16"
      className={cx('size-4 shrink-0', className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}
