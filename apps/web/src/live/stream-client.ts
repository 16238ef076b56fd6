import {
  CLOSE_CHANGED,
  CLOSE_REPLACED,
  CLOSE_SIGNED_OUT,
  channelKey,
  type Channel,
  type ClientMessage,
  type ServerMessage,
} from '@plecho/contract';
import { backoffMs } from '@/lib/backoff.ts';
import { Emitter } from '@/lib/emitter.ts';
import { Subscription, type ChannelHandler, type Frame } from './subscription.ts';

/** What is needed of a WebSocket. */
export interface Socket {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

export interface Connection {
  /**
   * `offline`: the device says that it has no network. `replaced`: newer tabs have taken this one's
   * place; it comes back when the person comes back to it, and not by itself, or tabs would push each
   * other out for ever.
   */
  state: 'connecting' | 'live' | 'reconnecting' | 'offline' | 'replaced';
  /** Round trip of the last ping. */
  latencyMs: number | null;
  /** Wall clock, ms. */
  lastMessageAt: number | null;
}

export interface StreamOptions {
  connect(): Socket;
  /** The server ended the session. */
  onSignedOut(): void;
  /** A connection was refused before it opened; perhaps the session is over. */
  onRefused(): void;
  /** Connected again after something about who is signed in has changed. */
  onChanged(): void;
  /** Whether the device has a network at all. */
  isOnline(): boolean;
  now(): number;
  random(): number;
}

const OPEN = 1;
const PING_EVERY_MS = 5_000;
/** Tickers come every second and pongs every five; a stream this quiet is dead. */
const SILENCE_MS = 12_000;
/** After a return to the page the stream has this long to answer. */
const PROBE_MS = 3_000;
/**
 * What is said within the time of one picture is shown in one: the server says a market's prices and the candle of the
 * same moment one after the other, and each picture costs as much as what it shows anew.
 */
export const GATHER_MS = 16;

const keyOfFrame = (frame: Frame): string =>
  frame.type === 'candles'
    ? `candles:${frame.market}:${frame.symbol}:${frame.interval}`
    : `${frame.type}:${frame.market}`;

/**
 * The one WebSocket of a tab: reconnects with growing waits, subscribes again after it, notices gaps
 * and dead connections, and delivers to each handler a snapshot followed by gapless updates.
 */
export class StreamClient {
  readonly #options: StreamOptions;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #changes = new Emitter();
  #connection: Connection = { state: 'connecting', latencyMs: null, lastMessageAt: null };
  #socket: Socket | null = null;
  #running = false;
  #failures = 0;
  /** The server has closed because of a change of who is signed in. */
  #isChanged = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #probe: ReturnType<typeof setTimeout> | undefined;
  /** When the present socket said something last, or was asked for: one may never open, or open and never speak. */
  #heardAt = 0;
  #pings = 0;
  #pingSentAt = 0;
  /** Of the present socket, not handed on yet. */
  readonly #gathered: Frame[] = [];
  #gathering: ReturnType<typeof setTimeout> | undefined;

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  readonly listen = this.#changes.listen;
  readonly connection = (): Connection => this.#connection;

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#heartbeat = setInterval(() => this.#beat(), PING_EVERY_MS);
    this.#open();
  }

  stop(): void {
    this.#running = false;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#retry);
    this.#drop();
    this.#failures = 0;
    this.#set({ state: 'connecting', latencyMs: null, lastMessageAt: null });
  }

  /** @returns the unsubscriber */
  subscribe(channel: Channel, handler: ChannelHandler): () => void {
    const key = channelKey(channel);
    const subscription = this.#subscriptions.get(key) ?? new Subscription(channel);
    this.#subscriptions.set(key, subscription);
    subscription.handlers.add(handler);
    // A second handler of a channel needs a snapshot too; the first can do with another one.
    this.#request(subscription);
    return () => {
      if (!subscription.handlers.delete(handler) || subscription.handlers.size > 0) return;
      this.#subscriptions.delete(key);
      this.#send({ op: 'unsubscribe', channel });
    };
  }

  /** Number of the last frame of a channel, for the curious. */
  sequenceOf(channel: Channel): number | null {
    return this.#subscriptions.get(channelKey(channel))?.seq ?? null;
  }

