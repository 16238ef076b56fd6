import { cx } from '@/lib/class-names.ts';

/** Something is under way; `label` says what to those who can't see it turn. */
export function Spinner({ label = 'Загрузка', className }: { label?: string; className?: string }) {
  return (
    <span role="status" className={cx('inline-flex', className)}>
      <svg viewBox="0 0 16 16" className="size-[1em] animate-spin" fill="none" aria-hidden="true">
        <circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeOpacity="0.25" strokeWidth="1.75" />
        <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  );
}
