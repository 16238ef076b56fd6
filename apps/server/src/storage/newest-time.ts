import type { ClientBase } from 'pg';

/** What is written with server time in the order of its ids; several servers may have written the last few. */
const TABLES = [
  ['transfers', 'at'],
  ['network_transactions', 'submitted_at'],
  ['account_log', 'at'],
] as const;
const LAST = 100;

/**
 * The newest time of a server's clock that the database knows, ms; null when nothing is written yet.
 * @param owner times of transfers are not for the application to read
 */
export async function readNewestTime(owner: ClientBase): Promise<number | null> {
  const newest = TABLES.map(
    ([table, column]) => `(SELECT ${column} AS at FROM ${table} ORDER BY id DESC LIMIT ${LAST})`,
  );
  const { rows } = await owner.query<{ at: bigint | null }>(
    `SELECT max(at) AS at FROM (${newest.join(' UNION ALL ')}) AS newest`,
  );
  const at = rows[0]?.at ?? null;
  return at === null ? null : Number(at);
}
