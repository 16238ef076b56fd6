import type { Client } from 'pg';
import type { Halt } from '../commands/batch.ts';
import type { BoundedQuery, Queryable } from './connection.ts';
import type { MarketTerm } from './transaction.ts';

/** A reason may quote the database at length. */
const LONGEST_REASON = 2_000;

/** Whoever takes the market afterwards waits until it is committed, as with everything that is written in a term. */
const KEEP = `
  WITH owned AS MATERIALIZED (
    SELECT market_id FROM market_owners WHERE market_id = $1 AND term = $2 FOR KEY SHARE),
  kept AS (INSERT INTO market_halts (market_id, at, reason) SELECT market_id, $3, $4 FROM owned ON CONFLICT DO NOTHING)
  SELECT FROM owned`;

/**
 * Makes the halt of a market last. Said twice the first one stays.
 * @returns false when somebody else has taken the market since
 */
export async function keepHalt(
  client: Client,
  { marketId, term }: MarketTerm,
  { at, reason }: Halt,
  timeoutMs: number,
): Promise<boolean> {
  const values = [marketId, term, at, reason.replaceAll('\0', '').slice(0, LONGEST_REASON)];
  const query: BoundedQuery = { text: KEEP, values, query_timeout: timeoutMs };
  return (await client.query(query)).rowCount === 1;
}

/** The market goes on at its next start. @returns false when it was not halted */
export async function forgetHalt(client: Queryable, marketId: string): Promise<boolean> {
  return (await client.query('DELETE FROM market_halts WHERE market_id = $1', [marketId])).rowCount === 1;
}
