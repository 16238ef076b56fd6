import { useEffect, useMemo } from 'react';
import { MAX_PAGE, type Trade } from '@plecho/contract';
import { useTrades } from '@/api/trades.ts';
import { useAccount } from '@/live/index.ts';

export interface ClosedTrades {
  /** Newest first, each once, those that have just closed included. */
  trades: readonly Trade[];
  status: 'pending' | 'error' | 'success';
  /** There are older ones that were not asked for. */
  hasMore: boolean;
  retry: () => void;
}

const byNewest = (a: Trade, b: Trade): number => (BigInt(a.id) > BigInt(b.id) ? -1 : 1);

/**
 * The newest trades and, with `since` (seconds), at least all that closed after it: pages are
 * read until one reaches beyond it.
 */
export function useClosedTrades(since = Infinity): ClosedTrades {
  const { data, status, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useTrades({ limit: MAX_PAGE });
  const hasFailed = status === 'error';
  const { recentTrades } = useAccount();
  const trades = useMemo(() => {
    const read = data?.pages.flatMap((page) => page.items) ?? [];
    return [...new Map([...recentTrades, ...read].map((trade) => [trade.id, trade])).values()].toSorted(byNewest);
  }, [data, recentTrades]);

  const oldest = data?.pages.at(-1)?.items.at(-1);
  const incomplete = hasNextPage && oldest !== undefined && oldest.closeTime >= since;
  useEffect(() => {
    // One that failed is not asked for again at once, without an end.
    if (incomplete && !isFetchingNextPage && !hasFailed) void fetchNextPage();
  }, [incomplete, isFetchingNextPage, hasFailed, fetchNextPage]);

  return {
    trades,
    // What has been read stays known when it could not be read again.
    status: data !== undefined && !incomplete ? 'success' : hasFailed ? 'error' : 'pending',
    hasMore: hasNextPage,
    retry: () => void refetch(),
  };
}
