import { useRef } from 'react';
import type { Candle, Debrief } from '@plecho/contract';
import { INTERVAL_SECONDS, INTERVALS, type Interval } from '@plecho/domain';
import { useRecentCandles } from '@/api/market-details.ts';
import { marketTime } from '@/lib/market-time.ts';
import { useElementWidth } from '@/lib/use-element-width.ts';
import { ErrorState } from '@/ui/error-state.tsx';
import { MarketWatermark } from '@/ui/market-watermark.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { marksOf, type DebriefMark, type MarkKind } from './marks.ts';
import { scaleOf, type Scale } from './scale.ts';
import { texts } from './texts.ts';

const { chart: words } = texts;
const HEIGHT = 320;
const TOP = 22;
const BOTTOM = 24;
const PRICES = 64;
/** Kept free for marks, above and below the candles. */
const MARKS = { above: 16, below: 28 };
/** More would be narrower than a pixel on a phone. */
const MOST_CANDLES = 240;

const TONES: Record<MarkKind, string> = {
  ...{ long: 'fill-up', short: 'fill-down', exit: 'fill-secondary', liquidation: 'fill-warn' },
};
/** Around the point 0, 0: an arrow up, an arrow down, a disc, a square. */
const SHAPES: Record<MarkKind, string> = {
  long: 'M0 -5 L5 4 L-5 4 Z',
  short: 'M0 5 L5 -4 L-5 -4 Z',
  exit: 'M0 -4 A4 4 0 1 1 0 4 A4 4 0 1 1 0 -4 Z',
  liquidation: 'M-4 -4 H4 V4 H-4 Z',
};
/** Pixels from the candle: entries of longs below it, what ends or goes short above. */
const OFFSETS: Record<MarkKind, number> = { long: 12, short: -12, exit: -24, liquidation: 24 };

/** The finest of which the window has not too many. */
export const intervalFor = (seconds: number): Interval =>
  INTERVALS.find((interval) => seconds / INTERVAL_SECONDS[interval] <= MOST_CANDLES) ?? '1d';

/** Writes all prices of an axis with as many decimals as give the highest of them six digits. */
function figuresUpTo(high: number): Intl.NumberFormat {
  const whole = high < 1 ? 1 : Math.floor(Math.log10(high)) + 1;
  const decimals = Math.max(0, 6 - whole);
  return new Intl.NumberFormat('ru-RU', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

function Candles({ candles, scale, step }: { candles: readonly Candle[]; scale: Scale; step: number }) {
  const { body } = scale;
  return candles.map(({ time, open, high, low, close }) => {
    const isUp = Number(close) >= Number(open);
    const x = scale.x(time + step / 2);
    const top = scale.y(Math.max(Number(open), Number(close)));
    const bottom = scale.y(Math.min(Number(open), Number(close)));
    return (
      <g key={time} className={isUp ? 'fill-up stroke-up' : 'fill-down stroke-down'} opacity={0.55}>
        <line x1={x} x2={x} y1={scale.y(Number(high))} y2={scale.y(Number(low))} strokeWidth={1} />
        <rect x={x - body / 2} width={body} y={top} height={Math.max(bottom - top, 1)} stroke="none" />
      </g>
    );
  });
}

function Mark({ mark, scale, step, at }: { mark: DebriefMark; scale: Scale; step: number; at: string }) {
  const { kind, time, price, count, own } = mark;
  const x = scale.x(time + step / 2);
  const y = scale.y(price) + OFFSETS[kind];
  return (
    <g transform={`translate(${x} ${y})`} className={TONES[kind]}>
      <title>{`${at}: ${words.kinds[kind]}, ${count}`}</title>
      {own && <circle r={8} className="fill-none stroke-accent" strokeWidth={2} />}
      <path d={SHAPES[kind]} />
      {count > 1 && (
        <text x={own ? 10 : 7} y={3} className="fill-secondary text-[10px] tabular">
          {count}
        </text>
      )}
    </g>
  );
}

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-secondary">
      {(Object.keys(words.kinds) as MarkKind[]).map((kind) => (
        <li key={kind} className="inline-flex items-center gap-1.5">
          <svg aria-hidden viewBox="-6 -6 12 12" className={`size-3.5 ${TONES[kind]}`}>
            <path d={SHAPES[kind]} />
          </svg>
          {words.kinds[kind]}
        </li>
      ))}
    </ul>
  );
}

interface DebriefChartProps {
  debrief: Debrief;
  symbol: string;
}

/** The prices of the drill in one pair, with what everybody did at them. */
export function DebriefChart({ debrief, symbol }: DebriefChartProps) {
  'use memo';
  const { drill, trades, people, market } = debrief;
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const played = Math.max(60, Math.ceil(drill.playhead / 1000) - drill.startAt);
  const interval = intervalFor(played);
  const step = INTERVAL_SECONDS[interval];
  const limit = Math.min(MOST_CANDLES, Math.ceil(played / step) + 1);
  const { data, error, refetch } = useRecentCandles({ market, symbol, interval, limit });
  const candles = data?.filter(({ time }) => time + step > drill.startAt) ?? [];
  const own = new Set(people.flatMap((person, place) => (person.own ? [place] : [])));
  const marks = marksOf(
    trades.filter((trade) => trade.symbol === symbol),
    step,
    own,
  );
  const time = marketTime(drill.dayOne);
  const scale = scaleOf(candles, step, {
    right: Math.max(1, width - PRICES),
    top: TOP + MARKS.above,
    bottom: HEIGHT - BOTTOM - MARKS.below,
  });
  const figures = figuresUpTo(scale.high);
  return (
    <div className="flex flex-col gap-2 p-3">
      <div ref={frame} className="min-w-0" style={{ minHeight: HEIGHT }}>
        {error !== null && data === undefined && <ErrorState title={words.failed} onRetry={() => void refetch()} />}
        {error === null && data === undefined && <Skeleton label={words.loading} className="h-80" />}
        {data !== undefined && candles.length === 0 && <p className="p-4 text-muted">{words.empty}</p>}
        {candles.length > 0 && width > 0 && (
          <svg
            role="img"
            aria-label={words.described(drill.label, candles.length, marks.length)}
            width={width}
            height={HEIGHT}
            className="block overflow-visible"
          >
            <MarketWatermark label={drill.label} room={scale.right} y={HEIGHT - BOTTOM - 8} />
            <Candles candles={candles} scale={scale} step={step} />
            {marks.map((mark) => (
              <Mark
                key={`${mark.kind} ${mark.time}`}
                mark={mark}
                scale={scale}
                step={step}
                at={time.short(mark.time)}
              />
            ))}
            <g className="fill-muted text-[11px] tabular">
              {[scale.high, (scale.high + scale.low) / 2, scale.low].map((price) => (
                <text key={price} x={scale.right + 6} y={scale.y(price)} dominantBaseline="central">
                  {figures.format(price)}
                </text>
              ))}
              <line x1={0} x2={scale.right} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} className="stroke-hairline" />
              <text x={0} y={HEIGHT - 8}>
                {time.short(scale.first)}
              </text>
              <text x={scale.right} y={HEIGHT - 8} textAnchor="end">
                {time.short(scale.last)}
              </text>
            </g>
          </svg>
        )}
      </div>
      <Legend />
      <p className="text-xs text-muted">
        {words.several}
        {own.size > 0 && ` ${words.ringed}`}
      </p>
    </div>
  );
}
