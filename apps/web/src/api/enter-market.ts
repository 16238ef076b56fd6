import { useMutation } from '@tanstack/react-query';
import { api } from '@plecho/contract';
import { call } from './client.ts';

/** Opens the person's account in a market; a second time changes nothing. */
export const useEnterMarket = () =>
  useMutation({
    mutationFn: ({ market }: { market: string }) => call(api.markets.enter, { params: { id: market } }),
  });
