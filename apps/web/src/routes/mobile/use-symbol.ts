import { useEffect } from 'react';
import { useLocation } from '@tanstack/react-router';
import { useMarket, useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { usePersistentState } from '@/lib/storage.ts';
import { useGo } from '@/ui/link.tsx';

const DEFAULT_SYMBOL = 'BTCUSDT';

const isText = (value: unknown): value is string => typeof value === 'string';

/** The first of the wanted symbols that the market has; its first one when it has none of them. */
export function symbolOf(market: readonly string[], wanted: readonly (string | null)[]): string {
  const known = [...wanted, DEFAULT_SYMBOL].find((symbol) => symbol !== null && market.includes(symbol));
  return known ?? market[0] ?? DEFAULT_SYMBOL;
}

/** The symbol on the screen: of the address, else the one seen last on this device. */
export function useSymbol(): [symbol: string, choose: (symbol: string) => void] {
  'use memo';
  const { symbols } = useMarket();
  const market = useMarketParam();
  const go = useGo();
  const { searchStr } = useLocation();
  const [last, setLast] = usePersistentState('symbol', DEFAULT_SYMBOL, isText);
  const symbol = symbolOf(symbols, [new URLSearchParams(searchStr).get('symbol'), last]);
  useEffect(() => setLast(symbol), [symbol, setLast]);
  return [symbol, (chosen) => go(paths.mobileTrade(chosen, market), { replace: true })];
}
