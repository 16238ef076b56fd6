import { clientMessage, CLOSE_CHANGED, CLOSE_REPLACED, CLOSE_RESTART, CLOSE_SIGNED_OUT } from '@plecho/contract';
import type { UserRecord } from '../identity/ports.ts';
import type { Identity, Sessions } from '../identity/sessions.ts';
import type { Clock } from '../lib/clock.ts';
import type { OpenedStream } from '../lib/opened-stream.ts';
import { CLOSE_POLICY, DEFAULT_OUTBOX, StreamClient, type OutboxLimits } from './client.ts';
import type { StreamHub } from './hub.ts';
import { Pace } from './pace.ts';

/** How often it is looked for what is to be sent and told nobody. */
const FLUSH_MS = 250;
const SECOND_MS = 1_000;
/**
 * In one of so many looks, 30 s together, a client is pinged and its session looked at, each in its own: thousands at the
 * same moment would keep prices back.
 */
const PING_TURNS = 120;
/** Sessions that are looked at together: more would only wait in front of the database, and requests behind them. */
const LOOKS_AT_ONCE = 50;
const CLOSE_TRY_LATER = 1013;

export interface StreamLimits {
  /** Tabs and devices of one person: one more closes the oldest. */
  perUser: number;
  total: number;
  outbox: OutboxLimits;
}

export const DEFAULT_STREAM_LIMITS: StreamLimits = { perUser: 20, total: 25_000, outbox: DEFAULT_OUTBOX };

/** All open streams: lets them in, listens to them, and closes them when their session ends. */
export class Streams {
  readonly #hub: StreamHub;
  readonly #sessions: Sessions;
  readonly #clock: Clock;
  readonly #limits: StreamLimits;
  readonly #clients = new Set<StreamClient>();
  /** Streams by user. */
  readonly #perUser = new Map<bigint, Set<StreamClient>>();
  /** Sessions to look at again: the database could not be asked. */
  readonly #unsure = new Set<StreamClient>();
  /** Whose sessions are to be looked at, in this order … */
  readonly #toLookAt = new Set<StreamClient>();
  /** … and are being looked at. Whoever is in both is looked at once more: what is under way may be from before a notice. */
  readonly #lookedAt = new Set<StreamClient>();
  readonly #timers: (() => void)[];
  /** Of the looks at pings, the one that is on. */
  #turn = 0;
  /** Of the next client. */
  #nextTurn = 0;
  #closing = false;
  /** Clients cut because they didn't read. */
  cut = 0;

