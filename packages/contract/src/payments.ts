import { OPERATION_FAILURES, OPERATION_STATUSES, OPERATION_TYPES } from '@plecho/domain';
import { ASSETS, CURRENCIES, FEE_LEVELS, NETWORKS, PRACTICE_CARDS } from '@plecho/network';
import * as z from 'zod/mini';
import { decimal, id, marketId, pageLimit, price, usdt } from './common.ts';

/** Practice coins and the chains of the practice network. Nothing here exists outside it (charter rule C1). */
export const asset = z.enum(ASSETS);
export const network = z.enum(NETWORKS);
export const feeLevel = z.enum(FEE_LEVELS);
/** Not a card but a behaviour: there are no numbers. */
export const practiceCard = z.enum(PRACTICE_CARDS);
/** An address of the practice network: sim1… in small letters. */
export const practiceAddress = z.string().check(z.regex(/^sim1[a-z0-9]{39}$/));
/** A transaction of the practice network. */
export const practiceHash = z.string().check(z.regex(/^simtx1[a-z0-9]{58}$/));
/** Request code of an operation. */
export const operationCode = z.string().check(z.regex(/^REQ\d{6,12}$/));
/** Typed by a person; the service reads it and answers with a text of its own when it is wrong. */
const typed = z.string().check(z.maxLength(120));
const amountText = z.string().check(z.maxLength(64));
/** Milliseconds of the wall clock. */
const milliseconds = z.int();

// ── operations of the account: deposits, card top-ups, withdrawals ──

export const operationType = z.enum(OPERATION_TYPES);
export const operationStatus = z.enum(OPERATION_STATUSES);
export const operationFailure = z.enum(OPERATION_FAILURES);

export const operation = z.strictObject({
  id,
  /** The account is of this market: the main one. */
  market: marketId,
  type: operationType,
  status: operationStatus,
  code: operationCode,
  /** In `currency`; roubles for a top-up by card. */
  amount: decimal,
  currency: z.enum(CURRENCIES),
  /** null for a card, in or out. */
  network: z.nullable(network),
  /** Where it went; null for a card, in or out. */
  address: z.nullable(practiceAddress),
  memo: z.nullable(z.string()),
  txHash: z.nullable(practiceHash),
  /** What a withdrawal does not pay out, in `currency`; "0" otherwise. */
  fee: decimal,
  confirmations: z.int(),
  /** 0 for a card. */
  confirmationsNeeded: z.int(),
  /** USDT that the account got or gave; null until it is known. */
  value: z.nullable(usdt),
  /** Price of one coin in USDT that `value` was reckoned with; null for USDT and roubles. */
  price: z.nullable(price),
  /** Of a top-up, or of a withdrawal to a card. */
  card: z.nullable(practiceCard),
  failure: z.nullable(operationFailure),
  /** Until when a top-up waits for the person on the bank's page; null when it does not, or no longer. */
  waitsUntil: z.nullable(milliseconds),
  createdAt: milliseconds,
  settledAt: z.nullable(milliseconds),
});
export type Operation = z.infer<typeof operation>;
export const operationQuery = z.strictObject({
  cursor: z.optional(id),
  limit: pageLimit,
  type: z.optional(operationType),
  status: z.optional(operationStatus),
});
export const operationList = z.strictObject({ items: z.array(operation), nextCursor: z.nullable(id) });
export type OperationList = z.infer<typeof operationList>;

export const depositAddressQuery = z.strictObject({ asset: z.optional(asset) });
export const depositAddress = z.strictObject({ asset, network, address: practiceAddress });
export type DepositAddress = z.infer<typeof depositAddress>;
/** In the order of the currencies and, within one, of its networks: the first is the default. */
export const depositAddressList = z.strictObject({ items: z.array(depositAddress) });

export const depositClaim = z.strictObject({ currency: asset, amount: amountText, network, txHash: typed });
export type DepositClaim = z.infer<typeof depositClaim>;

