import type { Usdt } from './decimal.ts';

/**
 * The books of the ledger. A user's account has four of them; a market has the other six.
 *
 * - `available`, `orders`, `margin`, `locked`: a user's money, never below zero (rule L4).
 * - `issuance`: where play money comes from; the only book that creates it (rule L3): starting
 *   balances, card top-ups and adjustments; a new season gives back what is left, a payout to a card
 *   what was paid.
 * - `clearing`: the counterparty of every trade's profit and loss.
 * - `fees`: trading and liquidation fees.
 * - `insurance`: losses beyond a margin (rule E6).
 * - `funding`: what positions pay each other through the market at the hours of funding.
 * - `network`: what came in from the practice network and went out to it, at its value in USDT.
 */
export const USER_BOOKS = ['available', 'orders', 'margin', 'locked'] as const;
export const MARKET_BOOKS = ['issuance', 'clearing', 'fees', 'insurance', 'network', 'funding'] as const;
export type UserBook = (typeof USER_BOOKS)[number];
export type MarketBook = (typeof MARKET_BOOKS)[number];

/** A ledger account: a user's book (of an account) or a market's own book (`accountId` null). */
export type BookRef = { accountId: bigint; book: UserBook } | { accountId: null; book: MarketBook };

export interface Posting {
  to: BookRef;
  from: BookRef;
  /** Positive. */
  amount: Usdt;
}

/** What the newest check of the books found. */
export const LEDGER_STATES = ['ok', 'violated', 'unchecked'] as const;
export type LedgerState = (typeof LEDGER_STATES)[number];

export const TRANSFER_KINDS = [
  'grant',
  'open',
  'add',
  'close',
  'liquidate',
  'orderPlace',
  'orderAmend',
  'orderCancel',
  'orderFill',
  'funding',
  'deposit',
  'card',
  'withdraw',
  'withdrawPaid',
  'cardPayout',
  'withdrawRefund',
  'adjustment',
  'seasonEnd',
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** A balanced set of ledger entries: the amounts of `legs` sum to zero and none is zero (rule L1). */
export interface Transfer {
  id: bigint;
  kind: TransferKind;
  /** What caused it: the position, the order, the operation or the account. */
  subjectId: bigint;
  legs: { ref: BookRef; amount: Usdt }[];
}

/**
 * Turns postings into the legs of a transfer: postings of zero vanish, legs on the same book merge.
 * @returns [] when nothing moves; such a transfer is not written.
 * @throws RangeError on a negative posting (a programmer's error).
 */
export function legsOf(postings: Posting[]): Transfer['legs'] {
  const legs: Transfer['legs'] = [];
  const add = (ref: BookRef, amount: Usdt): void => {
    const leg = legs.find((known) => known.ref.accountId === ref.accountId && known.ref.book === ref.book);
    if (leg === undefined) legs.push({ ref, amount });
    else leg.amount += amount;
  };
  for (const { to, from, amount } of postings) {
    if (amount < 0n) throw new RangeError('a posting must not be negative');
    add(from, -amount);
    add(to, amount);
  }
  return legs.filter((leg) => leg.amount !== 0n);
}
