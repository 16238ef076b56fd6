import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';
import { keys } from './keys.ts';

const RETRIES = 2;
/** How soon what the server could not answer is asked for again by a screen that shows it. */
const AGAIN_MS = 5_000;

const isWorthRepeating = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'network' || error.status >= 500);

/** A session that has ended shows itself in any answer: the person is then no longer signed in. */
function noticeEndedSession(error: unknown): void {
  if (error instanceof ApiError && error.code === 'unauthorized') queryClient.setQueryData(keys.session(), null);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndedSession }),
  mutationCache: new MutationCache({ onError: noticeEndedSession }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < RETRIES && isWorthRepeating(error),
      refetchOnWindowFocus: false,
      refetchInterval: ({ state }) => (isWorthRepeating(state.error) ? AGAIN_MS : false),
    },
    mutations: { retry: false },
  },
});
