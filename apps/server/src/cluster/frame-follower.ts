import type { MarketPort } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';
import { MadeFrames, type FrameListener, type NumberedFrame, type TickerFrames } from '../streams/ticker-frames.ts';
import type { Bus } from './bus.ts';
import { FrameMessage, framesSubject, snapshotSubject } from './frame-messages.ts';
import { NewestTerm } from './newest-term.ts';

const ANSWER_MS = 2_000;
/** An older snapshot would make the prices of a market that is silent look newer than they are. */
const FRESH_MS = 1_000;

export interface FrameFollowerOptions {
  bus: Pick<Bus, 'follow' | 'request' | 'onBack'>;
  clock: Pick<Clock, 'monotonic'>;
  market: MarketPort;
  /** Told once when nobody answers for the market, or not rightly, until somebody does again. */
  onError(error: unknown): void;
}

/**
 * The frames of a market as its owner makes them, whichever process that is: they are neither decoded nor encoded here.
 * A market that is over has no owner, and every process reads it.
 */
export class FrameFollower implements TickerFrames {
  readonly #options: FrameFollowerOptions;
  readonly #term = new NewestTerm();
  readonly #stops: (() => void)[] = [];
  #listener: FrameListener = { update: () => undefined, restart: () => undefined };
  #snapshot: (NumberedFrame & { at: number }) | null = null;
  #isAnswered = true;
  /** Of a market that is over. */
  #made: MadeFrames | null = null;

  constructor(options: FrameFollowerOptions) {
    this.#options = options;
  }

  listen(listener: FrameListener): void {
    const { bus, market } = this.#options;
    this.#listener = listener;
    this.#stops.push(
      bus.follow(framesSubject(market.id), (body) => this.#hear(FrameMessage.parse(body))),
      bus.onBack(() => this.#restart()),
    );
  }

  /** The owner hears of them. */
  price(): void {}

  /** Frames go on as they come, not when they are due here. */
  flush(now: number): boolean {
    return this.#framesOfTheEnd()?.flush(now) ?? false;
  }

  async snapshot(): Promise<NumberedFrame | null> {
    const made = this.#framesOfTheEnd();
    if (made !== null) return made.snapshot();
    const known = this.#snapshot;
    if (known !== null && this.#options.clock.monotonic() - known.at < FRESH_MS) return known;
    return this.#ask();
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  #hear({ term, seq, frame }: FrameMessage): void {
    if (!this.#take(term)) return;
    this.#snapshot = null;
    this.#listener.update({ seq, frame });
  }

  /** Never rejects. */
  async #ask(): Promise<NumberedFrame | null> {
    const { bus, clock, market, onError } = this.#options;
    try {
      const { term, ...frame } = FrameMessage.parse(
        await bus.request(snapshotSubject(market.id), { term: this.#term.newest }, ANSWER_MS),
      );
      if (!this.#take(term)) return null;
      this.#isAnswered = true;
      this.#snapshot = { ...frame, at: clock.monotonic() };
      return this.#snapshot;
    } catch (error) {
      if (this.#isAnswered) onError(error);
      this.#isAnswered = false;
      return null;
    }
  }

  #framesOfTheEnd(): MadeFrames | null {
    const { market, onError } = this.#options;
    if (!market.definition.ended || this.#made !== null) return this.#made;
    this.close();
    this.#made = new MadeFrames(market, onError);
    this.#made.listen(this.#listener);
    this.#listener.restart();
    return this.#made;
  }

  /** @returns false for the word of an owner before the newest; a new owner counts anew */
  #take(term: bigint): boolean {
    const before = this.#term.newest;
    if (!this.#term.take(term)) return false;
    if (before !== 0n && before !== term) this.#restart();
    return true;
  }

  #restart(): void {
    this.#snapshot = null;
    this.#listener.restart();
  }
}
