import type { WalletTransaction } from '@plecho/contract';
import { useWalletTransactions } from '@/api/wallet.ts';
import { grownConfirmations, isFinal } from '@/lib/confirmations.ts';
import { useRefresh } from '@/lib/use-refresh.ts';
import { useSecond } from '@/live/use-second.ts';

export interface Transactions {
  status: 'pending' | 'error' | 'success';
  /** Newest first, confirmations as of now. */
  items: WalletTransaction[];
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
}

/** Transactions of the practice wallet; those that are not final yet go on while they are looked at. */
export function useTransactions(): Transactions {
  const { data, status, dataUpdatedAt, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useWalletTransactions();
  const now = useSecond();
  const told = data?.pages.flatMap((page) => page.items) ?? [];
  useRefresh(
    told.some((transaction) => !isFinal(transaction)),
    refetch,
  );
  return {
    status,
    items: told.map((transaction) => ({
      ...transaction,
      confirmations: grownConfirmations(transaction, dataUpdatedAt, now),
    })),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  };
}
