import type { BankVerdict, OperationFailure, OperationStatus, OperationType, Price, Usdt } from '@plecho/domain';
import type { Asset, CoinAmount, Currency, Network, PracticeCard } from '@plecho/network';

/** A deposit, a card top-up or a withdrawal, with what has become of it. */
export interface OperationRecord {
  id: bigint;
  accountId: bigint;
  userId: bigint;
  type: OperationType;
  /** Digits of the request code. */
  code: bigint;
  /** Units of the coin; whole roubles for a card. */
  amount: CoinAmount;
  currency: Currency;
  /** null for a card, in or out. */
  network: Network | null;
  /** Where the coins went; null for a card, in or out. */
  address: string | null;
  memo: string | null;
  /** What of a withdrawal does not arrive, units of the coin. */
  fee: CoinAmount;
  /** What a withdrawal locked; null for the others. */
  value: Usdt | null;
  /** The price that `value` was reckoned with; null without one. */
  price: Price | null;
  /** Of a top-up, or of a withdrawal to a card. */
  card: PracticeCard | null;
  /** Wall clock, ms. */
  createdAt: number;
  /** null for a card, and for a withdrawal that is not on the network yet. `block` may be still to come. */
  transaction: { hash: string; block: number } | null;
  /** null for all but top-ups. */
  bank: BankState | null;
  /** null while it is pending. */
  settlement: Settlement | null;
}

/** How an operation ended. */
export interface Settlement {
  failure: OperationFailure | null;
  /** USDT that the account got or that left it; null when it failed. */
  value: Usdt | null;
  /** The price of a deposited coin; null without one. */
  price: Price | null;
  /** Wall clock, ms. */
  at: number;
}

/** What the simulated bank waits for, and what it has come to. */
export interface BankState {
  /** Four digits; null: a click is enough. */
  code: string | null;
  attemptsLeft: number;
  /** Wall clock, ms. */
  expiresAt: number;
  /** null while it waits; then it never changes. */
  verdict: BankVerdict | null;
}

interface NewOperation {
  id: bigint;
  accountId: bigint;
  userId: bigint;
  createdAt: number;
}

export interface NewDeposit extends NewOperation {
  asset: Asset;
  amount: CoinAmount;
  network: Network;
  address: string;
  txHash: string;
}

export interface NewCard extends NewOperation {
  rub: number;
  card: PracticeCard;
  bank: Omit<BankState, 'verdict'>;
}

export interface OperationFilter {
  accountId: bigint;
  /** Only operations with a smaller id. */
  beforeId: bigint | null;
  limit: number;
  type?: OperationType | undefined;
  status?: OperationStatus | undefined;
}

/** Storage of operations. What was stored is never changed; how an operation ends, the engine writes. */
export interface OperationStore {
  /** @returns false when the hash is taken; then nothing is stored */
  addDeposit(deposit: NewDeposit): Promise<boolean>;
  addCard(card: NewCard): Promise<void>;
  byId(id: bigint): Promise<OperationRecord | null>;
  /** Newest first. */
  list(filter: OperationFilter): Promise<OperationRecord[]>;
  countPending(userId: bigint): Promise<number>;
  /**
   * Takes an attempt at the bank's code and only then compares, so that no more are compared than there
   * are, however close together they come. The verdict is `ifRight` for the right code, and `wrongCode`
   * with the last attempt.
   * @param code null where a click is enough
   * @param now wall clock, ms
   * @returns what the bank has come to; null when it had ended or expired before: then nothing happened
   */
  tryCode(
    operationId: bigint,
    code: string | null,
    ifRight: BankVerdict,
    now: number,
  ): Promise<Pick<BankState, 'attemptsLeft' | 'verdict'> | null>;
  /** Ends the bank's step. @returns false when it had ended before: then nothing happened */
  endBank(operationId: bigint, verdict: BankVerdict): Promise<boolean>;
  /**
   * Pending operations that something can be done about: transactions whose block is at most the height
   * given for their network, withdrawals that are not on the network, cards whose bank has ended or that
   * ran out of time. Ascending by id, only ids above `afterId`.
   * @param now wall clock, ms
   */
  due(now: number, confirmed: ReadonlyMap<Network, number>, afterId: bigint, limit: number): Promise<OperationRecord[]>;
  pendingByType(): Promise<Record<OperationType, number>>;
}

/** Storage that works inside one transaction. */
export interface MoneyStorage {
  operations: OperationStore;
}
