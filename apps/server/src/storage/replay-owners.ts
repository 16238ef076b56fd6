import type { Pool } from 'pg';
import type { ReplayOwners, TakenReplay } from '../replays/ports.ts';

/** Two processes that are asked at once: one takes it, and the other one says so. */
const JUST_NOW = "interval '2 seconds'";

/** The connection that has the lock of a market. */
const LOCK = `
  SELECT pid FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint = hashtext($1)::bigint & 4294967295
    AND objid::bigint = hashtext($2)::bigint & 4294967295`;

const TAKE = `
  UPDATE replay_sessions SET owner = $3, term = term + 1, taken_at = clock_timestamp()
  WHERE market_id = $2 AND (owner IS NULL OR owner = $3 OR taken_at < clock_timestamp() - ${JUST_NOW})
  RETURNING term, (${LOCK}) AS held_by`;

const LOST = `
  SELECT n.market_id FROM unnest($1::text[], $2::bigint[]) AS n (market_id, term)
  JOIN replay_sessions s USING (market_id) WHERE s.term <> n.term`;

/** Which process has which personal replay, by rows; who may write its market the lock says all the same (rule O1). */
export class PgReplayOwners implements ReplayOwners {
  readonly #pool: Pool;
  readonly #schema: string;
  readonly #process: string;

  /** @param process a name that no other process has */
  constructor(pool: Pool, schema: string, process: string) {
    this.#pool = pool;
    this.#schema = schema;
    this.#process = process;
  }

  async take(marketId: string): Promise<TakenReplay | null> {
    const values = [this.#schema, marketId, this.#process];
    const { rows } = await this.#pool.query<{ term: bigint; held_by: number | null }>(TAKE, values);
    return rows[0] === undefined ? null : { term: rows[0].term, heldBy: rows[0].held_by };
  }

  async lost(terms: ReadonlyMap<string, bigint>): Promise<string[]> {
    if (terms.size === 0) return [];
    const { rows } = await this.#pool.query<{ market_id: string }>(LOST, [[...terms.keys()], [...terms.values()]]);
    return rows.map(({ market_id: marketId }) => marketId);
  }

  async giveUp(marketId: string, term: bigint): Promise<void> {
    await this.#pool.query('UPDATE replay_sessions SET owner = NULL WHERE market_id = $1 AND term = $2', [
      ...[marketId, term],
    ]);
  }

  async fence(marketId: string, heldBy: number): Promise<void> {
    await this.#pool.query(`SELECT pg_terminate_backend(pid) FROM (${LOCK}) AS locks WHERE pid = $3`, [
      ...[this.#schema, marketId, heldBy],
    ]);
  }
}
