import type { ProcessRole } from '@plecho/domain';
import type { Queryable } from '../connection.ts';

/** What never changes while a process lives. */
export interface ProcessIdentity {
  /** A UUID of its own; a process that starts again is another one. */
  id: string;
  roles: readonly ProcessRole[];
  /** Name of the machine. */
  host: string;
  pid: number;
  version: string;
}

/** How a process is. */
export interface ProcessFigures {
  /** Of the event loop, over the last while. */
  loopP99Ms: number;
  memoryBytes: number;
  /** Streams that are open. */
  streams: number;
}

/** A process as the database last heard of it. */
export interface StoredProcess extends ProcessIdentity, ProcessFigures {
  startedAt: Date;
  /** By the clock of the database, like every time here. */
  seenAt: Date;
  /** How long ago that was when it was read, ms. */
  silentMs: number;
  /** Ids of the markets that it says are its own. */
  markets: string[];
}

interface ProcessRow extends ProcessIdentity {
  started_at: Date;
  seen_at: Date;
  silent_ms: number;
  loop_p99_ms: number;
  memory_bytes: bigint;
  streams: number;
  markets: string[];
}

/** The row of a process comes back when it was forgotten, so that one that was paused for a day may go on. */
const BEAT = `
  WITH process AS (
    INSERT INTO processes (id, roles, host, pid, version, seen_at, loop_p99_ms, memory_bytes, streams)
    VALUES ($1, $2, $3, $4, $5, clock_timestamp(), $6, $7, $8)
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, loop_p99_ms = excluded.loop_p99_ms,
      memory_bytes = excluded.memory_bytes, streams = excluded.streams)
  UPDATE market_owners SET seen_at = clock_timestamp() WHERE process_id = $1 AND market_id = ANY ($9)`;

const LIST = `
  SELECT p.*, (extract(epoch FROM clock_timestamp() - p.seen_at) * 1000)::double precision AS silent_ms,
         ARRAY(SELECT market_id FROM market_owners WHERE process_id = p.id ORDER BY market_id) AS markets
  FROM processes p ORDER BY p.started_at, p.id`;

const FORGET = `DELETE FROM processes WHERE seen_at < clock_timestamp() - interval '1 day'`;

/** The processes of the installation, as they say of themselves. */
export class PgProcessStore {
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** Says that a process is there, and that it has these markets: those that somebody else has by now stay theirs. */
  async beat(process: ProcessIdentity, figures: ProcessFigures, markets: readonly string[]): Promise<void> {
    const { id, roles, host, pid, version } = process;
    const { loopP99Ms, memoryBytes, streams } = figures;
    await this.#db.query(BEAT, [id, roles, host, pid, version, loopP99Ms, memoryBytes, streams, markets]);
  }

  /** Those that have not left, the oldest first; also the silent ones of the last day. */
  async list(): Promise<StoredProcess[]> {
    const { rows } = await this.#db.query<ProcessRow>(LIST);
    return rows.map(({ id, roles, host, pid, version, streams, markets, ...row }) => ({
      ...{ id, roles, host, pid, version, streams, markets },
      startedAt: row.started_at,
      seenAt: row.seen_at,
      silentMs: row.silent_ms,
      loopP99Ms: row.loop_p99_ms,
      memoryBytes: Number(row.memory_bytes),
    }));
  }

  /** A process leaves: what it had is nobody's. */
  async leave(id: string): Promise<void> {
    await this.#db.query('DELETE FROM processes WHERE id = $1', [id]);
  }

  /** Forgets those that have said nothing for a day. */
  async forgetSilent(): Promise<void> {
    await this.#db.query(FORGET);
  }
}
