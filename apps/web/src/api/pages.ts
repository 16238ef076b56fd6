import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';

/** A list that is read page by page, as far as it is known. */
export interface Pages<Item> {
  /** `error`: there is nothing to show. What has been read stays known, whatever becomes of asking again. */
  status: 'pending' | 'error' | 'success';
  items: readonly Item[];
  /** What could not be had when it was asked for last, of a list that is known: itself anew, or what comes after it. */
  failed: 'renewal' | 'more' | null;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
}

/** What is known of a list by its query, which calls itself failed also when only something more could not be had. */
export function pagesOf<Item>(
  query: UseInfiniteQueryResult<InfiniteData<{ items: readonly Item[] }, unknown>>,
): Pages<Item> {
  const { data, status, isFetchNextPageError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const isStale = data !== undefined && status === 'error';
  return {
    status: data === undefined ? status : 'success',
    items: data?.pages.flatMap((page) => page.items) ?? [],
    failed: isStale ? (isFetchNextPageError ? 'more' : 'renewal') : null,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  };
}
