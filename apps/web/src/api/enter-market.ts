import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@plecho/contract';
import { call } from './client.ts';
import { keys } from './keys.ts';

/** Opens the person's account in a market; a second time changes nothing. The list knows of the market afterwards. */
export function useEnterMarket() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ market }: { market: string }) => call(api.markets.enter, { params: { id: market } }),
    onSuccess: (_, { market }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.markets() }),
        client.invalidateQueries({ queryKey: keys.accountIn(market) }),
      ]),
  });
}
