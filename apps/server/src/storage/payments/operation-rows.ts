import type { BankVerdict, OperationFailure, OperationType } from '@plecho/domain';
import type { Asset, Network, PracticeCard } from '@plecho/network';
import type { OperationRecord } from '../../payments/ports.ts';

/** An operation `o` with its transaction `t`, its bank step `b` and its end `s`. */
export const OPERATION_COLUMNS = `
  o.id, o.account_id, o.user_id, o.type, o.code, o.amount, o.currency, o.network, o.address, o.memo, o.fee, o.value,
  o.price, o.card, o.created_at, t.hash, t.block_height, b.code AS bank_code, b.attempts_left, b.expires_at, b.verdict,
  s.failure, s.value AS settled_value, s.price AS settled_price, s.at AS settled_at`;

/** A deposit names its transaction; that of a withdrawal carries its name. */
export const OPERATION_JOINS = `
  LEFT JOIN settlements s ON s.operation_id = o.id
  LEFT JOIN bank_steps b ON b.operation_id = o.id
  LEFT JOIN LATERAL (
    SELECT hash, block_height FROM network_transactions WHERE hash = o.tx_hash
    UNION ALL
    SELECT hash, block_height FROM network_transactions
    WHERE o.type = 'withdraw' AND origin = 'withdrawal:' || o.id::text
  ) t ON true`;

export interface OperationRow {
  id: bigint;
  account_id: bigint;
  user_id: bigint;
  type: OperationType;
  code: bigint;
  amount: bigint;
  currency: Asset | 'RUB';
  network: Network | null;
  address: string | null;
  memo: string | null;
  fee: bigint;
  value: bigint | null;
  price: bigint | null;
  card: PracticeCard | null;
  created_at: bigint;
  hash: string | null;
  block_height: bigint | null;
  bank_code: string | null;
  attempts_left: number | null;
  expires_at: bigint | null;
  verdict: BankVerdict | null;
  failure: OperationFailure | null;
  settled_value: bigint | null;
  settled_price: bigint | null;
  settled_at: bigint | null;
}

function bankOf({ bank_code: code, attempts_left: attemptsLeft, expires_at: expiresAt, verdict }: OperationRow) {
  if (attemptsLeft === null || expiresAt === null) return null;
  return { code, attemptsLeft, expiresAt: Number(expiresAt), verdict };
}

function settlementOf({ failure, settled_value: value, settled_price: price, settled_at: at }: OperationRow) {
  return at === null ? null : { failure, value, price, at: Number(at) };
}

export function toOperation(row: OperationRow): OperationRecord {
  const { id, type, code, amount, currency, network, address, memo, fee, value, price, card } = row;
  return {
    ...{ id, type, code, amount, currency, network, address, memo, fee, value, price, card },
    accountId: row.account_id,
    userId: row.user_id,
    createdAt: Number(row.created_at),
    transaction:
      row.hash === null || row.block_height === null ? null : { hash: row.hash, block: Number(row.block_height) },
    bank: bankOf(row),
    settlement: settlementOf(row),
  };
}
