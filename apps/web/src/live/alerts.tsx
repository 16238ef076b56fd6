import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { Ring } from '@plecho/contract';
import { MAIN_MARKET_ID } from '@plecho/domain';
import { useQueryClient } from '@tanstack/react-query';
import { keys } from '@/api/keys.ts';
import { useMarkets } from '@/api/queries.ts';
import { Emitter } from '@/lib/emitter.ts';
import { AlertsStore, type AlertsState } from './alerts-store.ts';
import { stream } from './stream.ts';

const AlertsContext = createContext<AlertsStore | null>(null);

/** Rings that have just come; whoever says them listens. */
const arrivals = new Emitter();
let arrived: readonly Ring[] = [];

/** Gives everything below it what the alerts of whoever is signed in have rung. */
export function AlertsProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { data: markets } = useMarkets();
  const main = markets?.find((market) => market.main)?.id ?? MAIN_MARKET_ID;
  const [store] = useState(
    () =>
      new AlertsStore(main, stream, (rings) => {
        void client.invalidateQueries({ queryKey: keys.alerts() });
        if (rings.length === 0) return;
        arrived = rings;
        arrivals.emit();
      }),
  );
  useEffect(() => store.start(), [store]);
  return <AlertsContext value={store}>{children}</AlertsContext>;
}

/** The newest rings and how many were not looked at, live. @throws Error outside of {@link AlertsProvider} */
export function useRings(): AlertsState {
  const store = use(AlertsContext);
  if (store === null) throw new Error('no alerts here');
  return useSyncExternalStore(store.listen, store.get);
}

/** Hears of rings as they come. @returns stops it */
export const listenToRings = (heard: (rings: readonly Ring[]) => void): (() => void) =>
  arrivals.listen(() => heard(arrived));
