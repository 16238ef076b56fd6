import type { ClassRules } from './class-rules.ts';
import type { Usdt } from './decimal.ts';
import type { Ppm } from './liquidation.ts';

export const MARKET_KINDS = ['synthetic', 'exchange', 'replay', 'scenario'] as const;
export type MarketKind = (typeof MARKET_KINDS)[number];
/** The market that everybody has an account in from the beginning. */
export const MAIN_MARKET_ID = 'main';

export const MARKET_LIVES = ['upcoming', 'running', 'ended'] as const;
export type MarketLife = (typeof MARKET_LIVES)[number];

/** Whether a recording was compared with what the exchange itself published, or made by the product's own generator. */
export const PROVENANCES = ['exchange', 'unverified', 'generated'] as const;
export type Provenance = (typeof PROVENANCES)[number];

/** How many hours may lie between two payments of funding: so that they come at the same hours of every day. */
export const FUNDING_HOURS = [1, 2, 4, 8] as const;

/** Payments between longs and shorts at published hours. */
export interface FundingRules {
  /** One of {@link FUNDING_HOURS}, counted from 00:00 UTC by the market's own clock. */
  intervalHours: number;
  /** The rate is at most this, either way. */
  cap: Ppm;
}

/** Everything that decides fills in a market. Public, and immutable once the market has started (C2). */
export interface MarketRules {
  takerFee: Ppm;
  /** Of a limit order that rested and fills at its limit. */
  makerFee: Ppm;
  /** null: there is no funding. */
  funding: FundingRules | null;
  maintenance: Ppm;
  /** A price older than this, by the market's own clock, fills and liquidates nobody. */
  staleAfterMs: number;
  /** A jump larger than this share of the last valid price is no valid price … */
  maxJump: Ppm;
  /** … until prices have stayed near the new level for this long, by the market's own clock. */
  jumpConfirmMs: number;
  /** Buys fill half of it above the price, sells half of it below; by symbol, 0 where it is absent. */
  spreads: ReadonlyMap<string, Ppm>;
  /** null: the market is of no class. */
  classRules: ClassRules | null;
}

export const DEFAULT_RULES: MarketRules = {
  takerFee: 0n,
  makerFee: 0n,
  funding: null,
  maintenance: 5_000n,
  staleAfterMs: 10_000,
  maxJump: 300_000n,
  jumpConfirmMs: 30_000,
  spreads: new Map(),
  classRules: null,
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
