import type { ClientBase, Pool } from 'pg';
import type { IdSource } from '../commands/batch.ts';

/** Where the newest id can be; a trade always comes with a transfer that has a later one, the end of a season with a line of the log. */
const TABLES = ['accounts', 'transfers', 'positions', 'orders', 'operations', 'account_log'];

async function newestId(client: Pick<Pool, 'query'>): Promise<bigint> {
  const maxima = TABLES.map((table) => `SELECT max(id) AS id FROM ${table}`).join(' UNION ALL ');
  const { rows } = await client.query<{ id: bigint }>(
    `SELECT coalesce(max(id), 0)::bigint AS id FROM (${maxima}) AS ids`,
  );
  return rows[0]?.id ?? 0n;
}

/**
 * A counter that goes on after the largest id in the database. One server writes a database, so nobody
 * else counts; it takes the even numbers and leaves the odd ones to the command line.
 */
export async function openIdSource(pool: Pool): Promise<IdSource> {
  let last = await newestId(pool);
  last -= last % 2n;
  return {
    next() {
      last += 2n;
      return last;
    },
  };
}

/** An id for one row that the command line writes, perhaps beside a server that is counting. */
export async function idBesideServer(client: ClientBase): Promise<bigint> {
  const newest = await newestId(client);
  return newest + 1n + (newest % 2n);
}
