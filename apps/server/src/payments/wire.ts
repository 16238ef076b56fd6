import type { BankStep, Operation } from '@plecho/contract';
import { formatPrice, formatUsdt, type OperationStatus } from '@plecho/domain';
import { confirmationsAt, formatCoins, NETWORK_RULES } from '@plecho/network';
import { BANK_ATTEMPTS } from './bank.ts';
import type { OperationRecord } from './ports.ts';

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

/**
 * An operation as it was when it was made, so that a repetition of the request gets the same answer,
 * whatever has happened meanwhile (rule L6).
 */
export function asMade(operation: OperationRecord): OperationRecord {
  const bank = operation.bank === null ? null : { ...operation.bank, attemptsLeft: BANK_ATTEMPTS, verdict: null };
  const transaction = operation.type === 'withdraw' ? null : operation.transaction;
  return { ...operation, transaction, bank, settlement: null };
}
