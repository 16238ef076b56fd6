import { cx } from '@/lib/class-names.ts';

interface SkeletonProps {
  /** Says what is loading; a group of skeletons needs one that says it. */
  label?: string;
  className?: string;
}

/** Of whatever holds a place. */
export const SHIMMER = 'bg-raised motion-safe:animate-[shimmer_1.4s_ease-in-out_infinite]';

/** The place of something that is on its way, of its real size: `<Skeleton className="h-4 w-24" />`. */
export function Skeleton({ label, className }: SkeletonProps) {
  return (
    <span
      role={label === undefined ? undefined : 'status'}
      aria-hidden={label === undefined || undefined}
      className={cx('block rounded', SHIMMER, className)}
    >
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  );
}
