import type { Pair } from '@plecho/contract';
import type { Price, Usdt } from '@plecho/domain';
import { usePairs } from '@/api/queries.ts';
import { useTickers, type LiveTicker } from '@/live/index.ts';

/** A pair with its newest figures; renewed once a second. */
export interface MarketPair {
  symbol: string;
  baseAsset: string;
  quoteAsset: string;
  priceDecimals: number;
  /** null until the market has its first price. */
  lastPrice: Price | null;
  changeBp: bigint;
  volume: Usdt;
}

function withTicker(pair: Pair, ticker: LiveTicker | undefined): MarketPair {
  const { symbol, baseAsset, quoteAsset, priceDecimals } = pair;
  return {
    symbol,
    baseAsset,
    quoteAsset,
    priceDecimals,
    lastPrice: ticker?.last ?? null,
    changeBp: ticker?.change24hBp ?? 0n,
    volume: ticker?.volume24h ?? 0n,
  };
}

export interface MarketPairs {
  /** null while they load. */
  pairs: readonly MarketPair[] | null;
  failed: boolean;
  retry: () => void;
}

/** All pairs of the selected market with live figures. */
export function useMarketPairs(): MarketPairs {
  const { data, isError, refetch } = usePairs();
  const tickers = useTickers();
  const bySymbol = new Map(tickers.map((ticker) => [ticker.symbol, ticker]));
  return {
    pairs: data?.items.map((pair) => withTicker(pair, bySymbol.get(pair.symbol))) ?? null,
    failed: isError && data === undefined,
    retry: () => void refetch(),
  };
}
