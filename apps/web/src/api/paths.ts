import { useQuery } from '@tanstack/react-query';
import { api, type Trade } from '@plecho/contract';
import { call } from './client.ts';
import { keys } from './keys.ts';

/** The log has the newest prices after a moment, and with them the path is known better. */
const ASK_AGAIN_MS = 10_000;

/** Where a trade would have ended on the same path. */
export const useTradePaths = ({ id, market }: Pick<Trade, 'id' | 'market'>) =>
  useQuery({
    queryKey: keys.paths(market, id),
    queryFn: ({ signal }) => call(api.trades.paths, { params: { id }, query: { market }, signal }),
    staleTime: ({ state }) => (state.data?.known === 'ticks' ? Infinity : ASK_AGAIN_MS),
  });
