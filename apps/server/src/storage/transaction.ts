import { escapeLiteral, type Pool, type PoolClient } from 'pg';
import { StorageError } from './errors.ts';

/** An owner that is paused in the middle of its transaction keeps the next one from its rows no longer. */
const PAUSED = "SET LOCAL idle_in_transaction_session_timeout = '10s'";

/** Whoever has a market, or had it. */
export interface MarketTerm {
  readonly marketId: string;
  /** Of its ownership, the newest; null before the first. */
  readonly term: bigint | null;
}

/** Runs `work` in one transaction; it is rolled back when `work` rejects. */
export function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return between(pool, 'BEGIN', work, 'COMMIT');
}

/**
 * Runs `work` in one transaction of whoever has a market, and commits it unless somebody else has taken the market since
 * (rule O1). That is asked together with the commit, so that nobody waits for an owner that is paused between them.
 */
export async function inTerm<T>(pool: Pool, owner: MarketTerm, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const { marketId, term } = owner;
  if (term === null) throw new StorageError(`nobody has taken the market ${marketId} here`);
  const isOver = `SELECT in_term(${escapeLiteral(marketId)}, ${term})`;
  return between(pool, `BEGIN; ${PAUSED}`, work, `${isOver}; COMMIT`);
}

async function between<T>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<T>,
  commit: string,
): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query(commit);
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => (broken = true));
    throw error;
  } finally {
    client.release(broken);
  }
}
