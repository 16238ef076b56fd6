import type { Candle, CloseReason, Interval, Pair, Price, Side, Usdt } from '@plecho/domain';
import type { AccountState, OrderState, PositionState, PriceRecord, TradeState } from '../commands/batch.ts';
import type { Market } from '@plecho/contract';

/** Committed state of one account, read in one snapshot of the database. */
export interface AccountView {
  account: AccountState;
  positions: PositionState[];
  /** Open orders only. */
  orders: OrderState[];
}

export interface TradeFilter {
  accountId: bigint;
  /** Only trades with a smaller id. */
  beforeId: bigint | null;
  limit: number;
  symbol?: string | undefined;
  side?: Side | undefined;
  reason?: CloseReason | undefined;
  /** Number of a season; one that never was has no trades. */
  season?: number | undefined;
}

/** A season of an account; the one that lasts has no end. Times are wall clock, ms. */
export interface SeasonView {
  number: number;
  startedAt: number;
  endedAt: number | null;
  endBalance: Usdt | null;
  realisedPnl: Usdt;
  trades: number;
  liquidations: number;
}

/** Read side of the storage for a person's trading. */
export interface AccountReader {
  /** null when the user has not entered the market. */
  accountId(userId: bigint, marketId: string): Promise<bigint | null>;
  /** Every account of the user, by market. */
  accountsOf(userId: bigint): Promise<Map<string, bigint>>;
  view(accountId: bigint): Promise<AccountView | null>;
  /** Newest first. */
  trades(filter: TradeFilter): Promise<TradeState[]>;
  trade(accountId: bigint, tradeId: bigint): Promise<TradeState | null>;
  /** Newest first: the one that lasts, then at most `limit` that ended. */
  seasons(accountId: bigint, limit: number): Promise<SeasonView[]>;
}

/** 24-hour summary of a pair; figures are null before the first valid price. */
export interface Ticker {
  pair: Pair;
  last: PriceRecord | null;
  open24h: Price | null;
  high24h: Price | null;
  low24h: Price | null;
  volume24h: Usdt;
}

/** How often, over the last 30 days, the price came to the liquidation price within `windowHours` of an hourly start. */
export interface MoveCounts {
  windowHours: number;
  starts: number;
  /** Number of starts by leverage: index 0 is 1x, index 9 is 10x. */
  long: number[];
  short: number[];
}

/** What everybody may see of a market. Implemented by the engine's market host and, when it is over, by what is left of it. */
export interface MarketView {
  readonly id: string;
  describe(): Market;
  /** The market's own clock, ms. */
  now(): number;
  tickers(): Ticker[];
  /** Newest valid price, however old; null before the first. */
  lastRecord(symbol: string): PriceRecord | null;
  hasSymbol(symbol: string): boolean;
  /** Closed candles from storage joined with the open one, ascending, at most `limit`, opening before `before` (s). */
  candles(symbol: string, interval: Interval, limit: number, before: number | null): Promise<Candle[]>;
  /** The candle under construction; null before the first tick of its bucket. */
  openCandle(symbol: string, interval: Interval): Candle | null;
  /** With the maintenance margin of this market. */
  moveFrequency(symbol: string): Promise<MoveCounts>;
}

export interface MarketDirectory {
  readonly mainId: string;
  get(marketId: string): MarketView | null;
  /** Whether a market that is not there exists: its start failed and is tried again. */
  isExpected(marketId: string): boolean;
  /** Whether only those who have an account in it should find the market. */
  isWithdrawn(marketId: string): boolean;
  all(): MarketView[];
}

/** The key of a day of a market. */
export interface DayKey {
  /** "2026-11-20", UTC. */
  day: string;
  /** 64 hexadecimal digits. */
  key: string;
}

/** The keys of a market's days that are over (rule M4). `now` is the market's own clock, ms. */
export interface DayKeyView {
  /** Published before the first day began; 64 hexadecimal digits. */
  readonly anchor: string;
  readonly firstDay: string;
  newest(now: number): DayKey | null;
  /** null for a day that is not over yet, and for what is no day of the market. */
  of(day: string, now: number): DayKey | null;
}

export interface DayKeyDirectory {
  /** null for a market whose days have no keys. */
  get(marketId: string): DayKeyView | null;
}
