import type { Candle, Interval, Pair, Price, Usdt } from '@plecho/domain';
import type { PriceRecord } from '../commands/batch.ts';
import type { MoveCounts } from './candles/ports.ts';
import type { MarketDefinition } from './market-definition.ts';
import type { Rejection } from './price-gate.ts';
import type { Halt, RunnerPhase, RunnerStats } from './runner-state.ts';

/** 24-hour summary of a pair; figures are null before the first valid price. */
export interface Ticker {
  pair: Pair;
  last: PriceRecord | null;
  open24h: Price | null;
  high24h: Price | null;
  low24h: Price | null;
  volume24h: Usdt;
}

/** How a market stands. */
export interface MarketStatus {
  life: 'upcoming' | 'running' | 'ended';
  /** null unless trading is halted. */
  halt: Halt | null;
  /** Commands are being answered. */
  ready: boolean;
  /** The market's own clock, ms. */
  now: number;
}

/** What a running market has done since its start, and what waits. */
export interface MarketStats extends RunnerStats {
  phase: RunnerPhase;
  /** null unless trading is halted. */
  halt: Halt | null;
  /** Commands and firings that wait. */
  backlog: number;
  validTicks: number;
  rejected: Readonly<Record<Rejection, number>>;
  /** Age of the newest valid price of any symbol, ms by the market's clock; null before the first. */
  newestPriceAgeMs: number | null;
  candlesPending: number;
}

/** What everybody may see of a market. Implemented by the engine's market host and, when it is over, by what is left of it. */
export interface MarketView {
  readonly id: string;
  readonly definition: MarketDefinition;
  /** By symbol. */
  readonly pairs: ReadonlyMap<string, Pair>;
  status(): MarketStatus;
  tickers(): Ticker[];
  /** Newest valid price, however old; null before the first. */
  lastRecord(symbol: string): PriceRecord | null;
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
