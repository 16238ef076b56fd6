import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@/api/client.ts';
import { keys } from '@/api/keys.ts';
import { againMs } from '@/api/query-client.ts';
import { checkLog, type KnownHead } from './check-log.ts';

/** The first checkpoint of a market is made soon after its start. */
const FIRST_MS = 5_000;

/**
 * Checks a market's log against what this browser has seen of it.
 * @param told what the server itself said of the log elsewhere
 */
export const useCheckedLog = (market: string, told: KnownHead | null) =>
  useQuery({
    queryKey: keys.logGrowth(market, told),
    queryFn: () => checkLog(market, told),
    staleTime: 60_000,
    refetchInterval: (query) => {
      const { error } = query.state;
      return error instanceof ApiError && error.code === 'no_log' ? FIRST_MS : againMs(query);
    },
  });
