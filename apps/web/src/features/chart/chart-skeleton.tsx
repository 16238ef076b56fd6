import { chartTexts } from './texts.ts';

const HEIGHTS = [34, 41, 38, 46, 52, 47, 55, 61, 56, 49, 53, 60, 66, 62, 57, 63, 70, 64, 58, 52, 47, 54, 59, 51];

/** The placeholder's bars: place and height, percent of the chart. */
const BARS = HEIGHTS.map((height, index) => ({ x: 2 + index * 4, height }));

/** A chart's place while its candles are on their way. */
export function ChartSkeleton() {
  return (
    <div className="absolute inset-0 pb-10" role="status" aria-label={chartTexts.loading}>
      <svg
        className="h-full w-full text-raised motion-safe:animate-[shimmer_1.4s_ease-in-out_infinite]"
        aria-hidden="true"
      >
        {BARS.map(({ x, height }) => (
          <rect key={x} x={`${x}%`} y={`${100 - height}%`} width={6} height="18%" rx={1} fill="currentColor" />
        ))}
      </svg>
    </div>
  );
}
