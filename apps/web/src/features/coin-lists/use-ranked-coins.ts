import { useEffect, useState } from 'react';
import { rankCoins, type Coin, type CoinRanking } from './rank-coins.ts';

/** Rows keep their places this long, so that nobody taps a coin that has just moved away. */
const HOLD_MS = 10_000;

/** The coins of a ranking with live figures; their order is renewed every ten seconds. */
export function useRankedCoins(coins: readonly Coin[], ranking: CoinRanking): Coin[] {
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setRound((last) => last + 1), HOLD_MS);
    return () => clearInterval(timer);
  }, []);
  const key = `${ranking}\n${round}\n${coins.length}`;
  const [held, setHeld] = useState<{ key: string; symbols: string[] } | null>(null);
  const fresh = held?.key === key ? null : { key, symbols: rankCoins(coins, ranking).map((coin) => coin.symbol) };
  if (fresh !== null) setHeld(fresh);
  const bySymbol = new Map(coins.map((coin) => [coin.symbol, coin]));
  const symbols = (fresh ?? held)?.symbols ?? [];
  return symbols.map((symbol) => bySymbol.get(symbol)).filter((coin) => coin !== undefined);
}
