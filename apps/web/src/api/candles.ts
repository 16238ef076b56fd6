import { useQuery } from '@tanstack/react-query';
import { api, type CandleList } from '@plecho/contract';
import type { Interval } from '@plecho/domain';
import { call } from './client.ts';
import { keys } from './keys.ts';
import { useMarket } from './selected-market.tsx';

export interface CandleRequest {
  market: string;
  symbol: string;
  interval: Interval;
  /** 1 to 1000. */
  limit: number;
  /** Only candles that open before this time, seconds. */
  before?: number;
}

/** Candles in ascending order of time. */
export const fetchCandles = (query: CandleRequest): Promise<CandleList> =>
  call(api.prices.candles, { query: { ...query } });

/** How often the price of `symbol` moved to the liquidation price within a day, by leverage. */
export function useMoveFrequency(symbol: string) {
  const { id: market } = useMarket();
  return useQuery({
    queryKey: keys.moves(market, symbol),
    queryFn: ({ signal }) => call(api.prices.moves, { query: { market, symbol }, signal }),
    staleTime: 10 * 60_000,
  });
}
