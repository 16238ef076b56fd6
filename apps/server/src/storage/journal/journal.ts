import { DatabaseError, type Client, type Pool } from 'pg';
import { setTimeout as wait } from 'node:timers/promises';
import { IntegrityError, type Batch, type Journal, type MarketSnapshot } from '../../commands/batch.ts';
import type { Idempotency, Outcome } from '../../commands/command.ts';
import { appConfig, connectClient, type Target } from '../connection.ts';
import { StorageError } from '../errors.ts';
import { appendQuery } from './append.ts';
import { loadMarket } from './load.ts';
import { decodeOutcome } from './outcome-codec.ts';
import { idArray } from './row-literal.ts';

/** A killed server's connection ends as soon as its last statement does. */
const LOCK_WAIT_MS = 10_000;
const LOCK_RETRY_MS = 100;
/** Longer than any load; after it the connection counts as lost. */
const QUERY_TIMEOUT_MS = 30_000;

const WRITER_SETTINGS =
  'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_material = off; SET jit = off; SET plan_cache_mode = force_generic_plan';

/** One look-up by key for each: the limit keeps a plan that was made for an empty table from reading all of a full one. */
const OUTCOMES = `
  SELECT o.body_hash, o.outcome
  FROM unnest($1::bigint[], $2::text[], $3::text[]) WITH ORDINALITY AS k (user_id, operation, key, place)
  LEFT JOIN LATERAL (
    SELECT body_hash, outcome FROM command_outcomes o
    WHERE o.user_id = k.user_id AND o.operation = k.operation AND o.key = k.key LIMIT 1
  ) AS o ON true
  ORDER BY place`;

/**
 * Classes of answers that the same statement would get again: numbers out of range, integrity violations, rights
 * and names, limits of the server, and what `append_batch` raises. Everything else may pass by itself.
 */
const REFUSALS = new Set(['22', '23', '42', '54', 'P0']);

function translate(error: unknown): unknown {
  const isRefusal = error instanceof DatabaseError && REFUSALS.has(error.code?.slice(0, 2) ?? '');
  return isRefusal ? new IntegrityError(error.message, { cause: error }) : error;
}

/**
 * The journal of one market on a connection of its own, which holds the market's lock. Whoever writes
 * holds the lock on the very connection that writes: a connection that is thought lost and still at
 * work keeps every other writer, and the next {@link load}, waiting until its outcome is certain.
 */
export class PgJournal implements Journal {
  readonly #target: Target;
  readonly #marketId: string;
  #client: Promise<Client> | null = null;
  #marketNumber = 0n;

  constructor(target: Target, marketId: string) {
    this.#target = target;
    this.#marketId = marketId;
  }

  append(batch: Batch): Promise<void> {
    return this.#run(async (client) => {
      await client.query(appendQuery(batch, this.#marketNumber));
    });
  }

  outcomes(keys: Idempotency[]): Promise<({ bodyHash: string; outcome: Outcome } | null)[]> {
    if (keys.length === 0) return Promise.resolve([]);
    return this.#run(async (client) => {
      const { rows } = await client.query<{ body_hash: string | null; outcome: string | null }>({
        name: 'outcomes',
        text: OUTCOMES,
        values: [idArray(keys.map((k) => k.userId)), keys.map((k) => k.operation), keys.map((k) => k.key)],
      });
      return rows.map(({ body_hash: bodyHash, outcome }) =>
        bodyHash === null || outcome === null ? null : { bodyHash, outcome: decodeOutcome(outcome) },
      );
    });
  }

  /** @throws StorageError when another server holds the market. */
  load(): Promise<MarketSnapshot> {
    return this.#run((client) => loadMarket(client, this.#marketId));
  }

  /** Gives the market up. A statement that is under way finishes first. */
  async close(): Promise<void> {
    const client = await this.#client?.catch(() => null);
    this.#client = null;
    await client?.end();
  }

  /** Runs on the connection with the lock. A connection that failed is given up, and the next call opens another. */
  async #run<T>(work: (client: Client) => Promise<T>): Promise<T> {
    this.#client ??= this.#open();
    const opening = this.#client;
    try {
      return await work(await opening);
    } catch (error) {
      // The server answered: the connection is sound unless the server is ending it.
      const sound = error instanceof DatabaseError && error.severity !== 'FATAL';
      if (!sound && this.#client === opening) {
        this.#client = null;
        opening.then((client) => client.end()).catch(() => undefined);
      }
      throw translate(error);
    }
  }

  async #open(): Promise<Client> {
    const client = await connectClient({ ...appConfig(this.#target), query_timeout: QUERY_TIMEOUT_MS });
    try {
      await this.#lock(client);
      // Batches look up a few rows by key: plans made while the tables were small must not scan them later.
      // They depend on no batch either, so they are made once.
      await client.query(WRITER_SETTINGS);
      const { rows } = await client.query<{ number: number }>('SELECT number FROM markets WHERE id = $1', [
        this.#marketId,
      ]);
      if (rows[0] === undefined) throw new StorageError(`there is no market ${this.#marketId} in the database`);
      this.#marketNumber = BigInt(rows[0].number);
      return client;
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async #lock(client: Client): Promise<void> {
    const deadline = performance.now() + LOCK_WAIT_MS;
    for (;;) {
      const { rows } = await client.query<{ held: boolean }>(
        'SELECT pg_try_advisory_lock(hashtext($1), hashtext($2)) AS held',
        [this.#target.schema, this.#marketId],
      );
      if (rows[0]?.held === true) return;
      if (performance.now() > deadline) {
        throw new StorageError(`another server is running the market ${this.#marketId} on this database`);
      }
      await wait(LOCK_RETRY_MS);
    }
  }
}

/** Whether a server holds any market of the schema. */
export async function isServed(client: Client | Pool, schema: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     AND classid::bigint = hashtext($1)::bigint & 4294967295 LIMIT 1`,
    [schema],
  );
  return (rowCount ?? 0) > 0;
}
