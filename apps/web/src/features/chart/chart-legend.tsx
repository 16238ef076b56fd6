import { formatVolume } from '@/lib/format.ts';
import type { Bar } from './candle-book.ts';
import type { ChartStyle } from './chart-view.ts';
import { chartTexts } from './texts.ts';

const { ohlc, ohlcNames } = chartTexts;

/** Where the next line of the legend stands, and how high each is. Pixels. */
export const LEGEND_TOP = 24;
export const LEGEND_LINE = 24;

interface ChartLegendProps {
  bar: Bar | null;
  style: ChartStyle;
  format: (value: number) => string;
}

/**
 * Open, high, low, close and turnover of the bar under the crosshair, or of the newest one: in one line, on a narrow chart
 * in two that are as high together. Smoothed candles are called so: the figures beside them are the true ones.
 */
export function ChartLegend({ bar, style, format }: ChartLegendProps) {
  if (bar === null) return null;
  const tone = bar.close >= bar.open ? 'text-up' : 'text-down';
  return (
    <dl className="pointer-events-none absolute top-1.5 right-20 left-2 z-10 flex h-4 flex-wrap gap-x-2.5 overflow-hidden text-[11px] leading-4 text-muted @max-md:top-0.5 @max-md:h-6 @max-md:leading-3">
      {(['open', 'high', 'low', 'close'] as const).map((key) => (
        <div key={key} className="flex gap-1">
          <dt>
            <abbr title={ohlcNames[key]} className="no-underline">
              {ohlc[key]}
            </abbr>
          </dt>
          <dd className={`tabular-nums ${tone}`}>{format(bar[key])}</dd>
        </div>
      ))}
      <div className="flex gap-1">
        <dt>{ohlc.volume}</dt>
        <dd className="text-secondary tabular-nums">{formatVolume(bar.volume.toFixed(0))}</dd>
      </div>
      {style === 'heikinAshi' && (
        <div>
          <dt className="sr-only">{chartTexts.drawnAs}</dt>
          <dd className="text-warn">{chartTexts.heikinAshi}</dd>
        </div>
      )}
    </dl>
  );
}
