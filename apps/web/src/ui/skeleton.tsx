import { cx } from '@/lib/class-names.ts';

interface SkeletonProps {
  /** Says what is loading; a group of skeletons needs one that says it. */
  label?: string;
  className?: string;
}

const SHIMMER = 'bg-raised motion-safe:animate-[shimmer_1.4s_ease-in-out_infinite]';

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

/**
 * The place of a figure in a line of text, which is as high with it as with the figure.
 * @param props.mixed a smaller unit stands beside the figure
 */
export const FigureSkeleton = ({ mixed = false }: { mixed?: boolean }) => (
  <span
    aria-hidden="true"
    className={cx(
      "rounded text-transparent before:content-['0_000,00']",
      mixed && "after:text-[0.8em] after:content-['_USDT']",
      SHIMMER,
    )}
  />
);
