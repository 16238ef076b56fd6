import { useQuery } from '@tanstack/react-query';
import { api, type Balance, type Market } from '@plecho/contract';
import { ApiError, call } from './client.ts';
import { keys } from './keys.ts';
import { fetchCandles, type CandleRequest } from './candles.ts';
import { pairsQuery, useMarkets } from './queries.ts';

/** How often a screen about a market that is not the selected one asks how it stands. */
const REFRESH_MS = 5_000;
const PRICES_MS = 15_000;

/** Any market by its id, as it stands now; until the answer is there, as the list had it. */
export function useMarketById(id: string) {
  const { data: markets } = useMarkets();
  return useQuery({
    queryKey: keys.market(id),
    queryFn: ({ signal }) => call(api.markets.one, { params: { id }, signal }),
    placeholderData: () => markets?.find((market) => market.id === id),
    refetchInterval: ({ state }) => (state.data?.status === 'ended' ? false : REFRESH_MS),
    staleTime: 0,
  });
}

/** Any market by its id, for a screen that does not follow it. */
export const useMarketOnce = (id: string) =>
  useQuery({
    queryKey: keys.market(id),
    queryFn: ({ signal }) => call(api.markets.one, { params: { id }, signal }),
  });

/** What somebody has in a market. */
export interface AccountSummary {
  balance: Balance;
  openPositions: number;
}

/** The person's account in any market; null when they have not entered it. */
export const useAccountIn = (market: string) =>
  useQuery({
    queryKey: keys.accountIn(market),
    queryFn: async ({ signal }): Promise<AccountSummary | null> => {
      try {
        const query = { market };
        const [balance, positions] = await Promise.all([
          call(api.account.balance, { query, signal }),
          call(api.positions.list, { query, signal }),
        ]);
        return { balance, openPositions: positions.items.length };
      } catch (error) {
        if (error instanceof ApiError && error.code === 'market_not_entered') return null;
        throw error;
      }
    },
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });

/** Whether the newest price of a running market is too old to trade at; null while that is not known. */
export function useIsStale({ id, main, status, staleAfterSeconds }: Market): boolean | null {
  const { data } = useQuery({
    ...pairsQuery(main ? undefined : id),
    refetchInterval: PRICES_MS,
    enabled: status === 'running',
  });
  if (data === undefined || status !== 'running') return null;
  const newest = Math.max(...data.items.map(({ priceTime }) => priceTime ?? 0));
  return data.now - newest > staleAfterSeconds * 1000;
}

/** The newest candles of a pair, for a small drawing. @param enabled nothing is asked for before */
export const useRecentCandles = (request: Omit<CandleRequest, 'before'>, enabled = true) =>
  useQuery({
    queryKey: keys.recentCandles(request),
    queryFn: async () => (await fetchCandles(request)).items,
    enabled,
    staleTime: 60_000,
  });

/** The published key of a day of a market. @param day "2026-11-20", UTC */
export const usePublishedKey = (market: string, day: string) =>
  useQuery({
    queryKey: keys.dayKey(market, day),
    queryFn: ({ signal }) => call(api.markets.dayKeys, { params: { id: market }, query: { day }, signal }),
    // What is published stays published.
    staleTime: Infinity,
  });
