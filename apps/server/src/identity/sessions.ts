import type { Clock } from '../lib/clock.ts';
import type { LogLine, SessionCutoff, SessionRecord, SessionStore, UserRecord } from './ports.ts';
import { hashOf, hashTextOf, isSecret, newSecret } from './secrets.ts';

const DAY_MS = 86_400_000;
/** A session ends after this long without use, a guest’s sooner … */
export const SESSION_IDLE_MS = 30 * DAY_MS;
export const GUEST_IDLE_MS = 7 * DAY_MS;
/** … and after this long in any case. */
export const SESSION_MAX_MS = 90 * DAY_MS;
/** When a person signs in once more, the oldest session ends. */
export const SESSIONS_PER_USER = 20;
/** Use is noted in the database at most this often. */
const TOUCH_EVERY_MS = 5 * 60_000;
/** A cached session is read again after this long, should a notice ever get lost. */
const CACHE_MS = 60_000;
const CACHE_SIZE = 50_000;

/** Who is asking: a living session and its user. */
export interface Identity {
  session: SessionRecord;
  user: UserRecord;
}

export interface Sessions {
  /** Begins a session. @returns the secret for the cookie, 43 characters */
  begin(userId: bigint, userAgent: string): Promise<string>;
  /** The living session of a secret; from memory where it can be. @throws when the database can't be asked */
  resolve(secret: string): Promise<Identity | null>;
  list(userId: bigint): Promise<SessionRecord[]>;
  end(identity: Identity): Promise<void>;
  /** Ends every session of the user, and says so in their log. */
  endAll(userId: bigint, line: LogLine): Promise<void>;
  /** Forgets what is cached of a user (of everybody: null) and tells the listeners. */
  invalidate(userId: bigint | null): void;
  /** Calls back when sessions of a user (of anybody: null) may have ended or the user changed. */
  onChange(listener: (userId: bigint | null) => void): void;
  prune(): Promise<number>;
}

interface Cached extends Identity {
  readAt: number;
  touchedAt: number;
}

class SessionService implements Sessions {
  readonly #store: SessionStore;
  readonly #clock: Clock;
  readonly #onTouchError: (error: unknown) => void;
  readonly #cache = new Map<string, Cached>();
  readonly #listeners: ((userId: bigint | null) => void)[] = [];
  /** Grows with every invalidation: what was read before one must not be cached after it. */
  #epoch = 0;

  constructor(store: SessionStore, clock: Clock, onTouchError: (error: unknown) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#onTouchError = onTouchError;
  }

  async begin(userId: bigint, userAgent: string): Promise<string> {
    const secret = newSecret();
    const begun = {
      tokenHash: hashOf(secret),
      userId,
      userAgent: userAgent.slice(0, 300),
      createdAt: this.#clock.now(),
    };
    await this.#store.create(begun);
    if ((await this.#store.removeOldest(userId, SESSIONS_PER_USER)) > 0) this.invalidate(userId);
    return secret;
  }

  async resolve(secret: string): Promise<Identity | null> {
    if (!isSecret(secret)) return null;
    const key = hashTextOf(secret);
    const now = this.#clock.now();
    const cached = this.#cache.get(key);
    if (cached !== undefined && now - cached.readAt < CACHE_MS) return this.#living(cached, now);
    const epoch = this.#epoch;
    const found = await this.#store.find(Buffer.from(key, 'base64'));
    if (found === null) {
      this.#cache.delete(key);
      return null;
    }
    const entry = { ...found, readAt: now, touchedAt: found.session.lastSeenAt };
    if (epoch === this.#epoch) this.#remember(key, entry);
    return this.#living(entry, now);
  }

  list(userId: bigint): Promise<SessionRecord[]> {
    return this.#store.list(userId, this.#cutoff());
  }

  async end({ session }: Identity): Promise<void> {
    await this.#store.remove(session.id);
    this.invalidate(session.userId);
  }

  async endAll(userId: bigint, line: LogLine): Promise<void> {
    await this.#store.removeAll(userId, line);
    this.invalidate(userId);
  }

  invalidate(userId: bigint | null): void {
    this.#epoch += 1;
    for (const [key, entry] of this.#cache) {
      if (userId === null || entry.user.id === userId) this.#cache.delete(key);
    }
    for (const listener of this.#listeners) listener(userId);
  }

  onChange(listener: (userId: bigint | null) => void): void {
    this.#listeners.push(listener);
  }

  prune(): Promise<number> {
    return this.#store.prune(this.#cutoff());
  }

  #cutoff(): SessionCutoff {
    const now = this.#clock.now();
    return { lastSeenAfter: now - SESSION_IDLE_MS, createdAfter: now - SESSION_MAX_MS };
  }

  #living(entry: Cached, now: number): Identity | null {
    const { session, user } = entry;
    const idleMs = user.phone === null ? GUEST_IDLE_MS : SESSION_IDLE_MS;
    const isDead = now - entry.touchedAt >= idleMs || now - session.createdAt >= SESSION_MAX_MS;
    if (isDead) return null;
    if (now - entry.touchedAt >= TOUCH_EVERY_MS) {
      entry.touchedAt = now;
      this.#store.touch(session.id, now).catch(this.#onTouchError);
    }
    return entry;
  }

  #remember(key: string, entry: Cached): void {
    this.#cache.delete(key);
    this.#cache.set(key, entry);
    if (this.#cache.size <= CACHE_SIZE) return;
    const oldest = this.#cache.keys().next();
    if (oldest.done !== true) this.#cache.delete(oldest.value);
  }
}

/** @param onTouchError told when the time of use could not be noted; the session lives on. */
export function createSessions(store: SessionStore, clock: Clock, onTouchError: (error: unknown) => void): Sessions {
  return new SessionService(store, clock, onTouchError);
}
