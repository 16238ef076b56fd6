import type { Price } from '@plecho/domain';

/** The most rows that a query finds. */
export const PAIRS_WITH_QUERY = 50;

/** What the selector shows of a pair; without a price it can be found, but is no mover. */
export interface SelectablePair {
  symbol: string;
  baseAsset: string;
  quoteAsset: string;
  lastPrice: Price | null;
  priceDecimals: number;
  /** Hundredths of a percent over 24 hours. */
  changeBp: bigint;
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

function byMagnitude(a: SelectablePair, b: SelectablePair): number {
  const difference = magnitude(b.changeBp) - magnitude(a.changeBp);
  if (difference !== 0n) return difference > 0n ? 1 : -1;
  return a.symbol < b.symbol ? -1 : 1;
}

/** "btc / usdt" and "btc-usdt" mean the symbol: people type what they see in the header. */
const normalise = (query: string): string => query.toUpperCase().replaceAll(/[\s/-]/g, '');

const matches = (pair: SelectablePair, query: string): boolean =>
  pair.symbol.includes(query) || pair.baseAsset.includes(query) || pair.quoteAsset.includes(query);

/**
 * Pairs to offer for `query`: without one all that have a price, favourites first, then by absolute
 * change; with one up to 50 whose symbol, base or quote contains it, an exact base asset or symbol first.
 */
export function filterPairs(
  pairs: readonly SelectablePair[],
  query: string,
  favourites: ReadonlySet<string>,
): SelectablePair[] {
  const wanted = normalise(query);
  if (wanted === '') {
    const priced = pairs.filter((pair) => pair.lastPrice !== null).toSorted(byMagnitude);
    const isFavourite = (pair: SelectablePair): boolean => favourites.has(pair.symbol);
    return [...priced.filter(isFavourite), ...priced.filter((pair) => !isFavourite(pair))];
  }
  const rank = (pair: SelectablePair): number => {
    if (pair.baseAsset === wanted || pair.symbol === wanted) return 0;
    return pair.symbol.startsWith(wanted) ? 1 : 2;
  };
  const byRank = (a: SelectablePair, b: SelectablePair): number =>
    rank(a) === rank(b) ? byMagnitude(a, b) : rank(a) - rank(b);
  return pairs
    .filter((pair) => matches(pair, wanted))
    .toSorted(byRank)
    .slice(0, PAIRS_WITH_QUERY);
}
