import type { ReactNode } from 'react';
import { LoadMore } from './load-more.tsx';
import { NotRenewed } from './not-renewed.tsx';

interface Paging {
  /** What could not be had when it was asked for last: the rows anew, or those that come after them. */
  failed: 'renewal' | 'more' | null;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
}

/** Around the rows of a list that is read page by page: they stay whatever fails, and what failed is said where it is. */
export function Paged({ pages, children }: { pages: Paging; children: ReactNode }) {
  const { failed, hasMore, isLoadingMore, loadMore, retry } = pages;
  return (
    <>
      {failed === 'renewal' && <NotRenewed onRetry={retry} />}
      {children}
      {failed === 'more' ? (
        <NotRenewed pending={isLoadingMore} onRetry={loadMore}>
          Не удалось загрузить продолжение.
        </NotRenewed>
      ) : (
        <LoadMore hasMore={hasMore} isLoading={isLoadingMore} isPaused={failed !== null} onMore={loadMore} />
      )}
    </>
  );
}
