import type { WalletTransaction } from '@plecho/contract';
import { pagesOf, type Pages } from '@/api/pages.ts';
import { useWalletTransactions } from '@/api/wallet.ts';
import { grownConfirmations, isFinal } from '@/lib/confirmations.ts';
import { useRefresh } from '@/lib/use-refresh.ts';
import { useSecond } from '@/live/use-second.ts';

/**
 * Transactions of the practice wallet, newest first, confirmations as of now; those that are not final yet go on while
 * they are looked at.
 */
export function useTransactions(): Pages<WalletTransaction> {
  const query = useWalletTransactions();
  const pages = pagesOf(query);
  const now = useSecond();
  useRefresh(
    pages.items.some((transaction) => !isFinal(transaction)),
    query.refetch,
  );
  return {
    ...pages,
    items: pages.items.map((transaction) => ({
      ...transaction,
      confirmations: grownConfirmations(transaction, query.dataUpdatedAt, now),
    })),
  };
}
