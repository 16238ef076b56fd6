import { usePairs } from '@/api/queries.ts';
import { usePersistentState } from '@/lib/storage.ts';

const DEFAULT_SYMBOL = 'BTCUSDT';

const isText = (value: unknown): value is string => typeof value === 'string';

/** The selected pair, kept in this browser; a market without it shows its first pair. */
export function useSelectedSymbol(): [string, (symbol: string) => void] {
  'use memo';
  const [kept, keep] = usePersistentState('symbol', DEFAULT_SYMBOL, isText);
  const { data } = usePairs();
  const symbols = data?.items.map(({ symbol }) => symbol);
  const known = symbols === undefined || symbols.includes(kept) ? kept : undefined;
  return [known ?? symbols?.[0] ?? DEFAULT_SYMBOL, keep];
}
