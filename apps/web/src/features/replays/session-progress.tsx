import { cx } from '@/lib/class-names.ts';

interface SessionProgressProps {
  label: string;
  /** 0 to 1. */
  share: number;
  /** The place in words: «день 3, 09:30». */
  place: string;
  className?: string;
}

/** How far a replay has come. */
export function SessionProgress({ label, share, place, className }: SessionProgressProps) {
  const percent = Math.round(share * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={`${place}, ${percent} %`}
      className={cx('h-1.5 overflow-hidden rounded-full bg-page', className)}
    >
      <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
    </div>
  );
}
