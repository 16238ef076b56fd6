import { cx } from '@/lib/class-names.ts';

/** A star, filled or not. Says nothing by itself. */
export function Star({ filled, className }: { filled: boolean; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={cx('size-3.5', filled ? 'fill-warn stroke-warn' : 'fill-none stroke-muted', className)}
    >
      <path
        strokeWidth={1.2}
        strokeLinejoin="round"
        d="m8 1.8 1.9 3.9 4.3.6-3.1 3 .7 4.3L8 11.6l-3.8 2 .7-4.3-3.1-3 4.3-.6z"
      />
    </svg>
  );
}
