import { CLOSE_TOO_SLOW, type ServerMessage } from '@plecho/contract';
import type { WebSocket } from 'ws';
import type { Identity } from '../identity/sessions.ts';
import type { Clock } from '../lib/clock.ts';
import type { OpenedStream } from '../lib/opened-stream.ts';
import { textFrame } from './text-frame.ts';

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

/** Messages, pings and pongs of one client in a second; people's pages need a handful. */
const MAX_FRAMES_PER_SECOND = 50;
/** Protocol: what was received breaks the endpoint's rules. */
export const CLOSE_POLICY = 1008;

/** A subscription's view of the one who gets its frames. */
export interface Subscriber {
  /** Sends a frame. @returns false when the client has too much to read already; then nothing was sent */
  offer(frame: Buffer): boolean;
  /** Whether a client that missed frames can take a snapshot now. */
  readonly drained: boolean;
}

/** Whoever subscribes to channels. */
export interface ChannelClient extends Subscriber {
  readonly identity: { user: Pick<Identity['user'], 'id'> };
  /** Channels by key; each knows how to leave. */
  readonly channels: Map<string, () => void>;
  send(message: ServerMessage): void;
}

/** Serialised once, however many clients get it. */
export const encode = (message: ServerMessage): Buffer => Buffer.from(JSON.stringify(message));

/** One open stream with its bounded outbox. */
export class StreamClient implements ChannelClient {
  readonly socket: WebSocket;
  readonly #connection: OpenedStream['connection'];
  readonly secret: string;
  identity: Identity;
  readonly channels = new Map<string, () => void>();
  /** Of the turns in which clients are pinged, its own. */
  turn = 0;
  /** Answered the last ping. */
  alive = true;
  readonly #clock: Clock;
  readonly #limits: OutboxLimits;
  #pausedSince: number | null = null;
  /** Frames received in the current second. */
  #received = 0;
  #ended = false;
  #isGathering = false;

  constructor(
    { socket, connection }: OpenedStream,
    identity: Identity,
    secret: string,
    clock: Clock,
    limits: OutboxLimits,
  ) {
    this.socket = socket;
    this.#connection = connection;
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
    if (this.channels.size > 1) this.#gather();
    this.#connection.write(textFrame(frame));
    return true;
  }

  send(message: ServerMessage): void {
    this.offer(encode(message));
  }

  /**
   * Notes a frame of the client, before anything is done about it. One that sends too many is told to
   * go, and one that goes on sending after it was told to is not even read any more.
   * @returns whether the frame is worth looking at
   */
  hears(): boolean {
    if (this.#ended) {
      this.socket.pause();
      return false;
    }
    this.#received += 1;
    if (this.#received <= MAX_FRAMES_PER_SECOND) return true;
    this.end(CLOSE_POLICY);
    return false;
  }

  /** The next second of the guard against floods. */
  forgetFrames(): void {
    this.#received = 0;
  }

  /** Tells the client to go. It is gone when it has answered, or after the time-out of closing. */
  end(code: number): void {
    this.#ended = true;
    this.socket.close(code);
  }

  /** Cuts a client that has been too slow for too long. @returns whether it was cut */
  checkPatience(): boolean {
    if (this.drained) this.#pausedSince = null;
    // Answers to its pings may wait as well, without anything having been offered.
    else if (this.#waitingBytes > this.#limits.pauseBytes) this.#pausedSince ??= this.#clock.monotonic();
    if (this.#pausedSince === null || this.#clock.monotonic() - this.#pausedSince < this.#limits.patienceMs)
      return false;
    this.socket.close(CLOSE_TOO_SLOW);
    this.socket.terminate();
    return true;
  }

  /**
   * What one turn says on several channels, as a price and its candle, is one write: most of what a frame costs is the call
   * into the kernel.
   */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#connection.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      this.#connection.uncork();
    });
  }

  get #waitingBytes(): number {
    return this.socket.bufferedAmount;
  }
}
