import type { Operation } from '@plecho/contract';
import { useOperations } from '@/api/operations.ts';
import { pagesOf, type Pages } from '@/api/pages.ts';
import { usePayments } from '@/live/index.ts';
import { serverFilter, type OperationFilters } from './filters.ts';

/** Operations that pass the filters, newest first, each as the stream tells it by now. */
export function useOperationPages(filters: OperationFilters): Pages<Operation> {
  const pages = pagesOf(useOperations(serverFilter(filters)));
  const { operations } = usePayments();
  const live = new Map(operations.map((operation) => [operation.id, operation]));
  return { ...pages, items: pages.items.map((operation) => live.get(operation.id) ?? operation) };
}
