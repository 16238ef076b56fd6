import { useMemo, useState } from 'react';
import type { Pair } from '@plecho/contract';
import { usePairs } from '@/api/queries.ts';
import { arePricesComing, useTickers, type LiveTicker } from '@/live/index.ts';
import { arrangePairs, type PairEntry, type PairSort } from './sort-pairs.ts';

export interface ArrangedPair extends PairEntry {
  priceDecimals: number;
}

const toEntry = (pair: Pair, ticker: LiveTicker | undefined): ArrangedPair => ({
  symbol: pair.symbol,
  baseAsset: pair.baseAsset,
  priceDecimals: pair.priceDecimals,
  last: ticker?.last ?? null,
  changeBp: ticker?.change24hBp ?? 0n,
});

interface Arrangement {
  query: string;
  sort: PairSort;
  favourites: ReadonlySet<string>;
  /** Keeps the order while someone points at the list: a row must not jump from under the pointer. */
  frozen: boolean;
}

/** The pairs in the order of the list, renewed at most once a second. */
export function useArrangedPairs({ query, sort, favourites, frozen }: Arrangement) {
  'use memo';
  const { data, isError, refetch } = usePairs();
  const tickers = useTickers();
  const [order, setOrder] = useState(tickers);
  if (!frozen && order !== tickers) setOrder(tickers);
  const items = data?.items;
  const isLoading = items === undefined ? !isError : arePricesComing(items, tickers);
  const pairs = useMemo(() => {
    const bySymbol = new Map(order.map((ticker) => [ticker.symbol, ticker]));
    const entries = (isLoading ? [] : (items ?? [])).map((pair) => toEntry(pair, bySymbol.get(pair.symbol)));
    return arrangePairs(entries, query, sort, favourites);
  }, [items, isLoading, order, query, sort, favourites]);
  return { pairs, isLoading, isError, retry: () => void refetch() };
}
