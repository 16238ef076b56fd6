import type { PaymentsData } from '@plecho/contract';
import type { Price, Usdt } from '@plecho/domain';
import type { Asset, CoinAmount, Network, PracticeCard } from '@plecho/network';
import type { OperationFailure } from '../commands/states.ts';

export const OPERATION_TYPES = ['deposit', 'withdraw', 'card'] as const;
export type OperationType = (typeof OPERATION_TYPES)[number];
export type OperationStatus = 'pending' | 'completed' | 'failed';

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
  currency: Asset | 'RUB';
  /** null for a card. */
  network: Network | null;
  /** Where the coins went; null for a card. */
  address: string | null;
  memo: string | null;
  /** What of a withdrawal does not arrive, units of the coin. */
  fee: CoinAmount;
  /** What a withdrawal locked; null for the others. */
  value: Usdt | null;
  /** The price that `value` was reckoned with; null without one. */
  price: Price | null;
  card: PracticeCard | null;
  /** Wall clock, ms. */
  createdAt: number;
  /** null for a card, and for a withdrawal that is not on the network yet. `block` may be still to come. */
  transaction: { hash: string; block: number } | null;
  /** null for all but cards. */
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

/** What the simulated bank waits for. */
export interface BankState {
  /** Four digits; null: a click is enough. */
  code: string | null;
  attemptsLeft: number;
  /** Wall clock, ms. */
  expiresAt: number;
}

interface NewOperation {
  id: bigint;
  accountId: bigint;
  userId: bigint;
  /** The request's Idempotency-Key; null without one. */
  requestKey: string | null;
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
  bank: BankState;
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
  /** @returns false when the hash or the request's key is taken; then nothing is stored */
  addDeposit(deposit: NewDeposit): Promise<boolean>;
  /** @returns false when the request's key is taken; then nothing is stored */
  addCard(card: NewCard): Promise<boolean>;
  /** What an earlier request with this key made. */
  byRequest(userId: bigint, type: OperationType, key: string): Promise<OperationRecord | null>;
  byId(id: bigint): Promise<OperationRecord | null>;
  /** Newest first. */
  list(filter: OperationFilter): Promise<OperationRecord[]>;
  /** Whether a deposit names this transfer already. */
  isClaimed(txHash: string): Promise<boolean>;
  countPending(userId: bigint): Promise<number>;
  /** Whether a command of the user was answered under this key before. */
  wasAnswered(userId: bigint, command: string, key: string): Promise<boolean>;
  /** Takes one attempt at the bank's code, never below none. @returns how many are left; null when there was none */
  takeAttempt(operationId: bigint): Promise<number | null>;
  /**
   * Pending operations that something can be done about: transfers whose block is at most the height
   * given for their network, withdrawals that are not on the network, cards that ran out of time or
   * attempts. Ascending by id, only ids above `afterId`.
   * @param now wall clock, ms
   */
  due(now: number, confirmed: ReadonlyMap<Network, number>, afterId: bigint, limit: number): Promise<OperationRecord[]>;
  pendingByType(): Promise<Record<OperationType, number>>;
}

/** Practice money of one person, as the stream tells it. */
export interface PaymentsView {
  read(userId: bigint): Promise<PaymentsData>;
}
