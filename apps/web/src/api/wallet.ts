import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type WalletSend } from '@plecho/contract';
import { call } from './client.ts';
import { carryOut } from './intents/carry-out.ts';
import { keys } from './keys.ts';

/** Transfers to and from the practice wallet, newest first, page by page. */
export const useWalletTransactions = () =>
  useInfiniteQuery({
    queryKey: keys.walletTransactions(),
    queryFn: ({ pageParam, signal }) =>
      call(api.wallet.transactions, { query: { cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Sends coins of the practice wallet; the answer is the transaction, which still waits for its block. */
export function useSendCoins() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: WalletSend) => carryOut(api.wallet.send, { kind: 'sendCoins', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.walletTransactions() }),
  });
}
