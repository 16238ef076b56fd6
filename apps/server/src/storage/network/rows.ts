import type { Asset, Network } from '@plecho/network';
import type { NetworkTransaction } from '../../network/ports.ts';

/** A row of network_transactions without its origin, which is nobody's business outside. */
export interface TransactionRow {
  id: bigint;
  hash: string;
  network: Network;
  asset: Asset;
  from_address: string | null;
  to_address: string;
  amount: bigint;
  fee: bigint;
  memo: string | null;
  submitted_at: bigint;
  block_height: bigint;
}

/** Columns of {@link TransactionRow} of the table called `t`. */
export const TRANSACTION_COLUMNS =
  't.id, t.hash, t.network, t.asset, t.from_address, t.to_address, t.amount, t.fee, t.memo, t.submitted_at, t.block_height';

export const toTransaction = (row: TransactionRow): NetworkTransaction => ({
  id: row.id,
  hash: row.hash,
  network: row.network,
  asset: row.asset,
  from: row.from_address,
  to: row.to_address,
  amount: row.amount,
  fee: row.fee,
  memo: row.memo,
  submittedAt: Number(row.submitted_at),
  block: Number(row.block_height),
});

/**
 * One side of an address's page. Written as a range of pairs, because then only the index on the pair can
 * give the order: with a plain `from_address = … ORDER BY id` PostgreSQL may walk back through everybody's
 * transactions, and for an address that has few of them that walk is endless.
 */
const side = (column: string): string => `
  (SELECT id FROM network_transactions
   WHERE (${column}, id) < (mine.address, $2) AND ${column} >= mine.address
   ORDER BY ${column} DESC, id DESC LIMIT $3)`;

/**
 * The newest $3 transactions with an id below $2 from or to one of the addresses $1, as a CTE `page` of
 * ids. An address with a million transactions costs no more than one with a hundred.
 */
export const PAGE_OF_ADDRESSES = `
  page AS MATERIALIZED (
    SELECT DISTINCT found.id
    FROM unnest($1::text[]) AS mine (address),
    LATERAL (${side('from_address')} UNION ALL ${side('to_address')}) AS found
    ORDER BY found.id DESC LIMIT $3
  )`;
