export const PAIR_SORTS = ['change', 'name', 'price'] as const;
export type PairSort = (typeof PAIR_SORTS)[number];

/** What the list sorts and searches by. */
export interface PairEntry {
  symbol: string;
  baseAsset: string;
  /** null before the market's first price. */
  last: bigint | null;
  /** 24-hour change, basis points. */
  changeBp: bigint;
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);
const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

const COMPARATORS: Record<PairSort, (a: PairEntry, b: PairEntry) => number> = {
  change: (a, b) => compare(abs(b.changeBp), abs(a.changeBp)),
  name: () => 0,
  price: (a, b) => compare(b.last ?? -1n, a.last ?? -1n),
};

/** Pairs whose symbol or base contains `query`, favourites first, then by `sort`, ties by symbol. */
export function arrangePairs<T extends PairEntry>(
  pairs: readonly T[],
  query: string,
  sort: PairSort,
  favourites: ReadonlySet<string>,
): T[] {
  const wanted = query.trim().toUpperCase();
  const matching = pairs.filter(
    (pair) => pair.symbol.includes(wanted) || pair.baseAsset.toUpperCase().includes(wanted),
  );
  const bySort = COMPARATORS[sort];
  return matching.sort((a, b) => {
    const favourite = Number(favourites.has(b.symbol)) - Number(favourites.has(a.symbol));
    if (favourite !== 0) return favourite;
    const sorted = bySort(a, b);
    return sorted === 0 ? a.symbol.localeCompare(b.symbol, 'en') : sorted;
  });
}
