import type { Pool } from 'pg';
import type { IdSource } from '../commands/batch.ts';

/** Where the newest id can be; a trade always comes with a transfer that has a later one, the end of a season with a line of the log. */
const TABLES = ['accounts', 'transfers', 'positions', 'orders', 'operations', 'account_log'];

/** A counter that goes on after the largest id in the database. One server writes a database, so nobody else counts. */
export async function openIdSource(pool: Pool): Promise<IdSource> {
  const maxima = TABLES.map((table) => `SELECT max(id) AS id FROM ${table}`).join(' UNION ALL ');
  const { rows } = await pool.query<{ id: bigint }>(
    `SELECT coalesce(max(id), 0)::bigint AS id FROM (${maxima}) AS ids`,
  );
  let last = rows[0]?.id ?? 0n;
  return {
    next() {
      last += 1n;
      return last;
    },
  };
}