  constructor(hub: StreamHub, sessions: Sessions, clock: Clock, limits = DEFAULT_STREAM_LIMITS) {
    this.#hub = hub;
    this.#sessions = sessions;
    this.#clock = clock;
    this.#limits = limits;
    sessions.onChange((userId) => this.#recheck(userId));
    const prices = new Pace(clock, () => hub.flushPrices(clock.now()));
    hub.onPrices(() => prices.news());
    this.#timers = [
      () => prices.stop(),
      clock.every(FLUSH_MS, () => {
        hub.flush(clock.now());
        prices.look();
        this.#pingTurn();
      }),
      clock.every(SECOND_MS, () => this.#everySecond()),
    ];
  }

  get size(): number {
    return this.#clients.size;
  }

  /** Whether it lets nobody in any more. */
  get isClosing(): boolean {
    return this.#closing;
  }

  /** Takes over an opened socket of a living session. */
  accept(opened: OpenedStream, identity: Identity, secret: string): void {
    const { socket } = opened;
    const client = new StreamClient(opened, identity, secret, this.#clock, this.#limits.outbox);
    socket.on('error', () => socket.terminate());
    if (this.#closing) return socket.close(CLOSE_RESTART);
    this.#makeRoomFor(identity);
    if (this.#clients.size >= this.#limits.total) return socket.close(CLOSE_TRY_LATER);
    this.#clients.add(client);
    client.turn = this.#nextTurn;
    this.#nextTurn = (this.#nextTurn + 1) % PING_TURNS;
    const ofUser = this.#perUser.get(identity.user.id) ?? new Set();
    this.#perUser.set(identity.user.id, ofUser.add(client));
    socket.on('close', () => this.#forget(client));
    socket.on('ping', () => client.hears());
    socket.on('pong', () => {
      if (client.hears()) client.alive = true;
    });
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (client.hears()) this.#message(client, isBinary ? null : data.toString());
    });
  }

  /** Tells everybody that the server stops. Resolves when all are gone, at the latest after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    for (const stop of this.#timers) stop();
    const gone = [...this.#clients].map(
      ({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
    );
    for (const client of this.#clients) client.end(CLOSE_RESTART);
    let cancel = (): void => undefined;
    const late = new Promise<void>((resolve) => (cancel = this.#clock.after(graceMs, resolve)));
    await Promise.race([Promise.all(gone), late]);
    cancel();
    for (const { socket } of this.#clients) socket.terminate();
  }

  #forget(client: StreamClient): void {
    this.#hub.leave(client);
    this.#clients.delete(client);
    this.#unsure.delete(client);
    this.#toLookAt.delete(client);
    const { id } = client.identity.user;
    const ofUser = this.#perUser.get(id);
    ofUser?.delete(client);
    if (ofUser?.size === 0) this.#perUser.delete(id);
  }

  #makeRoomFor({ user }: Identity): void {
    const [oldest, ...others] = this.#perUser.get(user.id) ?? [];
    if (oldest === undefined || others.length + 1 < this.#limits.perUser) return;
    this.#forget(oldest);
    oldest.end(CLOSE_REPLACED);
  }

  #message(client: StreamClient, text: string | null): void {
    const parsed = text === null ? null : clientMessage.safeParse(parseJson(text));
    if (parsed?.success !== true) return client.end(CLOSE_POLICY);
    const message = parsed.data;
    if (message.op === 'ping') client.send({ type: 'pong', n: message.n });
    else if (message.op === 'subscribe') this.#hub.subscribe(client, message.channel);
    else this.#hub.unsubscribe(client, message.channel);
  }

  #recheck(userId: bigint | null): void {
    const concerned = userId === null ? this.#clients : (this.#perUser.get(userId) ?? []);
    for (const client of concerned) this.#lookAt(client);
  }

  /** Looks at the session of a client, once at a time and as soon as there is room. */
  #lookAt(client: StreamClient): void {
    this.#toLookAt.add(client);
    this.#lookOn();
  }

  #lookOn(): void {
    for (const client of this.#toLookAt) {
      if (this.#lookedAt.size >= LOOKS_AT_ONCE) return;
      if (this.#lookedAt.has(client)) continue;
      this.#toLookAt.delete(client);
      this.#lookedAt.add(client);
      void this.#checkSession(client).then(() => {
        this.#lookedAt.delete(client);
        this.#lookOn();
      });
    }
  }

  /** Rule S1: ends the stream of a session that ended; a stream of a changed user starts anew. Never rejects. */
  async #checkSession(client: StreamClient): Promise<void> {
    try {
      const identity = await this.#sessions.resolve(client.secret);
      this.#unsure.delete(client);
      if (identity === null) client.end((await this.#isRenewed(client)) ? CLOSE_CHANGED : CLOSE_SIGNED_OUT);
      else if (isOtherUser(identity.user, client.identity.user)) client.end(CLOSE_CHANGED);
      else client.identity = identity;
    } catch {
      if (this.#clients.has(client)) this.#unsure.add(client);
    }
  }

  /** Whether only the secret is no longer good: the owner of the session comes back with its new one. */
  async #isRenewed({ identity: { session, user } }: StreamClient): Promise<boolean> {
    return (await this.#sessions.list(user.id)).some(({ id }) => id === session.id);
  }

  #everySecond(): void {
    for (const client of this.#unsure) if (!this.#lookedAt.has(client)) this.#lookAt(client);
    for (const client of this.#clients) {
      client.forgetFrames();
      if (client.checkPatience()) this.cut += 1;
    }
  }

  #pingTurn(): void {
    this.#turn = (this.#turn + 1) % PING_TURNS;
    for (const client of this.#clients) if (client.turn === this.#turn) this.#ping(client);
  }

  #ping(client: StreamClient): void {
    if (!client.alive) return client.socket.terminate();
    client.alive = false;
    client.socket.ping();
    this.#lookAt(client);
  }
}

/** Whether what the user may do has changed. */
const isOtherUser = (now: UserRecord, before: UserRecord): boolean =>
  now.blockReason !== before.blockReason || now.role !== before.role;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
