import { chartTexts } from './texts.ts';

/** Heights of the placeholder's bars, percent of the chart. */
const BARS = [34, 41, 38, 46, 52, 47, 55, 61, 56, 49, 53, 60, 66, 62, 57, 63, 70, 64, 58, 52, 47, 54, 59, 51];

/** A chart's place while its candles are on their way. */
export function ChartSkeleton() {
  return (
    <div
      className="absolute inset-0 flex items-end justify-around px-4 pb-10"
      role="status"
      aria-label={chartTexts.loading}
    >
      {BARS.map((height, index) => (
        // The bars never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <svg
          key={index}
          className="h-full w-1.5 text-raised motion-safe:animate-[shimmer_1.4s_ease-in-out_infinite]"
          aria-hidden="true"
        >
          <rect y={`${100 - height}%`} width="100%" height="18%" rx={1} fill="currentColor" />
        </svg>
      ))}
    </div>
  );
}
