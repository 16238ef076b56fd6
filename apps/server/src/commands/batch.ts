import type { EntryBar, Transfer } from '@plecho/domain';
import type { LookedUp } from '../lib/once.ts';
import type { CommandResult, Idempotency, Outcome } from './command.ts';
import type {
  AccountState,
  AddedEntry,
  Extremes,
  FundingPayment,
  FundingRound,
  LogEntryState,
  OrderState,
  PositionState,
  PriceRecord,
  SeasonState,
  SettlementState,
  TradeState,
  WithdrawalState,
} from './states.ts';

export type * from './states.ts';

/**
 * Everything a run of commands and triggers changed: written whole or not at all.
 *
 * Every list holds final states, and no id is in two lists that speak of the same thing: an account
 * opened in the batch is in `newAccounts` only, a position opened and changed in `openedPositions`
 * only, an order placed and changed or ended in `placedOrders` only (with its final status; one that was open before may be in
 * both `changedOrders` and `endedOrders`, in that order), and a position
 * opened and closed in neither list (its trade and its transfers remain).
 */
export interface Batch {
  marketId: string;
  /** Wall clock, milliseconds: when it was decided. */
  at: number;
  priceRecords: PriceRecord[];
  /** In the order of their ids. */
  transfers: Transfer[];
  newAccounts: AccountState[];
  /** Final state of the accounts that changed; the balances must agree with the transfers. */
  accounts: AccountState[];
  openedPositions: PositionState[];
  /** Levels set, margin added or reduced by a partial close, or funding paid. */
  changedPositions: PositionState[];
  /** Ids of positions that are gone. */
  closedPositions: bigint[];
  placedOrders: OrderState[];
  /** Open orders that were amended, or became limit orders. */
  changedOrders: OrderState[];
  /** Orders that filled, were cancelled or expired. */
  endedOrders: OrderState[];
  /** Fills by which somebody added to a position, in the order of each position's. */
  additions: NumberedEntry[];
  trades: TradeState[];
  /** At most one for each pair and hour, ever; one may be in several batches. */
  fundingRounds: FundingRound[];
  fundingPayments: FundingPayment[];
  withdrawals: WithdrawalState[];
  /** At most one for each operation, ever. */
  settlements: SettlementState[];
  /** Seasons that ended. */
  seasons: SeasonState[];
  log: LogEntryState[];
  outcomes: { idempotency: Idempotency; outcome: Outcome }[];
}

/** An entry after the first of a position. `n`: 2, 3 … */
export interface NumberedEntry {
  positionId: bigint;
  n: number;
  entry: AddedEntry;
}

/** Since when a market is halted, and why. */
export interface Halt {
  /** Server time, ms. */
  at: number;
  /** One line for operators. */
  reason: string;
}

/** A time in which a market was halted: market time, ms. `until`: null while its end is not known. */
export interface HaltedTime {
  since: number;
  until: number | null;
}

/** An account with entry orders whose owner may not open positions any more. */
export interface BarredAccount {
  accountId: bigint;
  reason: EntryBar;
}

/** What the engine rebuilds itself from at start. */
export interface MarketSnapshot {
  accounts: AccountState[];
  positions: PositionState[];
  orders: OrderState[];
  /** Whose entry orders come to nothing. */
  barred: BarredAccount[];
  /** Rounds that its positions may owe, and the newest of each pair. */
  fundingRounds: FundingRound[];
  /** Newest price seq of the market, used by a fill or logged; 0 if none. */
  lastSeq: bigint;
  /** Market time of the newest recorded price, ms; null if none. */
  lastRecordTime: number | null;
  /** null unless the market was halted, by whoever had it, and nobody has let it go on. */
  halt: Halt | null;
  /**
   * Those that something open may have lived through, ascending. One without an end is there also where somebody has ended
   * the halt while nobody had the market.
   */
  haltedTimes: HaltedTime[];
}

/** The engine's storage port. One writer per market. */
export interface Journal {
  /** Whether this writer still is the one, as far as is known here: somebody else may write once it is not (rule O1). */
  readonly isHeld: boolean;
  /**
   * Commits the batch in one transaction and one round trip. Locks ledger accounts in ascending id.
   * Rejects with IntegrityError when the batch is refused, and otherwise when it is not known to be
   * committed. The engine then loads again.
   */
  append(batch: Batch): Promise<void>;
  /** What is kept under the given keys, in their order. */
  outcomes(keys: Idempotency[]): Promise<LookedUp<CommandResult>[]>;
  load(): Promise<MarketSnapshot>;
  /**
   * Makes a halt last, also while the lock is lost; said twice the first one stays. Rejects when it is not known to be
   * written.
   * @param since market time, ms
   * @returns false when somebody else has taken the market since: it is theirs to halt
   */
  keepHalt(halt: Halt, since: number): Promise<boolean>;
  /** The halt that was kept is over; its time is kept. Rejects as {@link append} does. */
  endHalt(time: { since: number; until: number }): Promise<void>;
}

/** The rules of the ledger or of the database refused a batch, or what is stored breaks them. Nothing of the batch is written. */
export class IntegrityError extends Error {}

/**
 * Somebody else has had the market since this writer did: what is known of it here is old, and nothing is wrong with it.
 * It has to be started anew.
 */
export class SupersededError extends Error {}

/** What the engine knows of the prices that positions have met. */
export interface PathSource {
  /**
   * The extremes of a position that closes at `exit`, the newest tick of the symbol that was evaluated; null when they
   * are not known.
   */
  extremes(position: Pick<PositionState, 'side' | 'entryRecord' | 'added'>, exit: PriceRecord): Extremes | null;
}

/**
 * Ids of accounts, positions, orders, trades, transfers, operations and log entries. They grow within a process, none is
 * given twice anywhere, and which of two processes gave an id first can be told to about a second.
 */
export interface IdSource {
  /** @throws UnavailableError when there is none at hand */
  next(): bigint;
  readonly atHand: number;
  /** Resolves when so many are at hand that were drawn just now. Rejects with `UnavailableError`. */
  ready(count: number): Promise<void>;
  /** Resolves when the next ones are larger than all that were given before, anywhere. Rejects with `UnavailableError`. */
  renew(): Promise<void>;
  /** One for somebody who can wait for it. Rejects with `UnavailableError`. */
  draw(): Promise<bigint>;
}
