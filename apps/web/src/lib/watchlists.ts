import { useMemo } from 'react';
import { usePersistentState } from './storage.ts';

/** Lists of pairs to keep an eye on. They have numbers: a name that is typed would be one more thing to keep to oneself. */
export const WATCHLISTS = ['1', '2', '3', '4', '5'] as const;
export type Watchlist = (typeof WATCHLISTS)[number];

const DEFAULT = ['BTCUSDT', 'ETHUSDT', 'BNBUSDT'];
const NONE: string[] = [];

const isWatchlist = (value: unknown): value is Watchlist => WATCHLISTS.includes(value as Watchlist);
const isSymbols = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** The first has the place of the one list that there was. */
const keyOf = (list: Watchlist): string => (list === '1' ? 'favourites' : `favourites-${list}`);

/** The starred pairs of the list that is chosen. */
export interface Favourites {
  list: Watchlist;
  choose: (list: Watchlist) => void;
  symbols: ReadonlySet<string>;
  toggle: (symbol: string) => void;
}

/** Starred pairs, in lists kept in this browser. */
export function useFavourites(): Favourites {
  'use memo';
  const [list, choose] = usePersistentState<Watchlist>('watchlist', '1', isWatchlist);
  const [kept, setKept] = usePersistentState(keyOf(list), list === '1' ? DEFAULT : NONE, isSymbols);
  const symbols = useMemo(() => new Set(kept), [kept]);
  return {
    list,
    choose,
    symbols,
    toggle: (symbol) => setKept(symbols.has(symbol) ? kept.filter((other) => other !== symbol) : [...kept, symbol]),
  };
}
