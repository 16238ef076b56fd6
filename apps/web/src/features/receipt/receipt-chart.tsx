import { useRef } from 'react';
import type { Candle, Trade } from '@plecho/contract';
import { INTERVAL_SECONDS } from '@plecho/domain';
import { useMarketTime } from '@/api/market-time.ts';
import { formatPrice } from '@/lib/format.ts';
import { spreadLabels } from '@/lib/spread-labels.ts';
import { useElementWidth } from '@/lib/use-element-width.ts';
import { MarketWatermark, NARROW_PLOT } from '@/ui/market-watermark.tsx';
import type { ReceiptFigures } from './receipt-figures.ts';
import type { Extremes, ReceiptWindow } from './receipt-path.ts';
import { receiptScale, toFloat, type ReceiptScale } from './receipt-scale.ts';
import { receiptTexts as texts } from './texts.ts';

const HEIGHT = 230;
const LABEL_STEP = 17;

interface ReceiptChartProps {
  trade: Trade;
  figures: ReceiptFigures;
  window: ReceiptWindow;
  candles: readonly Candle[];
  extremes: Extremes | null;
  priceDecimals: number;
}

function Candles({
  candles,
  window,
  scale,
  trade,
}: Pick<ReceiptChartProps, 'candles' | 'window' | 'trade'> & { scale: ReceiptScale }) {
  const half = INTERVAL_SECONDS[window.interval] / 2;
  return candles.map((candle) => {
    const up = Number(candle.close) >= Number(candle.open);
    const lived = candle.time + half * 2 > trade.openTime && candle.time <= trade.closeTime;
    const x = scale.x(candle.time + half);
    const top = scale.y(Math.max(Number(candle.open), Number(candle.close)));
    const bottom = scale.y(Math.min(Number(candle.open), Number(candle.close)));
    return (
      <g key={candle.time} className={up ? 'fill-up stroke-up' : 'fill-down stroke-down'} opacity={lived ? 1 : 0.3}>
        <line x1={x} x2={x} y1={scale.y(Number(candle.high))} y2={scale.y(Number(candle.low))} strokeWidth={1} />
        <rect x={x - scale.body / 2} width={scale.body} y={top} height={Math.max(bottom - top, 1)} stroke="none" />
      </g>
    );
  });
}

interface Mark {
  name: string;
  price: bigint;
  tone: string;
  /** Seconds; null for a level, which is a line. */
  time: number | null;
}

function marksOf({ trade, figures, extremes }: ReceiptChartProps): Mark[] {
  const marks: Mark[] = [
    {
      name: texts.entry,
      price: figures.entry,
      tone: 'fill-primary stroke-primary',
      time: trade.entryRecord.time / 1000,
    },
    { name: texts.exit, price: figures.exit, tone: 'fill-accent stroke-accent', time: trade.exitRecord.time / 1000 },
  ];
  if (figures.rule !== null && trade.reason in texts.level) {
    marks.push({
      name: texts.level[trade.reason as keyof typeof texts.level],
      price: figures.rule.level,
      tone: 'fill-warn stroke-warn',
      time: null,
    });
  }
  const ends = new Set([figures.entry, figures.exit]);
  if (extremes !== null && !ends.has(extremes.best.price)) {
    marks.push({ name: texts.best, price: extremes.best.price, tone: 'fill-up stroke-up', time: extremes.best.time });
  }
  if (extremes !== null && !ends.has(extremes.worst.price)) {
    marks.push({
      name: texts.worst,
      price: extremes.worst.price,
      tone: 'fill-down stroke-down',
      time: extremes.worst.time,
    });
  }
  return marks;
}

function Marks({ marks, scale, priceDecimals }: { marks: Mark[]; scale: ReceiptScale; priceDecimals: number }) {
  const lines = marks.map((mark) => scale.y(toFloat(mark.price)));
  const labels = spreadLabels(lines, scale.bottom, LABEL_STEP);
  return marks.map((mark, index) => {
    const line = lines[index] ?? 0;
    const label = labels[index] ?? 0;
    const inside = line >= scale.top - 8 && line <= scale.bottom + 8;
    const start = mark.time === null ? 0 : scale.x(mark.time);
    return (
      <g key={mark.name} className={mark.tone}>
        {inside ? (
          <>
            <line
              x1={start}
              x2={scale.right}
              y1={line}
              y2={line}
              strokeDasharray={mark.time === null ? '6 4' : '1 3'}
            />
            <polyline
              points={`${scale.right},${line} ${scale.right + 6},${label} ${scale.right + 10},${label}`}
              fill="none"
              opacity={0.6}
            />
          </>
        ) : null}
        {mark.time === null ? null : <circle cx={start} cy={line} r={4} className="stroke-panel" strokeWidth={1.5} />}
        <text x={scale.right + 14} y={label} dominantBaseline="central" stroke="none" className="text-[11px] tabular">
          <tspan className="fill-muted">{mark.name} </tspan>
          {formatPrice(mark.price, priceDecimals)}
        </text>
      </g>
    );
  });
}

function TimeAxis({ trade, scale }: { trade: Trade; scale: ReceiptScale }) {
  const time = useMarketTime();
  const ends = [trade.openTime, trade.closeTime];
  const [open = 0, close = 0] = ends.map((end) => scale.x(end));
  return (
    <g className="fill-muted text-[11px] tabular">
      <line x1={0} x2={scale.right} y1={scale.bottom} y2={scale.bottom} className="stroke-hairline" />
      <text x={Math.max(open, 36)} y={scale.height - 8} textAnchor="middle">
        {time.short(trade.openTime)}
      </text>
      {close - open < 84 ? null : (
        <text x={Math.min(close, scale.right - 36)} y={scale.height - 8} textAnchor="middle">
          {time.short(trade.closeTime)}
        </text>
      )}
    </g>
  );
}

/** A position's life: the candles around it, entry, extremes, exit and the level that closed it. */
export function ReceiptChart(props: ReceiptChartProps) {
  const { trade, priceDecimals } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const marks = marksOf(props);
  const labelLength = Math.max(
    ...marks.map((mark) => mark.name.length + 1 + formatPrice(mark.price, priceDecimals).length),
  );
  const scale = receiptScale(props, Math.max(width, 280), HEIGHT, labelLength);
  const open = scale.x(trade.entryRecord.time / 1000);
  const close = scale.x(trade.exitRecord.time / 1000);
  return (
    <div ref={frame} className="h-[230px] overflow-hidden">
      {width === 0 ? null : (
        <svg width={width} height={HEIGHT} role="img" aria-label={texts.chart(trade.symbol)}>
          <rect
            x={open}
            width={Math.max(close - open, 2)}
            y={scale.top}
            height={scale.bottom - scale.top}
            className="fill-raised"
            opacity={0.7}
          />
          <MarketWatermark label={trade.label} room={scale.right} y={(scale.top + scale.bottom) / 2 - 9} size="large" />
          <text
            x={scale.right / 2}
            y={(scale.top + scale.bottom) / 2 + 10}
            textAnchor="middle"
            className="fill-muted text-xs"
            opacity={0.28}
          >
            {scale.right < NARROW_PLOT ? texts.shortWatermark : texts.watermark}
          </text>
          <Candles {...props} scale={scale} />
          <Marks marks={marks} scale={scale} priceDecimals={priceDecimals} />
          <TimeAxis trade={trade} scale={scale} />
        </svg>
      )}
    </div>
  );
}
