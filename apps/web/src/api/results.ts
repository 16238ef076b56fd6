import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '@plecho/contract';
import { call } from './client.ts';
import { keys } from './keys.ts';
import { useMarket } from './selected-market.tsx';

/** As the contract takes it; nothing for no bound. */
export interface ResultsFilter {
  season?: string;
  from?: string;
  to?: string;
  zone: string;
}

/** What closed trades in the selected market came to. @param newest the trade that closed last: with another one it is asked again */
export function useResults(filter: ResultsFilter, newest: string | null) {
  const { id: market } = useMarket();
  return useQuery({
    queryKey: keys.results(market, { ...filter, newest }),
    queryFn: ({ signal }) => call(api.results.mine, { query: { market, ...filter }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** How people in the selected market stand. @param season of each one's season that lasts, or of all of them */
export function useLeaderboard(season: 'current' | 'all') {
  const { id: market } = useMarket();
  return useQuery({
    queryKey: keys.leaderboard(market, season),
    queryFn: ({ signal }) =>
      call(api.results.leaders, { query: { market, ...(season === 'current' ? { season } : {}) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 30_000,
  });
}
