import { CLOSE_TOO_SLOW, type ServerMessage } from '@plecho/contract';
import type { WebSocket } from 'ws';
import type { Identity } from '../identity/sessions.ts';
import type { Clock } from '../lib/clock.ts';

/** Rule S9. Bytes that wait in this process; what the kernel holds for a client comes on top. */
export interface OutboxLimits {
  /** Above this, nothing more is queued: the client misses updates and gets a snapshot later. */
  pauseBytes: number;
  /** Below this, a paused client gets its snapshot. */
  resumeBytes: number;
  /** A client that stays paused this long is cut. */
  patienceMs: number;
}

export const DEFAULT_OUTBOX: OutboxLimits = { pauseBytes: 128 * 1024, resumeBytes: 32 * 1024, patienceMs: 20_000 };

/** A subscription's view of the one who gets its frames. */
export interface Subscriber {
  /** Sends a frame. @returns false when the client has too much to read already; then nothing was sent */
  offer(frame: Buffer): boolean;
  /** Whether a client that missed frames can take a snapshot now. */
  readonly drained: boolean;
}

/** Serialised once, however many clients get it. */
export const encode = (message: ServerMessage): Buffer => Buffer.from(JSON.stringify(message));

/** One open stream with its bounded outbox. */
export class StreamClient implements Subscriber {
  readonly socket: WebSocket;
  readonly secret: string;
  identity: Identity;
  /** Channels by key; each knows how to leave. */
  readonly channels = new Map<string, () => void>();
  /** Answered the last ping. */
  alive = true;
  /** Messages received in the current second of the guard against floods. */
  received = 0;
  readonly #clock: Clock;
  readonly #limits: OutboxLimits;
  #pausedSince: number | null = null;

  constructor(socket: WebSocket, identity: Identity, secret: string, clock: Clock, limits: OutboxLimits) {
    this.socket = socket;
    this.identity = identity;
    this.secret = secret;
    this.#clock = clock;
    this.#limits = limits;
  }

  get drained(): boolean {
    return this.#waitingBytes <= this.#limits.resumeBytes;
  }

  offer(frame: Buffer): boolean {
    if (this.socket.readyState !== this.socket.OPEN) return false;
    if (this.#waitingBytes > this.#limits.pauseBytes) {
      this.#pausedSince ??= this.#clock.monotonic();
      return false;
    }
    this.socket.send(frame, { binary: false });
    return true;
  }

  send(message: ServerMessage): void {
    this.offer(encode(message));
  }

  /** Cuts a client that has been too slow for too long. @returns whether it was cut */
  checkPatience(): boolean {
    if (this.drained) this.#pausedSince = null;
    if (this.#pausedSince === null || this.#clock.monotonic() - this.#pausedSince < this.#limits.patienceMs)
      return false;
    this.socket.close(CLOSE_TOO_SLOW);
    this.socket.terminate();
    return true;
  }

  get #waitingBytes(): number {
    return this.socket.bufferedAmount;
  }
}
