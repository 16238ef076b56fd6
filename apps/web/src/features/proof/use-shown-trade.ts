import { useQuery } from '@tanstack/react-query';
import { api } from '@plecho/contract';
import { call } from '@/api/client.ts';
import { keys } from '@/api/keys.ts';

/** One of one's own trades as the screens show it: the very answer, where one of them has asked for it. */
export const useShownTrade = (trade: string, market: string) =>
  useQuery({
    queryKey: keys.trade(market, trade),
    queryFn: ({ signal }) => call(api.trades.one, { params: { id: trade }, query: { market }, signal }),
    staleTime: Infinity,
  });
