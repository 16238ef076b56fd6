import { useRef } from 'react';
import type { Market } from '@plecho/contract';
import { useRecentCandles } from '@/api/market-details.ts';
import { cx } from '@/lib/class-names.ts';
import { formatPrice } from '@/lib/format.ts';
import { toPoints } from '@/lib/price-points.ts';
import { useSeen } from '@/lib/use-seen.ts';
import { PriceLines } from '@/ui/price-lines.tsx';
import { mainPairOf } from './main-pair.ts';
import { texts } from './texts.ts';

const QUARTER_SECONDS = 900;
const QUARTERS_OF_A_DAY = 96;
/** A day of the market has few candles just after its start; a hole of this many is still a line. */
const JOINED = 8;

interface DayChartProps {
  market: Market;
  /** Classes of the drawing: its height. */
  className: string;
}

/** The last day of a market's first pair as a line. Nothing is asked for before it comes into sight. */
export function DayChart({ market, className }: DayChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(frame);
  const symbol = mainPairOf(market.symbols);
  const request = { market: market.id, symbol, interval: '15m' as const, limit: QUARTERS_OF_A_DAY };
  const { data: candles, isError } = useRecentCandles(request, isSeen);
  const newest = candles?.at(-1);
  return (
    <figure ref={frame} className="flex flex-col gap-1">
      <figcaption className="flex justify-between gap-3 text-xs text-muted tabular">
        <span>{texts.lastDay(symbol)}</span>
        {newest !== undefined && <span className="text-secondary">{formatPrice(newest.close, 0)}</span>}
      </figcaption>
      {candles === undefined || candles.length < 2 ? (
        <div className={cx('flex items-center justify-center rounded bg-page text-xs text-muted', className)}>
          {isError ? texts.noChart : candles !== undefined && texts.noCandles}
        </div>
      ) : (
        <PriceLines
          lines={[{ name: symbol, tone: 'accent', points: toPoints(candles) }]}
          step={QUARTER_SECONDS * JOINED}
          label={texts.lastDayOf(symbol, market.label)}
          watermark={market.label}
          className={cx('rounded bg-page', className)}
        />
      )}
    </figure>
  );
}
