import type { CloseReason, Side, Usdt } from '@plecho/domain';
import type { AccountView, TradeState } from '../commands/batch.ts';

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
  /** Committed state, read in one snapshot of the database. */
  view(accountId: bigint): Promise<AccountView | null>;
  /** Newest first. */
  trades(filter: TradeFilter): Promise<TradeState[]>;
  trade(accountId: bigint, tradeId: bigint): Promise<TradeState | null>;
  /** Newest first: the one that lasts, then at most `limit` that ended. */
  seasons(accountId: bigint, limit: number): Promise<SeasonView[]>;
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
