import type { Price, Usdt } from '@plecho/domain';

/** How many coins a list holds, and how many of them it shows before it is asked for the rest. */
export const COINS_LOADED = 20;
export const COINS_SHOWN = 10;

/** What a coin list shows of a pair. */
export interface Coin {
  symbol: string;
  baseAsset: string;
  lastPrice: Price;
  priceDecimals: number;
  /** Hundredths of a percent over 24 hours. */
  changeBp: bigint;
  /** Turnover of 24 hours, USDT. */
  volume: Usdt;
}

export type CoinRanking = 'growth' | 'volume';

const figureOf: Record<CoinRanking, (coin: Coin) => bigint> = {
  growth: (coin) => coin.changeBp,
  volume: (coin) => coin.volume,
};

/**
 * The {@link COINS_LOADED} coins with the largest figure, largest first; equal ones by symbol.
 * Only what has risen has grown: the ranking by growth may be short, or empty.
 */
export function rankCoins(coins: readonly Coin[], ranking: CoinRanking): Coin[] {
  const figure = figureOf[ranking];
  return coins
    .filter((coin) => ranking === 'volume' || coin.changeBp > 0n)
    .toSorted((a, b) => {
      const difference = figure(b) - figure(a);
      if (difference !== 0n) return difference > 0n ? 1 : -1;
      return a.symbol < b.symbol ? -1 : 1;
    })
    .slice(0, COINS_LOADED);
}
