import { useEffect } from 'react';
import { useLocation } from '@tanstack/react-router';
import { useMarket, useMarketParam, usePairs } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { usePersistentState } from '@/lib/storage.ts';
import { useGo } from '@/ui/link.tsx';

const DEFAULT_SYMBOL = 'BTCUSDT';

const isText = (value: unknown): value is string => typeof value === 'string';

/** Chooses the pair that the address names, once: the address is then the screen's own again. */
function useNamedPair(choose: (symbol: string) => void): void {
  const { symbols } = useMarket();
  const market = useMarketParam();
  const go = useGo();
  const named = new URLSearchParams(useLocation().searchStr).get('symbol');
  useEffect(() => {
    if (named === null) return;
    if (symbols.includes(named)) choose(named);
    go(paths.dashboard(market), { replace: true });
  }, [named, symbols, market, go, choose]);
}

/** The selected pair, kept in this browser; a market without it shows its first pair. */
export function useSelectedSymbol(): [string, (symbol: string) => void] {
  'use memo';
  const [kept, keep] = usePersistentState('symbol', DEFAULT_SYMBOL, isText);
  useNamedPair(keep);
  const { data } = usePairs();
  const symbols = data?.items.map(({ symbol }) => symbol);
  const known = symbols === undefined || symbols.includes(kept) ? kept : undefined;
  return [known ?? symbols?.[0] ?? DEFAULT_SYMBOL, keep];
}
