import { connect, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { z } from 'zod';
import { UnavailableError } from '../commands/command.ts';
import { Problem } from '../lib/problem.ts';
import { decodeMessage, encodeMessage } from './message.ts';

/** A connection that says nothing for so long twice is opened anew: also one whose other side is only paused. */
const PING_MS = 2_000;
const RECONNECT_MS = 250;

export interface BusOptions {
  /** nats:// or tls://, with user and password if there are any. */
  url: string;
  /** Of the database: installations that share a NATS hear nothing of each other. */
  installation: string;
  /** Of this process, for whoever looks at NATS. */
  name: string;
  /** Told about what could not be read or handled; it is dropped. */
  onError(error: unknown): void;
  /** Told when the connection to NATS is lost. */
  onLost?(): void;
}

/** How an answer crosses: what was expected to go wrong is told apart from what was not. */
type Reply = { result: unknown } | { problem: Pick<Problem, 'code' | 'details' | 'retryAfter'> } | { failed: string };
const ReplySchema: z.ZodType<unknown> = z.union([
  z.object({ problem: z.looseObject({ code: z.string() }) }),
  z.object({ failed: z.string() }),
  z.object({ result: z.unknown() }),
]);

/**
 * Messages between the processes of one installation. They may be lost, doubled or late, and nothing that is right
 * depends on them: whoever waits for an answer is told after a while that there is none.
 */
export class Bus {
  readonly #nats: NatsConnection;
  readonly #options: BusOptions;
  readonly #onBack = new Set<() => void>();
  /** Give up what is asked and not answered yet. */
  readonly #waiting = new Set<(reason: Error) => void>();
  #isAway = false;
  #losses = 0;

  private constructor(nats: NatsConnection, options: BusOptions) {
    this.#nats = nats;
    this.#options = options;
    void this.#watch();
  }

  /** @throws UnavailableError when there is no NATS at the address; later losses are made up for by themselves. */
  static async connect(options: BusOptions): Promise<Bus> {
    const { url, name } = options;
    const { username, password, protocol, host } = new URL(url);
    const connecting = connect({
      ...{ servers: host, name, maxReconnectAttempts: -1, reconnectTimeWait: RECONNECT_MS },
      ...{ pingInterval: PING_MS, maxPingOut: 2, ignoreClusterUpdates: true },
      // Where a request came from is of use to nobody here, and costs a stack trace each.
      noAsyncTraces: true,
      ...(protocol === 'tls:' ? { tls: {} } : {}),
      ...(username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    });
    const nats = await connecting.catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new UnavailableError(`there is no NATS at ${host}: ${reason}`, { cause });
    });
    return new Bus(nats, options);
  }

  /**
   * Tells whoever follows the subject. Nothing is kept for those who come later or are away. Never throws: a message
   * that is too large for NATS is lost like any other.
   */
  publish(subject: string, body: unknown): void {
    if (this.#nats.isClosed() || this.#nats.isDraining()) return;
    try {
      this.#nats.publish(this.#subject(subject), encodeMessage(body));
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /**
   * Asks whoever answers on the subject.
   * @throws UnavailableError when nobody does within the time (ms), or NATS is lost meanwhile: whether it was carried
   * out is unknown; at once while NATS is away: nobody was asked
   * @throws Problem as the other side has refused
   */
  async request(subject: string, body: unknown, timeoutMs: number): Promise<unknown> {
    const reply = await this.#ask(subject, body, timeoutMs);
    if ('result' in reply) return reply.result;
    if ('failed' in reply) throw new UnavailableError(reply.failed);
    const { code, details, retryAfter } = reply.problem;
    throw new Problem(code, {
      ...(details === undefined ? {} : { details }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  }

  /**
   * Answers what is asked on a subject. @param queue of those who give the same name one is asked, else every one
   * @returns stops answering
   */
  answer(subject: string, handle: (body: unknown) => Promise<unknown>, queue?: string): () => void {
    return this.#subscribe(subject, queue, (body, message) => {
      this.#carryOut(handle, body)
        .then((reply) => this.#respond(message, reply))
        .catch(this.#options.onError);
    });
  }

  /** Hears what is published on a subject, also one with wildcards. @returns stops hearing */
  follow(subject: string, handle: (body: unknown, subject: string) => void): () => void {
    return this.#subscribe(subject, undefined, (body, { subject: full }) =>
      handle(body, full.slice(this.#subject('').length)),
    );
  }

  /** Resolves when everything that was asked of NATS so far has reached it: who follows from here on misses nothing. */
  async flushed(): Promise<void> {
    try {
      await this.#nats.flush();
    } catch (cause) {
      throw new UnavailableError('there is no connection to NATS', { cause });
    }
  }

  /** Calls `listener` when messages may have been missed: the connection was away. @returns stops it */
  onBack(listener: () => void): () => void {
    this.#onBack.add(listener);
    return () => this.#onBack.delete(listener);
  }

  /**
   * How often the connection was lost, other than by leaving. NATS cuts whoever does not read and says it to nobody but its
   * own log and figures.
   */
  get losses(): number {
    return this.#losses;
  }

  /** Sends what waits and leaves. Never rejects. */
  async close(): Promise<void> {
    await this.#nats.drain().catch(() => undefined);
    await this.#nats.close().catch(() => undefined);
  }

  async #ask(subject: string, body: unknown, timeout: number): Promise<Reply> {
    try {
      const data = await this.#answered(() =>
        this.#nats.request(this.#subject(subject), encodeMessage(body), { timeout }),
      );
      return ReplySchema.parse(decodeMessage(data)) as Reply;
    } catch (cause) {
      throw new UnavailableError(`nobody answers on ${subject}`, { cause });
    }
  }

  /** Rejects when the connection that the question went out on is lost: an answer to it is lost as well. */
  async #answered(ask: () => Promise<Msg>): Promise<Uint8Array> {
    if (this.#isAway) throw new Error('there is no connection to NATS');
    const { promise, resolve, reject } = Promise.withResolvers<Msg>();
    this.#waiting.add(reject);
    try {
      ask().then(resolve, reject);
      return (await promise).data;
    } finally {
      this.#waiting.delete(reject);
    }
  }

  #respond(message: Msg, reply: Reply): void {
    try {
      message.respond(encodeMessage(reply));
    } catch (error) {
      // Too large for NATS, say: whoever asked should not wait for it.
      message.respond(encodeMessage({ failed: 'the answer could not be sent' }));
      throw error;
    }
  }

  async #carryOut(handle: (body: unknown) => Promise<unknown>, body: unknown): Promise<Reply> {
    try {
      return { result: await handle(body) };
    } catch (error) {
      if (error instanceof Problem) {
        return { problem: { code: error.code, details: error.details, retryAfter: error.retryAfter } };
      }
      if (!(error instanceof UnavailableError)) this.#options.onError(error);
      return { failed: error instanceof UnavailableError ? error.message : 'the other side failed' };
    }
  }

  #subscribe(subject: string, queue: string | undefined, use: (body: unknown, message: Msg) => void): () => void {
    const subscription: Subscription = this.#nats.subscribe(this.#subject(subject), {
      ...(queue === undefined ? {} : { queue }),
      callback: (error, message) => {
        if (error !== null) return this.#options.onError(error);
        try {
          use(decodeMessage(message.data), message);
        } catch (cause) {
          this.#options.onError(cause);
        }
      },
    });
    return () => subscription.unsubscribe();
  }

  #subject(subject: string): string {
    return `plecho.${this.#options.installation}.${subject}`;
  }

  #lose(): void {
    this.#losses += 1;
    this.#options.onLost?.();
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#nats.status()) {
      if (type === 'disconnect') {
        if (!this.#isAway && !this.#nats.isDraining()) this.#lose();
        this.#isAway = true;
        for (const giveUp of this.#waiting) giveUp(new Error('the connection to NATS is lost'));
      } else if (type === 'reconnect') {
        this.#isAway = false;
        for (const listener of this.#onBack) listener();
      }
    }
  }
}
