import type { ClientBase } from 'pg';
import type { Queryable } from '../connection.ts';

/** An owner that has said nothing for so long has lost its markets. */
const SILENT = "interval '10 seconds'";

/** A shared market that is not over, and who has it. */
export interface OwnedMarket {
  id: string;
  /** The market that it is made over, as long as that one is not over. */
  base: string | null;
  /** A connection has its lock. */
  isHeld: boolean;
  /** The process that had the lock last; null when it has given the market up. */
  process: string | null;
  /** That process has said nothing for too long. */
  isSilent: boolean;
}

/** Who has what at one moment. */
export interface OwnerList {
  /** In the order in which the markets were made. */
  markets: OwnedMarket[];
  /** Ids of the engine processes that have said lately that they are there. */
  engines: string[];
}

interface OwnerRow {
  id: string;
  base: string | null;
  held: boolean;
  process_id: string | null;
  silent: boolean;
  engines: string[];
}

/** The locks of markets as the database shows them; a text's hash is shown without its sign. */
const isLockOf = (market: string): string => `
  l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND l.classid::bigint = hashtext($1)::bigint & 4294967295
  AND l.objid::bigint = hashtext(${market})::bigint & 4294967295`;

const LOOK = `
  SELECT m.id, b.id AS base, l.pid IS NOT NULL AS held, o.process_id,
         coalesce(o.seen_at < clock_timestamp() - ${SILENT}, false) AS silent,
         ARRAY(SELECT id FROM processes
               WHERE 'engine' = ANY (roles) AND seen_at >= clock_timestamp() - ${SILENT})::text[] AS engines
  FROM markets m
  LEFT JOIN scenarios s ON s.market_id = m.id
  LEFT JOIN markets b ON b.id = s.recipe ->> 'base' AND NOT b.ended
  LEFT JOIN market_owners o ON o.market_id = m.id
  LEFT JOIN pg_locks l ON ${isLockOf('m.id')}
  WHERE m.owner_id IS NULL AND NOT m.ended
  ORDER BY m.number`;

/**
 * In one statement: an owner that is paused between lock and row would be known to nobody. Whoever has the lock of a
 * market has its row too, so nobody waits for it longer than a heartbeat takes, or a write that {@link inTerm} of the
 * owner before lets through. Whoever is alone says nothing again, and is never silent.
 */
const CLAIM = `
  WITH lock AS MATERIALIZED (SELECT pg_try_advisory_lock(hashtext($1), hashtext($2)) AS held),
  before AS MATERIALIZED (
    SELECT o.market_id FROM market_owners o, lock WHERE held AND o.market_id = $2 FOR UPDATE OF o)
  INSERT INTO market_owners AS o (market_id, process_id, backend_pid, term, seen_at)
  SELECT $2, $3::uuid, pg_backend_pid(), 1, CASE WHEN $3::uuid IS NULL THEN 'infinity' ELSE clock_timestamp() END
  FROM lock LEFT JOIN before ON true WHERE held
  ON CONFLICT (market_id) DO UPDATE SET process_id = excluded.process_id, backend_pid = excluded.backend_pid,
    term = o.term + 1, seen_at = excluded.seen_at
  RETURNING term`;

/** The connection that the row names: one that has taken the market since then is left alone. */
const FENCE = `
  SELECT pg_terminate_backend(l.pid) FROM market_owners o JOIN pg_locks l ON ${isLockOf('o.market_id')}
  WHERE o.market_id = $2 AND l.pid = o.backend_pid AND o.seen_at < clock_timestamp() - ${SILENT}`;

/**
 * Tries to take the lock of a market on the very connection that will write.
 * @param processId null: of a process that nobody needs to know
 * @returns the term that begins; null while somebody else has the lock. Where it rejects, the connection may have
 * the lock all the same: it must not be used any more.
 */
export async function claimMarket(
  client: ClientBase,
  schema: string,
  marketId: string,
  processId: string | null,
): Promise<bigint | null> {
  const { rows } = await client.query<{ term: bigint }>(CLAIM, [schema, marketId, processId]);
  return rows[0]?.term ?? null;
}

/** Which process has which market. The lock decides (rule O1); the rows say whose it is, and since which term. */
export class PgMarketOwners {
  readonly #db: Queryable;
  readonly #schema: string;

  constructor(db: Queryable, schema: string) {
    this.#db = db;
    this.#schema = schema;
  }

  async list(): Promise<OwnerList> {
    const { rows } = await this.#db.query<OwnerRow>(LOOK, [this.#schema]);
    const markets = rows.map(({ id, base, held, process_id: process, silent }) => ({
      ...{ id, base, process },
      isHeld: held,
      isSilent: silent,
    }));
    return { markets, engines: rows[0]?.engines ?? [] };
  }

  /** @see claimMarket */
  claim(client: ClientBase, marketId: string, processId: string): Promise<bigint | null> {
    return claimMarket(client, this.#schema, marketId, processId);
  }

  /** Ends the connection on which a silent owner could write: its lock is free, and it writes nothing more. */
  async fence(marketId: string): Promise<void> {
    await this.#db.query(FENCE, [this.#schema, marketId]);
  }

  /** A market was given up: whoever wants it need not wait for word of this term's owner. */
  async gaveUp(marketId: string, term: bigint): Promise<void> {
    await this.#db.query('UPDATE market_owners SET process_id = NULL WHERE market_id = $1 AND term = $2', [
      marketId,
      term,
    ]);
  }
}
