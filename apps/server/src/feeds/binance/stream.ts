import type { Clock } from '../../lib/clock.ts';
import type { Transport } from './transport.ts';

/** Of the exchange: streams in a connection. */
export const MAX_STREAMS = 1_024;
/** A connection lives for 24 hours; the next one is there before it ends. */
const RENEW_AFTER_MS = 86_400_000 - 600_000;
/** Prices of a hundred pairs are never silent for so long; with the wait for the next check below 15 s. */
const SILENCE_MS = 10_000;
const CHECK_EVERY_MS = 1_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

export interface StreamOptions {
  /** With the names of the streams. */
  url: URL;
  transport: Pick<Transport, 'connect'>;
  clock: Clock;
  /** In [0, 1): a crowd that was cut off together doesn't come back together. */
  random: () => number;
  onMessage: (text: string) => void;
  /** A line for operators; null when messages come. */
  onState: (problem: string | null) => void;
}

interface Link {
  /** Cuts the connection. */
  cut: () => void;
  /** Even clock: of the last message, or of the beginning. */
  heardAt: number;
  isHeard: boolean;
}

/**
 * Messages of the exchange's streams, come what may: a connection that ends, is refused, or says nothing is replaced
 * after growing waits; one that is going to end is replaced before, and both are heard until the new one speaks.
 */
export class BinanceStream {
  readonly #options: StreamOptions;
  /** The newest last. */
  #links: Link[] = [];
  #attempts = 0;
  #cancelOpen: (() => void) | null = null;
  #cancelRenewal: (() => void) | null = null;
  readonly #cancelChecks: () => void;
  #stopped = false;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#cancelChecks = options.clock.every(CHECK_EVERY_MS, () => this.#endSilent());
    this.#open();
  }

  /** Replaces the connection by a new one without a gap. */
  renew(): void {
    const isUnderWay = this.#cancelOpen !== null || this.#links.at(-1)?.isHeard !== true;
    if (!this.#stopped && !isUnderWay) this.#open();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelChecks();
    this.#cancelOpen?.();
    this.#cancelRenewal?.();
    for (const { cut } of this.#links) cut();
    this.#links = [];
  }

  #open(): void {
    this.#cancelOpen = null;
    const { url, transport, clock } = this.#options;
    const cut = transport.connect(url, {
      message: (text) => this.#hear(link, text),
      closed: (error) => this.#closed(link, endOf(error)),
    });
    const link: Link = { cut, heardAt: clock.monotonic(), isHeard: false };
    this.#links.push(link);
  }

  #hear(link: Link, text: string): void {
    if (!this.#links.includes(link)) return;
    link.heardAt = this.#options.clock.monotonic();
    if (!link.isHeard) this.#begin(link);
    this.#options.onMessage(text);
  }

  /** The first message: from now on this connection is enough. */
  #begin(link: Link): void {
    link.isHeard = true;
    this.#attempts = 0;
    const older = this.#links.filter((other) => other !== link);
    this.#links = [link];
    for (const { cut } of older) cut();
    this.#cancelRenewal?.();
    this.#cancelRenewal = this.#options.clock.after(RENEW_AFTER_MS, () => this.renew());
    this.#options.onState(null);
  }

  #closed(link: Link, reason: string): void {
    const isNewest = this.#links.at(-1) === link;
    this.#links = this.#links.filter((other) => other !== link);
    // An older one that is left still speaks for itself.
    if (isNewest) this.#openLater(reason);
  }

  #openLater(reason: string): void {
    if (this.#stopped || this.#cancelOpen !== null) return;
    if (this.#links.length === 0) this.#options.onState(reason);
    const { clock, random } = this.#options;
    const longest = Math.min(FIRST_WAIT_MS * 2 ** Math.min(this.#attempts, 10), LONGEST_WAIT_MS);
    this.#attempts += 1;
    this.#cancelOpen = clock.after(longest * (0.5 + random() / 2), () => this.#open());
  }

  #endSilent(): void {
    const now = this.#options.clock.monotonic();
    for (const link of this.#links) {
      if (now - link.heardAt <= SILENCE_MS) continue;
      // Not when the socket says so: a connection that leads nowhere takes its time.
      this.#closed(link, 'the stream of the exchange is silent');
      link.cut();
    }
  }
}

const endOf = (error: Error | null): string =>
  error === null
    ? 'the stream of the exchange has ended'
    : `the stream of the exchange can't be read: ${error.message}`;
