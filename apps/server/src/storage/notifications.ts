import type { Client, Notification } from 'pg';
import type { AlertNotice } from '../alerts/ports.ts';
import type { IdentityNotices } from '../identity/ports.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import { appConfig, connectClient, type Target } from './connection.ts';

/** It is asked for so often whether the connection is still there: one that is cut says nothing, and so does one that has no news. */
const ASK_MS = 1_000;
/** Longer than the database takes when it is there. */
const TIMEOUT_MS = 5_000;

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
  readonly #clock: Clock;
  readonly #listeners = new Map<string, Set<Listener>>();
  /** Of a connection that has everything: the lock and all that is listened to. */
  #client: Client | null = null;
  #isKeeping = false;
  #stopAsking: () => void = () => undefined;
  #closed = false;

  /** @param clock the machine's unless given */
  constructor(target: Target, clock = systemClock) {
    this.#target = target;
    this.#clock = clock;
  }

  /** Connects. @throws when the database can't be reached; later losses are made up for by themselves. */
  async open(): Promise<void> {
    await this.#connect();
    this.#stopAsking = this.#clock.every(ASK_MS, () => this.#keep());
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
    this.#stopAsking();
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

  async #connect(): Promise<void> {
    const bounds = { query_timeout: TIMEOUT_MS, connectionTimeoutMillis: TIMEOUT_MS };
    await connectClient({ ...appConfig(this.#target), ...bounds }, async (client) => {
      client.on('notification', (notice) => this.#deliver(notice));
      client.once('end', () => this.#giveUp(client));
      // Every process of an installation listens, also one without a market: isServed sees it by this lock.
      await client.query(`SELECT pg_try_advisory_lock_shared(hashtext($1), hashtext('process'))`, [
        this.#target.schema,
      ]);
      for (const channel of this.#listeners.keys()) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      if (this.#closed) throw new Error('nobody listens any more');
      // Last, so that nobody takes one for open that fails before.
      this.#client = client;
    });
  }

  /** Asks whether the connection is still there, or opens another one; one thing at a time. */
  #keep(): void {
    if (this.#closed || this.#isKeeping) return;
    this.#isKeeping = true;
    void this.#ask().finally(() => (this.#isKeeping = false));
  }

  async #ask(): Promise<void> {
    const client = this.#client;
    try {
      await (client === null ? this.#connect() : client.query('SELECT 1'));
    } catch {
      // The next time another one is opened.
      if (client !== null) this.#giveUp(client);
      return;
    }
    if (client === null) this.#missed();
  }

  #giveUp(client: Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    // Not waited for: it may not answer any more.
    client.end().catch(() => undefined);
    this.#keep();
  }

  #missed(): void {
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener(null);
  }
}
