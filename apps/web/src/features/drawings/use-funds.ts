import { useMemo } from 'react';
import { useAccount } from '@/live/index.ts';
import type { Funds } from './figures.ts';

/** What the amounts of a position are reckoned from; null until the account is known. */
export function useFunds(): Funds | null {
  const { loaded, balances } = useAccount();
  const { available, inPositions, inOrders } = balances;
  return useMemo(
    () => (loaded ? { total: available + inPositions + inOrders, available } : null),
    [loaded, available, inPositions, inOrders],
  );
}
