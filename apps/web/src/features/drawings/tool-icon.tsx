import type { DrawingKind } from './drawing.ts';

type Shape = DrawingKind | 'magnet' | 'undo' | 'redo' | 'lock' | 'unlock' | 'duplicate' | 'remove' | 'middle';

const SHAPES: Record<Shape, string> = {
  horizontal: 'M1.5 8h5m3 0h5M9.5 8a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0Z',
  trend: 'M4 12 12 4M4.5 12.5a1.2 1.2 0 1 1-2.4 0 1.2 1.2 0 0 1 2.4 0Zm9.4-9a1.2 1.2 0 1 1-2.4 0 1.2 1.2 0 0 1 2.4 0Z',
  ray: 'M3.5 12.5 14.5 3M3.7 12.3a1.2 1.2 0 1 1-2.4 0 1.2 1.2 0 0 1 2.4 0ZM8.6 8.2v.01',
  rectangle: 'M2.5 4h11v8h-11z',
  fibonacci: 'M1.5 3h13M1.5 6.2h13M1.5 9h13M1.5 13h13',
  measure: 'M2 10.5 10.5 2 14 5.5 5.5 14zM5 7.5l1.5 1.5M7.5 5 9 6.5m1-4',
  long: 'M2 9.5h12M2 9.5V2.5h12v7M2 13.5h12M8 8V4.5M6.3 6 8 4.3 9.7 6',
  short: 'M2 6.5h12M2 6.5v7h12v-7M2 2.5h12M8 8v3.5M6.3 10 8 11.7 9.7 10',
  magnet: 'M3 2.5h3V8a2 2 0 0 0 4 0V2.5h3V8A5 5 0 0 1 3 8zM3 5h3m4 0h3',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6',
  redo: 'm10.5 3 3 3-3 3m3-3h-7a4 4 0 0 0 0 8H10',
  lock: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  unlock: 'M3.5 7.5h9v6h-9zM5.5 7.5V4.8a2.5 2.5 0 0 1 4.9-.7',
  duplicate: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  remove: 'M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.5 9h6l.5-9',
  middle: 'M8 1.5v4m0 5v4M1.5 8h4m5 0h4M9.2 8a1.2 1.2 0 1 1-2.4 0 1.2 1.2 0 0 1 2.4 0Z',
};

/** A 16 px line icon of a tool. It says nothing by itself: its button is named. */
export function ToolIcon({ shape }: { shape: Shape }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className="size-4 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={SHAPES[shape]} />
    </svg>
  );
}
