import { useEffect } from 'react';
import { useMarket } from '@/api/queries.ts';
import { formatDuration } from '@/lib/duration.ts';
import { useMarketState, useStale } from '@/live/index.ts';
import { chartTexts } from './texts.ts';

interface ChartNoticeProps {
  symbol: string;
  /** Where there is room for it, pixels. */
  top: number;
  /** Labels keep clear of it while it is there. */
  onShown: (isShown: boolean) => void;
}

/** Why the chart stands still: the market has ended, or its newest price is too old. */
export function ChartNotice({ symbol, top, onShown }: ChartNoticeProps) {
  const market = useMarket();
  const { status } = useMarketState() ?? market;
  const { stale, ageMs } = useStale(symbol);
  const old = stale && ageMs !== null ? chartTexts.stale(formatDuration(ageMs / 1000)) : null;
  const text = status === 'ended' ? chartTexts.ended : old;
  const isShown = text !== null;
  useEffect(() => onShown(isShown), [onShown, isShown]);
  if (!isShown) return null;
  return (
    <p
      style={{ top }}
      className="absolute left-1/2 z-10 -translate-x-1/2 rounded bg-warn-soft px-2 py-1 text-xs whitespace-nowrap text-warn"
      role="status"
    >
      {text}
    </p>
  );
}
