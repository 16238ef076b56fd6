import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@plecho/contract';
import { call } from './client.ts';
import { carryOut } from './intents/carry-out.ts';
import { keys } from './keys.ts';
import { useMarket } from './selected-market.tsx';

/** Seasons of the account in the selected market, newest first. */
export function useSeasons() {
  const { id: market } = useMarket();
  return useQuery({
    queryKey: keys.seasons(market),
    queryFn: async ({ signal }) => (await call(api.seasons.list, { query: { market }, signal })).items,
  });
}

/** Ends the season in the selected market and starts the next; answers with the new one. */
export function useStartSeason() {
  const { id: market } = useMarket();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => carryOut(api.seasons.start, { kind: 'startSeason', query: { market } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.seasons(market) });
      void client.invalidateQueries({ queryKey: keys.accountLog() });
    },
  });
}
