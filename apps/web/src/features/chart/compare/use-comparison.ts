import { useMemo } from 'react';
import { usePairs } from '@/api/queries.ts';
import { usePersistentState } from '@/lib/storage.ts';

/** Beside the chart's own pair. */
export const MOST_COMPARED = 2;

const NONE: readonly string[] = [];

const isSymbols = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length <= MOST_COMPARED &&
  value.every((symbol) => typeof symbol === 'string') &&
  new Set(value).size === value.length;

/** The pairs that this device's charts compare with. */
export const useComparison = (): [readonly string[], (symbols: readonly string[]) => void] =>
  usePersistentState('chart-compare', NONE, isSymbols);

/** Of those, the pairs that the market has, without the chart's own. */
export function useComparedPairs(symbol: string): readonly string[] {
  const [symbols] = useComparison();
  const { data } = usePairs();
  return useMemo(
    () => symbols.filter((each) => each !== symbol && data?.items.some((pair) => pair.symbol === each) === true),
    [symbols, symbol, data],
  );
}
