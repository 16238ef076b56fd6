import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '@plecho/contract';
import { call } from './client.ts';
import { keys } from './keys.ts';

/** Everything that was done to the account, newest first, page by page. */
export const useAccountLog = () =>
  useInfiniteQuery({
    queryKey: keys.accountLog(),
    queryFn: ({ pageParam, signal }) => call(api.account.log, { query: { cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
