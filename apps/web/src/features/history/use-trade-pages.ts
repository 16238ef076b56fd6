import type { NotedTrade } from '@plecho/contract';
import { useTrades } from '@/api/trades.ts';
import { serverFilter, withinDates, type HistoryFilters } from './trade-filters.ts';

export interface TradePages {
  status: 'pending' | 'error' | 'success';
  trades: NotedTrade[];
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
}

/** Closed trades that pass the filters, newest first, page by page. */
export function useTradePages(filters: HistoryFilters): TradePages {
  const query = useTrades(serverFilter(filters));
  const loaded = query.data?.pages.flatMap((page) => page.items) ?? [];
  const { trades, done } = withinDates(loaded, filters);
  return {
    status: query.status,
    trades,
    hasMore: query.hasNextPage && !done,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}
