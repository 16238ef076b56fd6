import { DatabaseError, type Client, type Pool } from 'pg';
import { setTimeout as wait } from 'node:timers/promises';
import { IntegrityError, type Batch, type Halt, type Journal, type MarketSnapshot } from '../../commands/batch.ts';
import type { CommandResult, Idempotency } from '../../commands/command.ts';
import type { LookedUp } from '../../lib/once.ts';
import type { BoundedQuery, Target } from '../connection.ts';
import { StorageError } from '../errors.ts';
import { endHalt, keepHalt } from '../halt-store.ts';
import { appendQuery } from './append.ts';
import { readMarket, toSnapshot } from './load.ts';
import { findKept } from './outcome-store.ts';
import { WriterConnection, type TakeLock } from './writer-connection.ts';

/** A killed server's connection ends as soon as its last statement does. */
const LOCK_WAIT_MS = 10_000;
const LOCK_RETRY_MS = 100;

/**
 * Classes of answers that the same statement would get again: numbers out of range, integrity violations, rights
 * and names, limits of the server, and what `append_batch` raises. Everything else may pass by itself.
 */
const REFUSALS = new Set(['22', '23', '42', '54', 'P0']);
/**
 * A function, or a type, that is not there, or a right to it: the database is that of another version. Nothing is wrong with
 * the market: it is read again, later each time, and a process of that version can go on with it.
 */
const OTHER_VERSION = new Set(['42883', '42704', '42725', '42501']);

function translate(error: unknown): unknown {
  const code = (error instanceof DatabaseError && error.code) || '';
  const isRefusal = REFUSALS.has(code.slice(0, 2)) && !OTHER_VERSION.has(code);
  return isRefusal ? new IntegrityError((error as DatabaseError).message, { cause: error }) : error;
}

/**
 * The journal of one market, on a connection that it may share with others. Whoever writes holds the
 * market's lock on the very connection that writes (rule O1). A lock that was lost with its connection
 * comes back by {@link load} only: what was decided on the state before it is not written any more.
 */
export class PgJournal implements Journal {
  readonly #writer: WriterConnection;
  readonly #marketId: string;
  readonly #takeLock: TakeLock | undefined;
  /** How often the market was given up. */
  #closings = 0;
  /** Where the lock was taken; null before the first call and after the last. */
  #client: Client | null = null;
  /** null until the lock was taken for the first time. */
  #marketNumber: bigint | null = null;
  #term: bigint | null = null;

  /**
   * @param writer by default a connection of its own
   * @param takeLock how the lock is taken where other processes want it too: then nobody waits for it here
   */
  constructor(target: Target, marketId: string, writer = new WriterConnection(target), takeLock?: TakeLock) {
    this.#writer = writer;
    this.#marketId = marketId;
    this.#takeLock = takeLock;
  }

  get marketId(): string {
    return this.#marketId;
  }

  /** The newest term of this owner, which may be over; null before the first. */
  get term(): bigint | null {
    return this.#term;
  }

  get isHeld(): boolean {
    return this.#client !== null && this.#writer.isOpen(this.#client);
  }

  async append(batch: Batch): Promise<void> {
    await this.#withLock(false, (client, marketNumber) => {
      const query: BoundedQuery = { ...appendQuery(batch, marketNumber), query_timeout: this.#writer.batchTimeoutMs };
      return client.query(query);
    });
  }

  outcomes(keys: Idempotency[]): Promise<LookedUp<CommandResult>[]> {
    return keys.length === 0 ? Promise.resolve([]) : this.#writer.run((client) => findKept(client, keys));
  }

  /** Takes the market before anything is read. @returns false while somebody else holds it */
  claim(): Promise<boolean> {
    const closings = this.#closings;
    return this.#writer.run(async (client) => (await this.#lock(client, true, closings)) !== null);
  }

  /** @throws StorageError when another server holds the market. */
  async load(): Promise<MarketSnapshot> {
    return toSnapshot(await this.#withLock(true, (client) => readMarket(client, this.#marketId)));
  }

  async keepHalt(halt: Halt, since: number): Promise<boolean> {
    if (this.#term === null) throw new StorageError(`nobody has taken the market ${this.#marketId} here`);
    return this.#writer.run((client) => keepHalt(client, this, { ...halt, since }, this.#writer.batchTimeoutMs));
  }

  async endHalt(time: { since: number; until: number }): Promise<void> {
    await this.whileHeld((client) => endHalt(client, this.#marketId, time));
  }

  /**
   * Does something else on the connection that writes the market, for as long as its lock is held: whoever has the
   * market alone does it. Rejects as {@link append} does.
   * @param work is told after how long (ms) a statement that changes something counts as lost
   */
  whileHeld<T>(work: (client: Client, marketNumber: bigint, timeoutMs: number) => Promise<T>): Promise<T> {
    return this.#withLock(false, (client, marketNumber) => work(client, marketNumber, this.#writer.batchTimeoutMs));
  }

  /** Gives the market up. A statement that is under way finishes first. Never rejects. */
  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    this.#closings++;
    if (client !== null) await this.#writer.release(client, this.#marketId);
  }

  /** Waits for the lock without holding up the others on the connection. */
  async #withLock<T>(isLoad: boolean, work: (client: Client, marketNumber: bigint) => Promise<T>): Promise<T> {
    const closings = this.#closings;
    const deadline = performance.now() + (this.#takeLock === undefined ? LOCK_WAIT_MS : 0);
    try {
      for (;;) {
        const done = await this.#writer.run(async (client) => {
          const marketNumber = await this.#lock(client, isLoad, closings);
          return marketNumber === null ? null : { result: await work(client, marketNumber) };
        });
        if (done !== null) return done.result;
        if (performance.now() > deadline) {
          throw new StorageError(`another server is running the market ${this.#marketId} on this database`);
        }
        await wait(LOCK_RETRY_MS);
      }
    } catch (error) {
      throw translate(error);
    }
  }

  /**
   * @param closings how often the market had been given up when the lock was asked for
   * @returns the market's number; null while somebody else holds the market
   * @throws StorageError when the market was given up meanwhile: it must not be taken, by who has waited, for nobody
   */
  async #lock(client: Client, isLoad: boolean, closings: number): Promise<bigint | null> {
    this.#throwIfGivenUp(closings);
    if (this.#client === client) return this.#marketNumber;
    if (this.#marketNumber !== null && !isLoad) {
      throw new StorageError(`the lock of the market ${this.#marketId} is lost: it has to be loaded again`);
    }
    const { rows } = await client.query<{ number: number }>('SELECT number FROM markets WHERE id = $1', [
      this.#marketId,
    ]);
    if (rows[0] === undefined) throw new StorageError(`there is no market ${this.#marketId} in the database`);
    const term = await this.#writer.tryLock(client, this.#marketId, this.#takeLock);
    if (term === null) return null;
    if (closings !== this.#closings) void this.#writer.release(client, this.#marketId);
    this.#throwIfGivenUp(closings);
    this.#client = client;
    this.#term = term;
    this.#marketNumber = BigInt(rows[0].number);
    return this.#marketNumber;
  }

  #throwIfGivenUp(closings: number): void {
    if (closings !== this.#closings) throw new StorageError(`the market ${this.#marketId} was given up`);
  }
}

/** Whether a process of the schema is there: one that holds a market, or one that listens to what happens. */
export async function isServed(client: Client | Pool, schema: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     AND classid::bigint = hashtext($1)::bigint & 4294967295 LIMIT 1`,
    [schema],
  );
  return (rowCount ?? 0) > 0;
}
