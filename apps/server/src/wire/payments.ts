import type { BankStep, Operation, PaymentsData } from '@plecho/contract';
import { formatPrice, formatUsdt, type OperationStatus } from '@plecho/domain';
import { confirmationsAt, formatCoins, NETWORK_RULES } from '@plecho/network';
import type { Clock } from '../lib/clock.ts';
import type { Wallets } from '../network/wallets.ts';
import { asMade, type Operations } from '../payments/operations.ts';
import type { OperationRecord } from '../payments/ports.ts';
import type { AccountIds } from '../queries/account-ids.ts';
import { toWireWalletBalance } from './network.ts';

/** Operations that the stream tells of. */
const NEWEST = 20;

function statusOf({ settlement }: OperationRecord): OperationStatus {
  if (settlement === null) return 'pending';
  return settlement.failure === null ? 'completed' : 'failed';
}

function amountsOf({ currency, amount, fee }: OperationRecord): { amount: string; fee: string } {
  if (currency === 'RUB') return { amount: amount.toString(), fee: '0' };
  return { amount: formatCoins(currency, amount), fee: formatCoins(currency, fee) };
}

/** Until when the bank waits for the person, ms; null when it has a verdict or its time is over. */
function waitsUntil({ bank, settlement }: OperationRecord, now: number): number | null {
  const isWaiting = bank !== null && bank.verdict === null && settlement === null && bank.expiresAt > now;
  return isWaiting ? bank.expiresAt : null;
}

/**
 * @param market id of the account's market
 * @param now wall clock, ms: confirmations are those of this moment
 */
export function toWireOperation(market: string, operation: OperationRecord, now: number): Operation {
  const { id, type, code, currency, network, address, memo, card, createdAt, transaction, settlement } = operation;
  const moved = statusOf(operation) !== 'failed';
  const value = moved ? (operation.value ?? settlement?.value ?? null) : null;
  const price = moved ? (operation.price ?? settlement?.price ?? null) : null;
  return {
    id: id.toString(),
    market,
    type,
    status: statusOf(operation),
    code: `REQ${code}`,
    ...amountsOf(operation),
    currency,
    network,
    address,
    memo,
    txHash: transaction?.hash ?? null,
    confirmations: network === null || transaction === null ? 0 : confirmationsAt(network, transaction.block, now),
    confirmationsNeeded: network === null ? 0 : NETWORK_RULES[network].confirmations,
    value: value === null ? null : formatUsdt(value),
    price: price === null ? null : formatPrice(price),
    card,
    failure: settlement?.failure ?? null,
    waitsUntil: waitsUntil(operation, now),
    createdAt,
    settledAt: settlement?.at ?? null,
  };
}

/** What the bank asks for; null when it has decided. */
export function toBankStep({ bank, settlement }: OperationRecord): BankStep | null {
  if (bank === null || bank.verdict !== null || settlement !== null) return null;
  if (bank.code === null) return { kind: 'confirm' };
  const message = `Учебное сообщение банка: код ${bank.code}`;
  return { kind: 'code', message, attemptsLeft: bank.attemptsLeft };
}

/** The answer to the request that made an operation, however late it is asked again. */
export function toWireOperationAsMade(market: string, operation: OperationRecord): Operation {
  return toWireOperation(market, asMade(operation), operation.createdAt);
}

/** Practice money of one person, as the stream tells it. */
export interface PaymentsView {
  /** The newest operations and the practice wallet. */
  read(userId: bigint): Promise<PaymentsData>;
}

export interface PaymentsSources {
  operations: Pick<Operations, 'list'>;
  wallets: Pick<Wallets, 'balances'>;
  accountIds: Pick<AccountIds, 'find'>;
  /** The main market: practice money goes in and out there. */
  marketId: string;
  clock: Clock;
}

export function createPaymentsView(sources: PaymentsSources): PaymentsView {
  const { operations, wallets, accountIds, marketId, clock } = sources;
  return {
    async read(userId) {
      const accountId = await accountIds.find(userId, marketId);
      const [found, places] = await Promise.all([
        operations.list({ accountId, beforeId: null, limit: NEWEST }),
        wallets.balances(userId),
      ]);
      const now = clock.now();
      return {
        operations: found.map((each) => toWireOperation(marketId, each, now)),
        wallet: places.map(toWireWalletBalance),
      };
    },
  };
}
