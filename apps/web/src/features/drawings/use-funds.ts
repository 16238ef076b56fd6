import { useMemo } from 'react';
import { useMarket } from '@/api/queries.ts';
import { maxLeverageOf, ppmOf } from '@/lib/market-rates.ts';
import { useAccount } from '@/live/index.ts';
import { fundsOf, type Funds } from './figures.ts';

/** What the amounts of a position are reckoned from; null until the account is known. */
export function useFunds(): Funds | null {
  const { loaded, balances } = useAccount();
  const market = useMarket();
  const { maintenanceMarginPercent } = market;
  const maxLeverage = maxLeverageOf(market);
  return useMemo(
    () => (loaded ? fundsOf(balances, { maintenance: ppmOf(maintenanceMarginPercent), maxLeverage }) : null),
    [loaded, balances, maintenanceMarginPercent, maxLeverage],
  );
}
