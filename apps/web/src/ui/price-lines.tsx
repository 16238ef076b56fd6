import { cx } from '@/lib/class-names.ts';

/** Prices as floats: for drawing only. */
export interface PricePoint {
  /** Seconds. */
  time: number;
  high: number;
  low: number;
  close: number;
}

export interface PriceLine {
  name: string;
  tone: 'muted' | 'accent';
  /** Ascending by time. */
  points: readonly PricePoint[];
}

interface PriceLinesProps {
  lines: readonly PriceLine[];
  /** Seconds between two points: what is farther apart is not joined. */
  step: number;
  /** What it shows, with the name of the market. */
  label: string;
  /** Drawn behind the lines: the name of the market (charter rule C2). */
  watermark?: string;
  className?: string;
}

const WIDTH = 1000;
const HEIGHT = 200;
const STROKES = { muted: 'stroke-muted', accent: 'stroke-accent' };
const FILLS = { muted: 'fill-muted', accent: 'fill-accent' };

interface Scale {
  x: (time: number) => number;
  y: (price: number) => number;
}

/** Maps time and price to the drawing, which takes whatever size its element has. */
function scaleOf(lines: readonly PriceLine[]): Scale {
  const points = lines.flatMap((line) => line.points);
  const [from, to] = [Math.min(...points.map(({ time }) => time)), Math.max(...points.map(({ time }) => time))];
  const [low, high] = [Math.min(...points.map((point) => point.low)), Math.max(...points.map((point) => point.high))];
  const [duration, range] = [Math.max(to - from, 1), high === low ? Math.max(high, 1) * 0.001 : high - low];
  const room = HEIGHT * 0.05;
  return {
    x: (time) => ((time - from) / duration) * WIDTH,
    y: (price) => room + ((high - price) / range) * (HEIGHT - 2 * room),
  };
}

/** Points without a pause between them. */
function runsOf(points: readonly PricePoint[], step: number): PricePoint[][] {
  const runs: PricePoint[][] = [];
  let last: PricePoint | null = null;
  for (const point of points) {
    if (last === null || point.time - last.time > step) runs.push([]);
    runs.at(-1)?.push(point);
    last = point;
  }
  return runs;
}

const joined = (points: readonly (readonly [x: number, y: number])[]): string =>
  points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

function Run({ points, tone, scale }: { points: readonly PricePoint[]; tone: PriceLine['tone']; scale: Scale }) {
  const closes = points.map(({ time, close }) => [scale.x(time), scale.y(close)] as const);
  const highs = points.map(({ time, high }) => [scale.x(time), scale.y(high)] as const);
  const lows = points.map(({ time, low }) => [scale.x(time), scale.y(low)] as const);
  return (
    <>
      <polygon points={joined([...highs, ...lows.toReversed()])} className={FILLS[tone]} opacity={0.18} />
      <polyline
        points={joined(closes)}
        fill="none"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
        className={STROKES[tone]}
      />
    </>
  );
}

/** Closes as lines on the bands of highs and lows, where a chart with axes would be too much. */
export function PriceLines({ lines, step, label, watermark, className }: PriceLinesProps) {
  const scale = scaleOf(lines);
  return (
    <div className={cx('relative overflow-hidden', className)}>
      {watermark !== undefined && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 flex items-center justify-center px-4 text-center text-base leading-5 font-semibold text-balance text-muted/30"
        >
          {watermark}
        </span>
      )}
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full"
      >
        {lines.map(({ name, tone, points }) =>
          runsOf(points, step).map((run) => (
            <Run key={`${name} ${run[0]?.time}`} points={run} tone={tone} scale={scale} />
          )),
        )}
      </svg>
    </div>
  );
}
