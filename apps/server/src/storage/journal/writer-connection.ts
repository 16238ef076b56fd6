import { DatabaseError, type Client } from 'pg';
import { claimMarket } from '../cluster/market-owners.ts';
import { appConfig, connectClient, type Target } from '../connection.ts';
import { StorageError } from '../errors.ts';

/** Longer than any load; after it the connection counts as lost. */
const QUERY_TIMEOUT_MS = 30_000;
/** Longer than any batch: where another process waits for the market, one that is lost is not waited for. */
const BOUNDED_BATCH_MS = 8_000;
const BOUNDED_IDLE_MS = 3_000;

/**
 * Batches look up a few rows by key: plans made while the tables were small must not scan them later.
 * They depend on no batch either, so they are made once.
 */
const SETTINGS =
  'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_material = off; SET jit = off; SET plan_cache_mode = force_generic_plan';

/**
 * Both sides notice within ten seconds that the network between them is cut, also while nothing is said or an answer is
 * under way; the database then frees the locks. What it takes longer for than any load it gives up.
 */
const BOUNDS = `SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3;
  SET tcp_user_timeout = 10000; SET statement_timeout = ${QUERY_TIMEOUT_MS}`;

/** Takes the lock of a market on a connection. @returns the term that begins; null while somebody else holds it */
export type TakeLock = (client: Client, marketId: string) => Promise<bigint | null>;

/** The server contradicts itself, as when what a prepared statement was made of is gone. */
const isInternal = ({ code }: DatabaseError): boolean => code?.startsWith('XX') === true;

/** The server answered: the connection is sound unless the server is ending it, or at odds with what was prepared on it. */
const isSound = (error: unknown): boolean =>
  error instanceof StorageError || (error instanceof DatabaseError && error.severity !== 'FATAL' && !isInternal(error));

/**
 * A connection on which markets write, with an advisory lock for each of them. It does one piece of
 * work after another, so that no statement gets into another market's transaction. It is there while
 * a market holds its lock on it, and is opened again when one asks for it. A connection that failed is
 * given up together with all the locks on it; one that is thought lost and still at work keeps them,
 * and with them every other writer waiting, until its outcome is certain (rule O1).
 */
export class WriterConnection {
  readonly #target: Target;
  readonly #isBounded: boolean;
  #client: Client | null = null;
  /** Those that ended by themselves. */
  readonly #broken = new WeakSet<Client>();
  /** Markets whose lock is held on the client. */
  readonly #markets = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();

  /** @param isBounded whether others wait for what is lost with the connection */
  constructor(target: Target, isBounded = false) {
    this.#target = target;
    this.#isBounded = isBounded;
  }

  /** After it a batch counts as lost, ms. */
  get batchTimeoutMs(): number {
    return this.#isBounded ? BOUNDED_BATCH_MS : QUERY_TIMEOUT_MS;
  }

  /** How many markets hold their lock here. */
  get size(): number {
    return this.#markets.size;
  }

  /** Whether a client that had locks still has them, as far as is known here; also when nothing is asked of it. */
  isOpen(client: Client): boolean {
    return this.#client === client && !this.#broken.has(client);
  }

  /**
   * Does a piece of work when everything that was asked for before it is done. The client is the same
   * for as long as the locks on it last. `work` should fail only when the database does, or with a
   * StorageError: anything else gives the connection up.
   */
  run<T>(work: (client: Client) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const client = (this.#client ??= await this.#open());
      try {
        return await work(client);
      } catch (error) {
        if (!isSound(error)) this.#giveUp(client);
        throw error;
      } finally {
        await this.#closeUnused();
      }
    });
  }

  /**
   * Tries to take the lock of a market; part of a work. @returns the term that begins; null while somebody else holds it
   * @param take by default for a process that is alone. Where it fails the lock may be taken: the connection is given up.
   */
  async tryLock(client: Client, marketId: string, take?: TakeLock): Promise<bigint | null> {
    // The database would give a session its own lock a second time.
    if (this.#markets.has(marketId)) return null;
    try {
      const term = await (take ?? this.#takeLock)(client, marketId);
      if (term !== null) this.#markets.add(marketId);
      return term;
    } catch (error) {
      this.#giveUp(client);
      throw error;
    }
  }

  /** Gives a lock back, when what was asked for before is done. Never rejects: a lock that was lost is given back. */
  async release(client: Client, marketId: string): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#client !== client || !this.#markets.delete(marketId)) return;
      try {
        if (this.#markets.size > 0) {
          await client.query('SELECT pg_advisory_unlock(hashtext($1), hashtext($2))', [this.#target.schema, marketId]);
        }
      } catch {
        this.#giveUp(client);
      } finally {
        await this.#closeUnused();
      }
    });
  }

  readonly #takeLock: TakeLock = (client, marketId) => claimMarket(client, this.#target.schema, marketId, null);

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #open(): Promise<Client> {
    const config = { ...appConfig(this.#target), query_timeout: QUERY_TIMEOUT_MS };
    const client = await connectClient(
      this.#isBounded ? { ...config, keepAliveInitialDelayMillis: BOUNDED_IDLE_MS } : config,
      (opened) => opened.query(this.#isBounded ? `${SETTINGS}; ${BOUNDS}` : SETTINGS),
    );
    client.once('end', () => this.#broken.add(client));
    return client;
  }

  #giveUp(client: Client): void {
    this.#client = null;
    this.#markets.clear();
    // Not waited for: it may not answer any more.
    client.end().catch(() => undefined);
  }

  async #closeUnused(): Promise<void> {
    const client = this.#client;
    if (client === null || this.#markets.size > 0) return;
    this.#client = null;
    await client.end().catch(() => undefined);
  }
}

/** The connection on which the fewest markets write. */
export function leastUsed(writers: readonly WriterConnection[]): WriterConnection {
  const [first, ...others] = writers;
  if (first === undefined) throw new RangeError('there is no connection to write on');
  return others.reduce((least, writer) => (writer.size < least.size ? writer : least), first);
}
