import { useState } from 'react';
import { filterPairs, type SelectablePair } from './filter-pairs.ts';

/**
 * The pairs found for `query`, with live prices but in the order of the moment of the search:
 * rows must not change places under a finger.
 */
export function useFoundPairs(
  pairs: readonly SelectablePair[],
  query: string,
  favourites: ReadonlySet<string>,
): SelectablePair[] {
  const priced = pairs.filter((pair) => pair.lastPrice !== null).length;
  const key = `${query}\n${pairs.length}\n${priced}`;
  const [held, setHeld] = useState<{ key: string; symbols: string[] } | null>(null);
  const fresh =
    held?.key === key ? null : { key, symbols: filterPairs(pairs, query, favourites).map((pair) => pair.symbol) };
  if (fresh !== null) setHeld(fresh);
  const bySymbol = new Map(pairs.map((pair) => [pair.symbol, pair]));
  const symbols = (fresh ?? held)?.symbols ?? [];
  return symbols.map((symbol) => bySymbol.get(symbol)).filter((pair) => pair !== undefined);
}
