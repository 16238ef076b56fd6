import type { Client, Notification } from 'pg';
import type { AlertNotice } from '../alerts/ports.ts';
import type { IdentityNotices } from '../identity/ports.ts';
import { appConfig, connectClient, type Target } from './connection.ts';

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

/** "user", when a ring was written or seen; "user market alert added|ended" else: as the triggers of the tables say it. */
function toAlertNotice(text: string): AlertNotice {
  const [userId = '', marketId, alertId, what] = text.split(' ');
  const change =
    marketId === undefined || alertId === undefined
      ? null
      : { marketId, alertId: BigInt(alertId), isNew: what === 'added' };
  return { userId: BigInt(userId), change };
}

type Listener = (payload: string | null) => void;

/**
 * Word from the database about changes, whichever process made them, on one connection that comes
 * back by itself. A listener gets the payload, or null when word may have been missed.
 */
export class Notifications {
  readonly #target: Target;
  readonly #listeners = new Map<string, Set<Listener>>();
  #client: Client | null = null;
  #retry: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Connects. @throws when the database can't be reached; later losses are made up for by themselves. */
  async open(): Promise<void> {
    const client = await connectClient(appConfig(this.#target));
    client.on('notification', (notice) => this.#deliver(notice));
    client.on('end', () => this.#lost(client));
    this.#client = client;
    // Every process of an installation listens, also one without a market: isServed sees it by this lock.
    await client.query(`SELECT pg_try_advisory_lock_shared(hashtext($1), hashtext('process'))`, [this.#target.schema]);
    for (const channel of this.#listeners.keys()) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
  }

  /** Users whose sessions ended or whose row changed. */
  identity(): IdentityNotices {
    return {
      listen: (changed) => this.#listen('identity', (text) => changed(text === null ? null : BigInt(text))),
    };
  }

  /** Ids of markets that were added; null when some may have been missed. @returns stops listening */
  markets(added: (marketId: string | null) => void): Promise<() => Promise<void>> {
    return this.#listen('markets', added);
  }

  /** There may be a new key of the logs. */
  logKeys(changed: () => void): Promise<() => Promise<void>> {
    return this.#listen('log_keys', changed);
  }

  /** Ids of markets of drills that were made, controlled or are over; null when some may have been missed. */
  drills(changed: (marketId: string | null) => void): Promise<() => Promise<void>> {
    return this.#listen('drills', changed);
  }

  /** What became of somebody's alerts; null when some of it may have been missed. @returns stops listening */
  alerts(changed: (notice: AlertNotice | null) => void): Promise<() => Promise<void>> {
    return this.#listen('alerts', (text) => changed(text === null ? null : toAlertNotice(text)));
  }

  /** What `market resume` asks for (resume-requests.ts); null when some of it may have been missed. */
  resumeRequests(asked: (request: string | null) => void): Promise<() => Promise<void>> {
    return this.#listen('resume', asked);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    await this.#client?.end();
  }

  async #listen(topic: string, listener: Listener): Promise<() => Promise<void>> {
    const channel = `${this.#target.schema}_${topic}`;
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners);
    listeners.add(listener);
    await this.#client?.query(`LISTEN ${this.#client.escapeIdentifier(channel)}`);
    return () => {
      listeners.delete(listener);
      return Promise.resolve();
    };
  }

  #deliver({ channel, payload }: Notification): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(payload ?? null);
  }

  #lost(client: Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.#reconnect(FIRST_RETRY_MS);
  }

  #reconnect(waitMs: number): void {
    if (this.#closed) return;
    this.#retry = setTimeout(() => {
      this.open().then(
        () => this.#missed(),
        () => this.#reconnect(Math.min(waitMs * 2, MAX_RETRY_MS)),
      );
    }, waitMs);
  }

  #missed(): void {
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener(null);
  }
}
