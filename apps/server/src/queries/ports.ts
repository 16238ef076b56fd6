import type { CloseReason, Guessed, Ppm, Price, Side, Usdt } from '@plecho/domain';
import type { AccountView, FundingPayment, PriceRecord, TradeState } from '../commands/batch.ts';

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
  /** Only trades of which this person has a note, or one with the tag of this number. */
  noted?: { userId: bigint; tag: number | null } | undefined;
}

export type FundingFilter = Pick<TradeFilter, 'accountId' | 'beforeId' | 'limit'>;

/** What a position received or paid at an hour of funding. */
export interface FundingPaymentView extends Pick<
  FundingPayment,
  'id' | 'positionId' | 'symbol' | 'side' | 'amount' | 'waived'
> {
  record: PriceRecord;
  rate: Ppm;
  /** The hour, ms by the market's own clock. */
  at: number;
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

/** The other parts of a position that was closed in parts. */
export interface PositionParts {
  /** Margins of those that were closed before, in their order. */
  before: readonly Usdt[];
  /** Margin of what stayed open, without what was added later. */
  rest: Usdt;
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
  /** Of the position that a trade closed or was a part of. */
  parts(trade: Pick<TradeState, 'id' | 'accountId' | 'positionId' | 'added'>): Promise<PositionParts>;
  /** Newest first. */
  funding(filter: FundingFilter): Promise<FundingPaymentView[]>;
  /** Newest first: the one that lasts, then at most `limit` that ended. */
  seasons(accountId: bigint, limit: number): Promise<SeasonView[]>;
}

/** A private note as it is kept. */
export interface NoteView {
  text: string;
  tags: readonly string[];
  version: number;
  /** Wall clock, ms. */
  changedAt: number;
}

export interface NoteChange {
  userId: bigint;
  accountId: bigint;
  tradeId: bigint;
  /** The version that was changed; 0 for the first. */
  version: number;
  text: string;
  tags: readonly string[];
  /** Wall clock, ms. */
  at: number;
}

/** Whether a note is kept, or why not. What says the same as the one that is there is kept, whatever its version. */
export type KeptNote = 'kept' | 'changed' | 'too_many_tags' | 'trade_not_found';

export interface TagView {
  /** 1 to 20; free again when the tag is on no trade any more. */
  number: number;
  tag: string;
  trades: number;
}

/** Private notes on trades, each for its owner alone (rule S13). */
export interface NoteStore {
  keep(change: NoteChange): Promise<KeptNote>;
  /** By trade; nothing of those that are somebody else's. */
  of(userId: bigint, tradeIds: readonly bigint[]): Promise<Map<bigint, NoteView>>;
  tags(userId: bigint): Promise<TagView[]>;
}

/** What somebody guessed about a position before they saw it, and what was true. Errors are hundredths of a percent. */
export interface GuessView {
  /** null: it was not kept. */
  id: bigint | null;
  /** Wall clock, ms. */
  at: number;
  marketId: string;
  symbol: string;
  side: Side;
  leverage: number;
  margin: Usdt;
  entryPrice: Price;
  guessed: Guessed;
  truth: Guessed;
  liquidationError: number;
  lossError: number;
}

export interface GuessStore {
  /** Keeps a guess, unless there is one of the same market, pair, direction and leverage made after `since`. @returns that one, or null */
  keep(userId: bigint, guess: GuessView, since: number): Promise<{ id: bigint } | { earlier: GuessView }>;
  /** Newest first. */
  list(userId: bigint, atMost: number): Promise<GuessView[]>;
  /** Errors of the newest guesses about what has a liquidation price, newest first. */
  liquidationErrors(userId: bigint, atMost: number): Promise<number[]>;
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
