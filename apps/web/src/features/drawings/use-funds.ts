import { useMemo } from 'react';
import { useAccount } from '@/live/index.ts';
import { fundsOf, type Funds } from './figures.ts';

/** What the amounts of a position are reckoned from; null until the account is known. */
export function useFunds(): Funds | null {
  const { loaded, balances } = useAccount();
  return useMemo(() => (loaded ? fundsOf(balances) : null), [loaded, balances]);
}
