import { useMarketTime } from '@/api/market-time.ts';
import type { MarketTime } from '@/lib/market-time.ts';
import { useMarketNow } from './tickers.ts';

/** What the end of an order is counted from, and written with. */
export interface ExpiryClock {
  /** Seconds by the market's clock; null before it is known. */
  now: number | null;
  time: MarketTime;
}

/** Goes on with the market's clock. */
export function useExpiryClock(): ExpiryClock {
  const now = useMarketNow();
  return { now: now === null ? null : Math.floor(now / 1000), time: useMarketTime() };
}
