import { MutationCache, QueryCache, QueryClient, type Query } from '@tanstack/react-query';
import { backoffMs } from '@/lib/backoff.ts';
import { ApiError } from './client.ts';
import { forgetOthers } from './forget-others.ts';
import { sessionQuery } from './queries.ts';

const RETRIES = 2;

const isWorthRepeating = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'network' || error.status >= 500);

const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.code === 'unauthorized';

interface Wait {
  /** How often the query had failed and succeeded when the wait was chosen. */
  errors: number;
  successes: number;
  failuresInARow: number;
  ms: number;
}
const waits = new WeakMap<object, Wait>();

/**
 * How soon what the server could not answer is asked for again by a screen that shows it and is looked
 * at: later after each failure. The same until it has failed again, because a timer hangs on it.
 */
export function againMs(query: Pick<Query, 'state'>): number | false {
  const { error, errorUpdateCount: errors, dataUpdateCount: successes } = query.state;
  if (!isWorthRepeating(error)) return false;
  const last = waits.get(query);
  if (last?.errors === errors) return last.ms;
  const failuresInARow = last?.successes === successes ? last.failuresInARow + 1 : 1;
  const ms = backoffMs(RETRIES + failuresInARow, Math.random());
  waits.set(query, { errors, successes, failuresInARow, ms });
  return ms;
}

/**
 * A session that has ended shows itself in any answer. It may as well have got a new secret in another
 * tab while the request was under way, so whoever asks for the profile now has the last word.
 */
function noticeEndedSession(error: unknown): void {
  if (!isUnauthorized(error)) return;
  // Without an answer the person stays who they were.
  queryClient.query({ ...sessionQuery(), staleTime: 0 }).catch(() => undefined);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndedSession }),
  mutationCache: new MutationCache({ onError: noticeEndedSession }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // The browser's idea of being online says nothing of this server.
      networkMode: 'always',
      retry: (failures, error) =>
        isUnauthorized(error) ? failures === 0 : failures < RETRIES && isWorthRepeating(error),
      retryDelay: (failures, error) => (isUnauthorized(error) ? 0 : backoffMs(failures, Math.random())),
      refetchOnReconnect: true,
      refetchOnWindowFocus: ({ state }) => (isWorthRepeating(state.error) ? 'always' : false),
      refetchInterval: againMs,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
forgetOthers(queryClient);
