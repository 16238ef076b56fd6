import type { NotedTrade } from '@plecho/contract';
import { pagesOf, type Pages } from '@/api/pages.ts';
import { useTrades } from '@/api/trades.ts';
import { serverFilter, withinDates, type HistoryFilters } from './trade-filters.ts';

/** Closed trades that pass the filters, newest first, page by page. */
export function useTradePages(filters: HistoryFilters): Pages<NotedTrade> {
  const pages = pagesOf(useTrades(serverFilter(filters)));
  const { trades, done } = withinDates(pages.items, filters);
  return { ...pages, items: trades, hasMore: pages.hasMore && !done };
}
