import { useMemo } from 'react';
import { parseDecimal } from '@plecho/domain';
import { useMarket } from '@/api/queries.ts';
import { useAccount } from '@/live/index.ts';
import { fundsOf, type Funds } from './figures.ts';

/** What the amounts of a position are reckoned from; null until the account is known. */
export function useFunds(): Funds | null {
  const { loaded, balances } = useAccount();
  const { maintenanceMarginPercent } = useMarket();
  return useMemo(
    () => (loaded ? fundsOf(balances, parseDecimal(maintenanceMarginPercent, 4) ?? 0n) : null),
    [loaded, balances, maintenanceMarginPercent],
  );
}
