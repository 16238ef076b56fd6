import { useMemo } from 'react';
import { MAX_LEVERAGE, parseDecimal } from '@plecho/domain';
import { useMarket } from '@/api/queries.ts';
import { useAccount } from '@/live/index.ts';
import { fundsOf, type Funds } from './figures.ts';

/** What the amounts of a position are reckoned from; null until the account is known. */
export function useFunds(): Funds | null {
  const { loaded, balances } = useAccount();
  const { maintenanceMarginPercent, classRules } = useMarket();
  const maxLeverage = classRules?.maxLeverage ?? MAX_LEVERAGE;
  return useMemo(
    () =>
      loaded ? fundsOf(balances, { maintenance: parseDecimal(maintenanceMarginPercent, 4) ?? 0n, maxLeverage }) : null,
    [loaded, balances, maintenanceMarginPercent, maxLeverage],
  );
}
