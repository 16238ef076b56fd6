import { cx } from '@/lib/class-names.ts';
import { SHIMMER } from './skeleton.tsx';

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
