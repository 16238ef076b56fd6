import { useRef } from 'react';
import type { Candle } from '@plecho/contract';
import { INTERVAL_SECONDS, type Interval } from '@plecho/domain';
import { formatPrice } from '@/lib/format.ts';
import { spreadLabels } from '@/lib/spread-labels.ts';
import { useElementWidth } from '@/lib/use-element-width.ts';
import { MarketWatermark } from '@/ui/market-watermark.tsx';
import { rerunScale, toFloat, type RerunScale } from './rerun-scale.ts';
import type { Story, StoryEvent, StoryLevel } from './story.ts';
import { rerunTexts as texts } from './texts.ts';

export const HEIGHT = 260;
const LABEL_STEP = 16;

const EVENT_TONES: Record<StoryEvent['kind'], string> = {
  entry: 'fill-primary stroke-primary',
  added: 'fill-primary stroke-primary',
  exit: 'fill-accent stroke-accent',
};
const LEVEL_TONES: Record<StoryLevel['kind'], string> = {
  liquidation: 'fill-warn stroke-warn',
  takeProfit: 'fill-up stroke-up',
  stopLoss: 'fill-down stroke-down',
  initialStopLoss: 'fill-muted stroke-muted',
  trailingStop: 'fill-down stroke-down',
};

interface RerunChartProps {
  symbol: string;
  /** «Синтетический рынок», which no picture of the chart is without. */
  label: string;
  candles: readonly Candle[];
  interval: Interval;
  /** The last candle that is shown. */
  at: number;
  whole: Story;
  shown: Story;
  priceDecimals: number;
}

function Bars({ candles, at, scale }: Pick<RerunChartProps, 'candles' | 'at'> & { scale: RerunScale }) {
  return candles.slice(0, at + 1).map((candle, n) => {
    const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map(Number) as [
      ...[number, number, number, number],
    ];
    const x = scale.x(n + 0.5);
    const [top, bottom] = [scale.y(Math.max(open, close)), scale.y(Math.min(open, close))];
    return (
      <g key={candle.time} className={close >= open ? 'fill-up stroke-up' : 'fill-down stroke-down'}>
        <line x1={x} x2={x} y1={scale.y(high)} y2={scale.y(low)} strokeWidth={1} />
        <rect x={x - scale.body / 2} width={scale.body} y={top} height={Math.max(bottom - top, 1)} stroke="none" />
      </g>
    );
  });
}

interface Line {
  key: string;
  name: string;
  price: bigint;
  tone: string;
  /** Candles from the left. */
  from: number;
  isPoint: boolean;
}

function linesOf({ shown, candles, interval }: RerunChartProps): Line[] {
  const step = INTERVAL_SECONDS[interval];
  const placeOf = (time: number): number => {
    const n = candles.findLastIndex((candle) => candle.time <= time);
    const began = candles[n]?.time ?? time;
    return Math.max(n, 0) + Math.min((time - began) / step, 1);
  };
  return [
    ...shown.events.map(({ kind, price, time }) => ({
      ...{
        key: `${kind} ${time}`,
        name: texts[kind],
        price,
        tone: EVENT_TONES[kind],
        from: placeOf(time),
        isPoint: true,
      },
    })),
    ...shown.levels.map(({ kind, price, from }) => ({
      ...{ key: `${kind} ${from}`, name: texts.levels[kind], price, tone: LEVEL_TONES[kind], from: placeOf(from) },
      isPoint: false,
    })),
  ];
}

function Lines({ lines, scale, priceDecimals }: { lines: Line[]; scale: RerunScale; priceDecimals: number }) {
  const heights = lines.map(({ price }) => scale.y(toFloat(price)));
  const labels = spreadLabels(heights, scale.bottom, LABEL_STEP);
  return lines.map(({ key, name, price, tone, from, isPoint }, n) => {
    const [y, label, x] = [heights[n] ?? 0, labels[n] ?? 0, scale.x(from)];
    const isInside = y >= scale.top - 8 && y <= scale.bottom + 8;
    return (
      <g key={key} className={tone}>
        {isInside && (
          <line x1={x} x2={scale.right} y1={y} y2={y} strokeDasharray={isPoint ? '1 3' : '6 4'} opacity={0.8} />
        )}
        {isInside && isPoint && <circle cx={x} cy={y} r={4} className="stroke-panel" strokeWidth={1.5} />}
        <text x={scale.right + 8} y={label} dominantBaseline="central" stroke="none" className="text-[11px] tabular">
          <tspan className="fill-muted">{name} </tspan>
          {formatPrice(price, priceDecimals)}
        </text>
      </g>
    );
  });
}

/** The candles of a trade up to one of them, and what had happened by then. The scale is that of the whole: nothing jumps. */
export function RerunChart(props: RerunChartProps) {
  const { symbol, label, candles, at, whole, priceDecimals } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const names = [...whole.events.map(({ kind }) => texts[kind]), ...whole.levels.map(({ kind }) => texts.levels[kind])];
  const prices = [...whole.events, ...whole.levels].map(({ price }) => formatPrice(price, priceDecimals).length);
  const labelLength = Math.max(...names.map((name) => name.length)) + 1 + Math.max(...prices);
  const scale = rerunScale({ candles, story: whole, width: Math.max(width, 280), height: HEIGHT, labelLength });
  return (
    <div ref={frame} style={{ height: HEIGHT }} className="overflow-hidden">
      {width === 0 ? null : (
        <svg width={width} height={HEIGHT} role="img" aria-label={texts.chart(symbol)}>
          <MarketWatermark label={label} room={scale.right} y={scale.bottom - 10} />
          <line x1={0} x2={scale.right} y1={scale.bottom} y2={scale.bottom} className="stroke-hairline" />
          <Bars candles={candles} at={at} scale={scale} />
          <Lines lines={linesOf(props)} scale={scale} priceDecimals={priceDecimals} />
        </svg>
      )}
    </div>
  );
}
