import type { CloseReason, Price, Side, Transfer, Usdt } from '@plecho/domain';
import type { Idempotency, Outcome } from './command.ts';

/** A valid price of one symbol; the fills that use it name its `seq` (rule E4). */
export interface PriceRecord {
  /** Grows by one with every valid tick of the market; unique in the market. */
  seq: bigint;
  symbol: string;
  price: Price;
  /** Milliseconds by the market's own clock. */
  time: number;
}

export interface AccountState {
  id: bigint;
  userId: bigint;
  /** Grows by one with every change of the account: the sequence number of its stream channel. */
  version: bigint;
  available: Usdt;
  orders: Usdt;
  margin: Usdt;
  locked: Usdt;
  /** Realised PnL net of fees since the account's start. May be negative. */
  realisedPnl: Usdt;
}

export interface PositionState {
  id: bigint;
  accountId: bigint;
  symbol: string;
  side: Side;
  margin: Usdt;
  leverage: number;
  notional: Usdt;
  entryPrice: Price;
  liquidationPrice: Price | null;
  takeProfit: Price | null;
  stopLoss: Price | null;
  /** What is left of the fee paid at the opening; partial closes take their share of it into the trade. */
  openFee: Usdt;
  /** Milliseconds by the market's own clock. */
  openedAt: number;
  entryRecord: PriceRecord;
}

export interface OrderState {
  id: bigint;
  accountId: bigint;
  symbol: string;
  side: Side;
  margin: Usdt;
  leverage: number;
  limitPrice: Price;
  takeProfit: Price | null;
  stopLoss: Price | null;
  /** Margin and opening fee set aside. */
  reserved: Usdt;
  status: 'open' | 'filled' | 'cancelled';
  createdAt: number;
}

/** A closed part of a position. Never changed. */
export interface TradeState {
  id: bigint;
  positionId: bigint;
  accountId: bigint;
  symbol: string;
  side: Side;
  margin: Usdt;
  leverage: number;
  notional: Usdt;
  entryPrice: Price;
  exitPrice: Price;
  liquidationPrice: Price | null;
  takeProfit: Price | null;
  stopLoss: Price | null;
  /** Share of the opening fee plus the closing or liquidation fee. */
  fee: Usdt;
  pnl: Usdt;
  insurance: Usdt;
  reason: CloseReason;
  openedAt: number;
  closedAt: number;
  entryRecord: PriceRecord;
  exitRecord: PriceRecord;
}

/**
 * Everything a run of commands and triggers changed: written whole or not at all.
 *
 * Every list holds final states, and no id is in two lists that speak of the same thing: an account
 * opened in the batch is in `newAccounts` only, a position opened and changed in `openedPositions`
 * only, an order placed and ended in `placedOrders` only (with its final status), and a position
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
  /** Triggers set or margin reduced by a partial close. */
  changedPositions: PositionState[];
  /** Ids of positions that are gone. */
  closedPositions: bigint[];
  placedOrders: OrderState[];
  /** Orders filled or cancelled. */
  endedOrders: OrderState[];
  trades: TradeState[];
  outcomes: { idempotency: Idempotency; outcome: Outcome }[];
}

/** What the engine rebuilds itself from at start. */
export interface MarketSnapshot {
  accounts: AccountState[];
  positions: PositionState[];
  orders: OrderState[];
  /** Newest recorded price seq of the market; 0 if none. */
  lastSeq: bigint;
  /** Market time of the newest recorded price, ms; null if none. */
  lastRecordTime: number | null;
}

/** The engine's storage port. One writer per market. */
export interface Journal {
  /**
   * Commits the batch in one transaction and one round trip. Locks ledger accounts in ascending id.
   * Rejects when it is not known to be committed; the engine then loads again.
   */
  append(batch: Batch): Promise<void>;
  /** Frozen outcomes of the given keys, in their order; null where there is none. */
  outcomes(keys: Idempotency[]): Promise<({ bodyHash: string; outcome: Outcome } | null)[]>;
  load(): Promise<MarketSnapshot>;
}

/** The rules of the ledger or of the database refused a batch: trading on the market must stop. */
export class IntegrityError extends Error {}

/** Process-wide ids of accounts, positions, orders, trades and transfers: growing integers. */
export interface IdSource {
  next(): bigint;
}
