import { useMemo } from 'react';
import { marketTime, type MarketTime } from '@/lib/market-time.ts';
import { useMarket } from './selected-market.tsx';

/** How times of the selected market are written. */
export function useMarketTime(): MarketTime {
  const dayOne = useMarket().session?.dayOne ?? null;
  return useMemo(() => marketTime(dayOne), [dayOne]);
}
