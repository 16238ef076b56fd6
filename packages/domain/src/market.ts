import type { Usdt } from './decimal.ts';
import type { Ppm } from './liquidation.ts';

export const MARKET_KINDS = ['synthetic', 'exchange', 'replay', 'scenario'] as const;
export type MarketKind = (typeof MARKET_KINDS)[number];
export const MARKET_STATUSES = ['upcoming', 'running', 'ended'] as const;
export type MarketStatus = (typeof MARKET_STATUSES)[number];

/** Whether a recording was compared with what the exchange itself published, or made by the product's own generator. */
export const PROVENANCES = ['exchange', 'unverified', 'generated'] as const;
export type Provenance = (typeof PROVENANCES)[number];

/** Everything that decides fills in a market. Public, and immutable once the market has started (C2). */
export interface MarketRules {
  takerFee: Ppm;
  maintenance: Ppm;
  /** A price older than this, by the market's own clock, fills and liquidates nobody. */
  staleAfterMs: number;
  /** A jump larger than this share of the last valid price is no valid price … */
  maxJump: Ppm;
  /** … until prices have stayed near the new level for this long, by the market's own clock. */
  jumpConfirmMs: number;
  /** Buys fill half of it above the price, sells half of it below; by symbol, 0 where it is absent. */
  spreads: ReadonlyMap<string, Ppm>;
}

export const DEFAULT_RULES: MarketRules = {
  takerFee: 0n,
  maintenance: 5_000n,
  staleAfterMs: 10_000,
  maxJump: 300_000n,
  jumpConfirmMs: 30_000,
  spreads: new Map(),
};

export const DEFAULT_START_BALANCE: Usdt = 1_000_000_000n;

/** A trading pair of a market. */
export interface Pair {
  symbol: string;
  baseAsset: string;
  quoteAsset: 'USDT';
  /** Decimals to show a price with; the tick size is 10^-priceDecimals. */
  priceDecimals: number;
}
