import type { Candle, Interval, MarketLife, Pair, Price, Usdt } from '@plecho/domain';
import type { AccountView, Halt, PriceRecord } from '../commands/batch.ts';
import type { Command, Idempotency, Outcome, TradingDesk } from '../commands/command.ts';
import type { Playback } from '../feeds/feed.ts';
import type { MoveCounts } from './candles/ports.ts';
import type { MarketListener } from './events.ts';
import type { LogStats, LogTip } from './log/ports.ts';
import type { MarketDefinition } from './market-definition.ts';
import type { Rejection } from './price-gate.ts';
import type { RunnerPhase, RunnerStats } from './runner-state.ts';

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
  life: MarketLife;
  /** null unless trading is halted. */
  halt: Halt | null;
  /** Commands are being answered. */
  ready: boolean;
  /** The market's own clock, ms. */
  now: number;
  /** How many people have an account in it. */
  members: number;
  /** The newest checkpoint of its log; null before the first, and where it is not at hand. */
  log: LogTip | null;
  /** Of a market that plays a recording. */
  playback?: Playback;
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
  /** null for a market without a log. */
  log: LogStats | null;
  /** What keeps prices away, in a line for operators; null when nothing is known to. */
  problem: string | null;
}

/** A market's prices at one moment. */
export interface Quotes {
  status: MarketStatus;
  /** In the order of its pairs. */
  tickers: Ticker[];
}

/**
 * A market as everybody but the engine sees it. What never changes is at hand; everything else is asked for
 * and may come from another process, so every question rejects with `UnavailableError` when nobody
 * answers it. Commands go to {@link Markets.submit}, what happens is told to a {@link MarketListener}.
 */
export interface MarketPort {
  readonly id: string;
  readonly definition: MarketDefinition;
  /** By symbol. */
  readonly pairs: ReadonlyMap<string, Pair>;
  status(): Promise<MarketStatus>;
  quotes(): Promise<Quotes>;
  /**
   * Committed state of an account, at hand. null: the storage has to be asked, because the market is halted, over
   * or being loaded, does not know the account, or is writing a change of it.
   */
  account(accountId: bigint): Promise<AccountView | null>;
  /** Newest valid prices of some symbols, however old; those without one are absent. */
  lastPrices(symbols: Iterable<string>): Promise<ReadonlyMap<string, PriceRecord>>;
  /** Closed candles from storage joined with the open one, ascending, at most `limit`, opening before `before` (s). */
  candles(symbol: string, interval: Interval, limit: number, before: number | null): Promise<Candle[]>;
  /** The candle under construction; null before the first tick of its bucket. */
  openCandle(symbol: string, interval: Interval): Promise<Candle | null>;
  /** How the prices of the last 24 hours went, by symbol: a point every half hour, oldest first; none of a market that is over. */
  courses(): Promise<ReadonlyMap<string, readonly Price[]>>;
  /** With the maintenance margin of this market. */
  moveFrequency(symbol: string): Promise<MoveCounts>;
}

/** A market that runs, as those see it who look after it. */
export interface RunningMarketPort extends MarketPort {
  stats(): Promise<MarketStats>;
  /** Stops trading because a check found the market's books wrong. @param reason one line for operators */
  halt(reason: string): Promise<void>;
  /** @returns false when there was no halt. Rejects with what is in the way of going on. */
  resume(): Promise<boolean>;
}

/** A market as the desk holds it: the market itself when it is of this process, or the side of it here when another process has it. */
export interface MarketSide extends RunningMarketPort {
  readonly isRunning: boolean;
  /** Rejects with `UnavailableError` when nothing is known to have happened. */
  submit(command: Command, idempotency?: Idempotency): Promise<Outcome>;
}

/** All markets: which there are, where commands go, and whom to tell. */
export interface Markets extends TradingDesk {
  readonly mainId: string;
  get(marketId: string): MarketPort | null;
  /** null for a market that is over or not there. */
  running(marketId: string): RunningMarketPort | null;
  /** Whether a market that is not there exists: its start failed and is tried again. */
  isExpected(marketId: string): boolean;
  /** Whether only those who have an account in it should find the market. */
  isWithdrawn(marketId: string): boolean;
  /** The main market first. */
  all(): MarketPort[];
  /** Those that are everybody's. */
  allRunning(): RunningMarketPort[];
  /** Those of one person each. */
  personalRunning(): RunningMarketPort[];
  /** Listeners are told of every market, those to come too, in the order in which they were added. */
  listen(listener: MarketListener): void;
}