export const cardTopUp = z.strictObject({ amountRub: z.number(), card: practiceCard });
export type CardTopUp = z.infer<typeof cardTopUp>;
/** What the simulated bank asks for: a click, or the code from its message, which the page itself shows. */
export const bankStep = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('confirm') }),
  z.strictObject({ kind: z.literal('code'), message: z.string(), attemptsLeft: z.int() }),
]);
export type BankStep = z.infer<typeof bankStep>;
/** `bank` is null when the operation is settled. */
export const cardAnswer = z.strictObject({ operation, bank: z.nullable(bankStep) });
export type CardAnswer = z.infer<typeof cardAnswer>;
/** `code`: the four digits of the bank's message, where it asks for them. */
export const bankConfirmation = z.strictObject({ code: z.optional(z.string().check(z.regex(/^\d{4}$/))) });

export const withdrawal = z.strictObject({
  currency: asset,
  /** Taken from the account, fee included. */
  amount: amountText,
  network,
  address: typed,
  memo: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
});
export type Withdrawal = z.infer<typeof withdrawal>;

/** USDT to a practice card: nobody approves it, and there is no fee. */
export const cardPayout = z.strictObject({ amount: amountText, card: practiceCard });
export type CardPayout = z.infer<typeof cardPayout>;

// ── practice wallet ──

export const walletBalance = z.strictObject({
  asset,
  network,
  address: practiceAddress,
  /** Spendable. */
  balance: decimal,
  /** On its way here. */
  incoming: decimal,
});
export type WalletBalance = z.infer<typeof walletBalance>;
export const wallet = z.strictObject({ items: z.array(walletBalance) });
export type Wallet = z.infer<typeof wallet>;

export const walletSend = z.strictObject({
  asset,
  network,
  address: typed,
  amount: amountText,
  fee: feeLevel,
  memo: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
});
export type WalletSend = z.infer<typeof walletSend>;

/** A transaction as everybody sees it. */
export const networkTransaction = z.strictObject({
  hash: practiceHash,
  network,
  asset,
  /** null: new coins. */
  from: z.nullable(practiceAddress),
  to: practiceAddress,
  amount: decimal,
  fee: decimal,
  memo: z.nullable(z.string()),
  submittedAt: milliseconds,
  /** null while it waits. */
  block: z.nullable(z.int()),
  blockTime: z.nullable(milliseconds),
  confirmations: z.int(),
  confirmationsNeeded: z.int(),
});
export type NetworkTransaction = z.infer<typeof networkTransaction>;

export const walletTransaction = z.extend(networkTransaction, {
  direction: z.enum(['in', 'out']),
  /** Arrived where nobody watches: at a deposit address of another network or of another coin. */
  lost: z.boolean(),
});
export type WalletTransaction = z.infer<typeof walletTransaction>;
export const walletTransactionQuery = z.strictObject({ cursor: z.optional(id), limit: pageLimit });
export const walletTransactionList = z.strictObject({
  items: z.array(walletTransaction),
  nextCursor: z.nullable(id),
});
export type WalletTransactionList = z.infer<typeof walletTransactionList>;

// ── explorer ──

export const chain = z.strictObject({
  network,
  title: z.string(),
  height: z.int(),
  blockSeconds: z.int(),
  confirmationsNeeded: z.int(),
  /** Transactions that wait. */
  mempool: z.int(),
  /** The smallest fee level that the next block takes. */
  nextBlockTakes: feeLevel,
});
export type Chain = z.infer<typeof chain>;
export const explorerOverview = z.strictObject({
  now: milliseconds,
  chains: z.array(chain),
  newest: z.array(networkTransaction),
});
export type ExplorerOverview = z.infer<typeof explorerOverview>;
/** Whatever was typed: a hash or an address. */
export const explorerQuery = z.strictObject({ q: typed });
export const addressQuery = z.strictObject({ cursor: z.optional(id), limit: pageLimit });
export const explorerAddress = z.strictObject({
  address: practiceAddress,
  /** On every network where it holds or held something: the same address may exist on several. */
  balances: z.array(z.strictObject({ network, asset, balance: decimal })),
  items: z.array(networkTransaction),
  nextCursor: z.nullable(id),
});
export type ExplorerAddress = z.infer<typeof explorerAddress>;
export const explorerBlock = z.strictObject({
  network,
  height: z.int(),
  hash: z.string(),
  time: milliseconds,
  confirmations: z.int(),
  items: z.array(networkTransaction),
});
export type ExplorerBlock = z.infer<typeof explorerBlock>;
export const explorerMatch = z.strictObject({ kind: z.enum(['transaction', 'address']), value: z.string() });
export type ExplorerMatch = z.infer<typeof explorerMatch>;
