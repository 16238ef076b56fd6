import type { Client } from 'pg';
import { appConfig, connectClient, type Target } from '../connection.ts';

const QUERY_TIMEOUT_MS = 5_000;

/** The database ends a session that says nothing for so long: its process is paused, or the network is cut. */
const bounds = (silentMs: number): string =>
  `SET idle_session_timeout = ${silentMs}; SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 2;
   SET tcp_keepalives_count = 3; SET tcp_user_timeout = ${silentMs}`;

export interface SessionLockOptions {
  target: Target;
  name: string;
  /** After it, a holder that says nothing has lost the lock. */
  silentMs: number;
  /** A lock that was held is held no more, and was not released. */
  onLost(): void;
}

/** A lock of the installation that one process at a time has, on a connection of its own; it is lost together with it. */
export class SessionLock {
  readonly #options: SessionLockOptions;
  #client: Client | null = null;
  #isHeld = false;

  constructor(options: SessionLockOptions) {
    this.#options = options;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Keeps the lock, or tries to take it. To be called several times within `silentMs`. Rejects when the database can't be asked. */
  async keep(): Promise<void> {
    const client = (this.#client ??= await this.#open());
    try {
      const { rows } = await client.query<{ held: boolean }>(
        this.#isHeld ? 'SELECT true AS held' : 'SELECT pg_try_advisory_lock(hashtext($1), hashtext($2)) AS held',
        this.#isHeld ? [] : [`plecho ${this.#options.name}`, this.#options.target.schema],
      );
      if (this.#client === client) this.#isHeld = rows[0]?.held === true;
    } catch (error) {
      this.#giveUp(client);
      throw error;
    }
  }

  /** Gives the lock back. Never rejects. */
  async release(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    this.#isHeld = false;
    await client?.end().catch(() => undefined);
  }

  #open(): Promise<Client> {
    const config = { ...appConfig(this.#options.target), query_timeout: QUERY_TIMEOUT_MS };
    return connectClient(config, (client) => {
      client.once('end', () => this.#giveUp(client));
      return client.query(bounds(this.#options.silentMs));
    });
  }

  #giveUp(client: Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    const wasHeld = this.#isHeld;
    this.#isHeld = false;
    // Not waited for: it may not answer any more.
    client.end().catch(() => undefined);
    if (wasHeld) this.#options.onLost();
  }
}
