import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { api, type Operation } from '@plecho/contract';
import { call } from './client.ts';
import { keys } from './keys.ts';

export interface OperationFilter {
  type?: Operation['type'];
  status?: Operation['status'];
  /** Operations of a page, 50 by default, 200 at most. */
  limit?: number;
}

export const operationsQuery = (filter: OperationFilter = {}) =>
  infiniteQueryOptions({
    queryKey: keys.operationList(filter),
    queryFn: ({ pageParam, signal }) =>
      call(api.operations.list, { query: { ...filter, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Deposits, card top-ups and withdrawals, newest first, page by page. */
export const useOperations = (filter: OperationFilter = {}) => useInfiniteQuery(operationsQuery(filter));

/** Has the lists of operations asked for again. */
export function useRenewOperations(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keys.operationLists() });
}