  /**
   * The page is in front again, or the network is back: whatever was shown may be old, and a
   * connection that looks open may be dead.
   */
  readonly resume = (): void => {
    if (!this.#running) return;
    if (this.#socket?.readyState !== OPEN) {
      this.#failures = 0;
      this.#open();
      return;
    }
    for (const subscription of this.#subscriptions.values()) this.#request(subscription);
    this.#ping();
    const before = this.#connection.lastMessageAt;
    clearTimeout(this.#probe);
    this.#probe = setTimeout(() => {
      if (this.#connection.lastMessageAt === before) this.#open();
    }, PROBE_MS);
  };

  /** The server has just answered something else: a lost connection does not wait for its turn. */
  readonly hurry = (): void => {
    if (this.#running && this.#socket === null && this.#connection.state !== 'replaced') this.#open();
  };

  /** The device lost its network; the socket finds out later. */
  readonly suspend = (): void => {
    if (this.#running) this.#set({ state: 'offline', latencyMs: null });
  };

  #open(): void {
    clearTimeout(this.#retry);
    this.#drop();
    const socket = this.#options.connect();
    this.#socket = socket;
    this.#heardAt = this.#options.now();
    let opened = false;
    socket.onopen = () => {
      opened = true;
      for (const subscription of this.#subscriptions.values()) this.#request(subscription);
      this.#ping();
      // Not before: by now the new secret is in this browser.
      if (this.#isChanged) this.#options.onChanged();
      this.#isChanged = false;
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket && typeof data === 'string') this.#receive(data);
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      this.#socket = null;
      try {
        this.#deliverGathered();
      } finally {
        if (!opened) this.#options.onRefused();
        this.#lost(code);
      }
    };
  }

  /** Leaves the present socket; nothing that it still says counts. */
  #drop(): void {
    clearTimeout(this.#probe);
    this.#takeGathered();
    const socket = this.#socket;
    this.#socket = null;
    for (const subscription of this.#subscriptions.values()) subscription.awaitSnapshot();
    socket?.close();
  }

  #lost(code: number): void {
    for (const subscription of this.#subscriptions.values()) subscription.awaitSnapshot();
    if (!this.#running) return;
    if (code === CLOSE_SIGNED_OUT) {
      this.stop();
      this.#options.onSignedOut();
      return;
    }
    this.#isChanged ||= code === CLOSE_CHANGED;
    if (code === CLOSE_REPLACED) {
      this.#set({ state: 'replaced', latencyMs: null });
      return;
    }
    const seenBefore = this.#connection.lastMessageAt !== null || this.#failures > 0;
    const state = this.#options.isOnline() ? (seenBefore ? 'reconnecting' : 'connecting') : 'offline';
    this.#set({ state, latencyMs: null });
    const wait = backoffMs(this.#failures, this.#options.random());
    this.#failures += 1;
    this.#retry = setTimeout(() => this.#open(), wait);
  }

  #beat(): void {
    if (this.#socket === null) return;
    if (this.#options.now() - this.#heardAt > SILENCE_MS) {
      this.#set({ state: 'reconnecting', latencyMs: null });
      this.#open();
      return;
    }
    this.#ping();
  }

  #ping(): void {
    this.#pings += 1;
    this.#pingSentAt = this.#options.now();
    this.#send({ op: 'ping', n: this.#pings });
  }

  #request(subscription: Subscription): void {
    subscription.awaitSnapshot();
    this.#send({ op: 'subscribe', channel: subscription.channel });
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    const now = this.#options.now();
    this.#failures = 0;
    this.#heardAt = now;
    const latencyMs =
      message.type === 'pong' && message.n === this.#pings ? now - this.#pingSentAt : this.#connection.latencyMs;
    this.#set({ state: 'live', latencyMs, lastMessageAt: now });
    if (message.type === 'error') this.#refused(message.code, message.key);
    else if (message.type !== 'pong') this.#gather(message);
  }

  #gather(frame: Frame): void {
    this.#gathered.push(frame);
    this.#gathering ??= setTimeout(() => this.#deliverGathered(), GATHER_MS);
  }

  #takeGathered(): Frame[] {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    return this.#gathered.splice(0);
  }

  #deliverGathered(): void {
    for (const frame of this.#takeGathered()) this.#deliver(frame);
  }

  #deliver(frame: Frame): void {
    const subscription = this.#subscriptions.get(keyOfFrame(frame));
    if (subscription === undefined) return;
    const verdict = subscription.judge(frame);
    if (verdict === 'gap') this.#request(subscription);
    if (verdict === 'deliver') for (const handler of subscription.handlers) handler.onFrame(frame);
  }

  #refused(code: string, key: string | undefined): void {
    const subscription = key === undefined ? undefined : this.#subscriptions.get(key);
    for (const handler of subscription?.handlers ?? []) handler.onRefused?.(code);
  }

  /** `lastMessageAt` changes with every message and is worth telling nobody by itself. */
  #set(change: Partial<Connection>): void {
    const before = this.#connection;
    const after = { ...before, ...change };
    if (after.state === before.state && after.latencyMs === before.latencyMs) {
      before.lastMessageAt = after.lastMessageAt;
      return;
    }
    this.#connection = after;
    this.#changes.emit();
  }
}
