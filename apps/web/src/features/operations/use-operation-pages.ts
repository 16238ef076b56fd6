import type { Operation } from '@plecho/contract';
import { useOperations } from '@/api/operations.ts';
import { usePayments } from '@/live/index.ts';
import { serverFilter, type OperationFilters } from './filters.ts';

export interface OperationPages {
  status: 'pending' | 'error' | 'success';
  items: readonly Operation[];
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
}

/** Operations that pass the filters, newest first, each as the stream tells it by now. */
export function useOperationPages(filters: OperationFilters): OperationPages {
  const query = useOperations(serverFilter(filters));
  const { operations } = usePayments();
  const live = new Map(operations.map((operation) => [operation.id, operation]));
  const read = query.data?.pages.flatMap((page) => page.items) ?? [];
  return {
    status: query.status,
    items: read.map((operation) => live.get(operation.id) ?? operation),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}
