import { useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { cx } from '@/lib/class-names.ts';

const STEP = 16;

interface ResizerProps {
  /** What it resizes, for screen readers. */
  label: string;
  /** `x`: stands between columns and moves sideways. */
  axis: 'x' | 'y';
  /** The pane whose size changes. */
  pane: RefObject<HTMLElement | null>;
  /** Whether the pane lies before the bar (left of it or above it) or after. */
  side: 'before' | 'after';
  /** Pixels. */
  min: number;
  max: number;
  /** Size of the pane in pixels. */
  value: number;
  onChange: (value: number) => void;
}

/** A bar between two panes: dragged, or moved by the arrow keys. */
export function Resizer({ label, axis, pane, side, min, max, value, onChange }: ResizerProps) {
  const [grip, setGrip] = useState<{ at: number; size: number } | null>(null);
  const clamp = (size: number): number => Math.round(Math.min(max, Math.max(min, size)));
  const sign = side === 'before' ? 1 : -1;
  /** As it is on the screen: a small window may give the pane less than it was set to. */
  const sizeNow = (): number => {
    const box = pane.current?.getBoundingClientRect();
    return (axis === 'x' ? box?.width : box?.height) ?? value;
  };
  const position = (event: PointerEvent): number => (axis === 'x' ? event.clientX : event.clientY);
  const onKeyDown = (event: KeyboardEvent): void => {
    const [less, more] = axis === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const direction = event.key === more ? sign : event.key === less ? -sign : 0;
    if (direction === 0) return;
    event.preventDefault();
    onChange(clamp(sizeNow() + direction * STEP));
  };
  return (
    // A separator that can be focused is a control; the lint rule knows only the other kind.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={label}
      aria-orientation={axis === 'x' ? 'vertical' : 'horizontal'}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setGrip({ at: position(event), size: sizeNow() });
      }}
      onPointerMove={(event) => {
        if (grip !== null) onChange(clamp(grip.size + sign * (position(event) - grip.at)));
      }}
      onPointerUp={() => setGrip(null)}
      onPointerCancel={() => setGrip(null)}
      className={cx(
        'relative z-10 shrink-0 touch-none transition-colors duration-150 outline-none select-none',
        'hover:bg-accent/60 focus-visible:bg-accent',
        axis === 'x' ? 'w-1 cursor-col-resize' : 'h-1 cursor-row-resize',
        // A bar of 4 px is found by an area of 12.
        'after:absolute after:content-[""]',
        axis === 'x' ? 'after:inset-y-0 after:-inset-x-1' : 'after:inset-x-0 after:-inset-y-1',
        grip !== null && 'bg-accent',
      )}
    />
  );
}
