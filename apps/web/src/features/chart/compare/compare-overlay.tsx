import { useEffect, useState } from 'react';
import type { Interval } from '@plecho/domain';
import { useMarket } from '@/api/queries.ts';
import { Icon, IconButton, PercentText } from '@/ui/index.ts';
import type { Bar } from '../candle-book.ts';
import type { ChartController } from '../chart-controller.ts';
import { LEGEND_LINE } from '../chart-legend.tsx';
import { LINE_TEXT } from '../indicators/line-tone.ts';
import { useCandleFeed } from '../use-candle-feed.ts';
import { drawComparedLine, type ComparedLine } from './draw-line.ts';
import { compareTexts as texts } from './texts.ts';
import { useComparison } from './use-comparison.ts';

/** Beginning with the last colours: indicators take the first. */
const COLORS = [4, 3];

interface CompareOverlayProps {
  controller: ChartController;
  /** The pairs that there are and that are not the chart's own. */
  symbols: readonly string[];
  interval: Interval;
  /** Whose change is told. */
  bar: Bar | null;
  /** Where the legend begins, pixels from the top. */
  top: number;
}

function Compared({
  controller,
  symbol,
  interval,
  bar,
  color,
}: Omit<CompareOverlayProps, 'symbols' | 'top'> & { symbol: string; color: number }) {
  const market = useMarket();
  const [symbols, setSymbols] = useComparison();
  const { feed, phase } = useCandleFeed(market.id, symbol, interval, false);
  const [line, setLine] = useState<ComparedLine | null>(null);
  useEffect(() => {
    const drawn = drawComparedLine(controller, feed, color);
    setLine(drawn);
    return () => drawn.stop();
  }, [controller, feed, color]);
  const change = bar === null ? null : (line?.changeAt(bar.time) ?? null);
  return (
    <>
      <span className={`font-medium ${LINE_TEXT[color] ?? ''}`}>{symbol}</span>
      {phase === 'loading' ? <span className="text-muted">{texts.loading}</span> : null}
      {phase === 'error' ? (
        <button
          type="button"
          onClick={feed.retry}
          aria-label={texts.retry(symbol)}
          className="pointer-events-auto text-warn hover:underline"
        >
          {texts.failed}
        </button>
      ) : null}
      {phase === 'ready' && change !== null ? <PercentText value={BigInt(Math.round(change * 10_000))} /> : null}
      <IconButton
        size="sm"
        className="pointer-events-auto size-6"
        label={texts.remove(symbol)}
        onClick={() => setSymbols(symbols.filter((each) => each !== symbol))}
      >
        <Icon name="close" className="size-3" />
      </IconButton>
    </>
  );
}

/** Other pairs as lines, in percent, with their change in the legend. */
export default function CompareOverlay({ symbols, top, ...chart }: CompareOverlayProps) {
  'use memo';
  return (
    <ul aria-label={texts.legend}>
      {symbols.map((symbol, n) => (
        <li
          key={`${symbol}:${chart.interval}`}
          style={{ top: top + n * LEGEND_LINE }}
          className="pointer-events-none absolute left-2 z-10 flex h-6 items-center gap-1.5 rounded-sm bg-panel/70 text-[11px] whitespace-nowrap"
        >
          <Compared symbol={symbol} color={COLORS[n] ?? 0} {...chart} />
        </li>
      ))}
    </ul>
  );
}
