import { createContext, use, type ReactNode } from 'react';
import type { Market } from '@plecho/contract';

interface Selected {
  market: Market;
  /** As the address names it; undefined for the main market. */
  param: string | undefined;
}

const SelectedMarketContext = createContext<Selected | null>(null);

/** Gives the screens below it the market that the address names (`?market=`), or the main one. */
export function SelectedMarketProvider({ market, children }: { market: Market; children: ReactNode }) {
  const param = market.main ? undefined : market.id;
  return <SelectedMarketContext value={{ market, param }}>{children}</SelectedMarketContext>;
}

/** The selected market. @throws Error outside of the signed-in screens */
export function useMarket(): Market {
  const selected = use(SelectedMarketContext);
  if (selected === null) throw new Error('no market is selected on this screen');
  return selected.market;
}

/** The selected market as links carry it on; undefined for the main market and on public screens. */
export function useMarketParam(): string | undefined {
  return use(SelectedMarketContext)?.param;
}

/** The selected market, or null on public screens. */
export function useMarketIfSelected(): Market | null {
  return use(SelectedMarketContext)?.market ?? null;
}
