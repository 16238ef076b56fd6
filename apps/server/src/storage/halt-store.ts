import type { Client } from 'pg';
import type { Halt, HaltedTime } from '../commands/batch.ts';
import type { BoundedQuery, Queryable } from './connection.ts';
import type { MarketTerm } from './transaction.ts';

/** A reason may quote the database at length. */
const LONGEST_REASON = 2_000;

/** Whoever takes the market afterwards waits until it is committed, as with everything that is written in a term. */
const KEEP = `
  WITH owned AS MATERIALIZED (
    SELECT market_id FROM market_owners WHERE market_id = $1 AND term = $2 FOR KEY SHARE),
  kept AS (INSERT INTO market_halts (market_id, at, reason) SELECT market_id, $3, $4 FROM owned ON CONFLICT DO NOTHING),
  timed AS (
    INSERT INTO halted_times (market_id, since) SELECT market_id, $5 FROM owned
    WHERE NOT EXISTS (SELECT FROM halted_times WHERE market_id = $1 AND until IS NULL)
    ON CONFLICT (market_id, since) DO UPDATE SET until = NULL)
  SELECT FROM owned`;

/** Halts from before anything that is open concern nobody any more; the minute that one ends in does. */
const END = `
  WITH gone AS (DELETE FROM market_halts WHERE market_id = $1),
  old AS (
    DELETE FROM halted_times
    WHERE market_id = $1 AND since <> $2 AND until < least(
      $2,
      (SELECT min(p.entry_time) FROM positions p JOIN accounts a ON a.id = p.account_id WHERE a.market_id = $1),
      (SELECT min(o.peak_time) FROM orders o JOIN accounts a ON a.id = o.account_id
       WHERE a.market_id = $1 AND o.status = 'open')) - 60000)
  INSERT INTO halted_times (market_id, since, until) VALUES ($1, $2, $3)
  ON CONFLICT (market_id, since) DO UPDATE SET until = excluded.until`;

/**
 * Makes the halt of a market last. Said twice the first one stays.
 * @param since market time, ms
 * @returns false when somebody else has taken the market since
 */
export async function keepHalt(
  client: Client,
  { marketId, term }: MarketTerm,
  { at, reason, since }: Halt & Pick<HaltedTime, 'since'>,
  timeoutMs: number,
): Promise<boolean> {
  const values = [marketId, term, at, reason.replaceAll('\0', '').slice(0, LONGEST_REASON), since];
  const query: BoundedQuery = { text: KEEP, values, query_timeout: timeoutMs };
  return (await client.query(query)).rowCount === 1;
}

/** The market goes on. When it was halted is kept for as long as a restart asks for it: market time, ms. */
export async function endHalt(
  client: Queryable,
  marketId: string,
  { since, until }: { since: number; until: number },
): Promise<void> {
  await client.query(END, [marketId, since, until]);
}

/** The market goes on at its next start, until which its halt has lasted. @returns false when it was not halted */
export async function forgetHalt(client: Queryable, marketId: string): Promise<boolean> {
  return (await client.query('DELETE FROM market_halts WHERE market_id = $1', [marketId])).rowCount === 1;
}
