import { createContext, use, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { Operation } from '@plecho/contract';
import { MAIN_MARKET_ID } from '@plecho/domain';
import { useQueryClient } from '@tanstack/react-query';
import { keys } from '@/api/keys.ts';
import { useMarkets } from '@/api/queries.ts';
import { PaymentsStore, type PaymentsState } from './payments-store.ts';
import { stream } from './stream.ts';

export type { PaymentsState } from './payments-store.ts';

const PaymentsContext = createContext<PaymentsStore | null>(null);

/** Gives everything below it the practice money of whoever is signed in. */
export function PaymentsProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { data: markets } = useMarkets();
  const main = markets?.find((market) => market.main)?.id ?? MAIN_MARKET_ID;
  const [store] = useState(
    () =>
      new PaymentsStore(main, stream, () => {
        void client.invalidateQueries({ queryKey: keys.operationLists() });
        void client.invalidateQueries({ queryKey: keys.walletTransactions() });
      }),
  );
  return <PaymentsContext value={store}>{children}</PaymentsContext>;
}

/** The newest operations and the practice wallet, live. @throws Error outside of {@link PaymentsProvider} */
export function usePayments(): PaymentsState {
  const store = use(PaymentsContext);
  if (store === null) throw new Error('no practice money here');
  return useSyncExternalStore(store.listen, store.get);
}

/** What has become of an operation since it was answered. */
export function useLiveOperation(operation: Operation): Operation {
  const { operations } = usePayments();
  return operations.find(({ id }) => id === operation.id) ?? operation;
}
