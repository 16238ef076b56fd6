import type { Pool } from 'pg';
import { packBundle } from './bundle.ts';

/** Entries of a bundle. */
const FULL = 256;
const ENTRIES = `
  SELECT data FROM log_entries
  WHERE market_number = $1 AND index >= $2::bigint * ${FULL} AND index < ($2 + 1) * ${FULL} ORDER BY index`;
const NEXT = 'SELECT coalesce(max(n) + 1, 0) AS n FROM log_bundles WHERE market_number = $1';

/** The bundle of a log that is packed next. */
export async function nextBundle(pool: Pool, marketNumber: number): Promise<bigint> {
  const { rows } = await pool.query<{ n: bigint }>(NEXT, [marketNumber]);
  return rows[0]?.n ?? 0n;
}

/** The entries of a bundle, compressed. @returns null when it is not full yet */
export async function fullBundle(pool: Pool, marketNumber: number, n: bigint): Promise<Buffer | null> {
  const { rows } = await pool.query<{ data: Buffer }>(ENTRIES, [marketNumber, n]);
  return rows.length < FULL ? null : packBundle(rows.map(({ data }) => data));
}

/** Puts a bundle in the place of its entries. @throws when it is not full, or somebody has packed it meanwhile */
export async function storeBundle(pool: Pool, marketNumber: number, n: bigint, data: Uint8Array): Promise<void> {
  await pool.query('SELECT pack_log($1, $2, $3)', [marketNumber, n, data]);
}
