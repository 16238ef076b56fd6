import { useMemo } from 'react';
import { usePersistentState } from '@/lib/storage.ts';

const DEFAULT = ['BTCUSDT', 'ETHUSDT', 'BNBUSDT'];

const isSymbols = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

export interface Favourites {
  symbols: ReadonlySet<string>;
  toggle: (symbol: string) => void;
}

/** Starred pairs, kept in this browser. */
export function useFavourites(): Favourites {
  'use memo';
  const [list, setList] = usePersistentState('favourites', DEFAULT, isSymbols);
  const symbols = useMemo(() => new Set(list), [list]);
  return {
    symbols,
    toggle: (symbol) => setList(symbols.has(symbol) ? list.filter((other) => other !== symbol) : [...list, symbol]),
  };
}
