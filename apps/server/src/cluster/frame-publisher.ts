import type { PriceRecord } from '../commands/batch.ts';
import { UnavailableError } from '../commands/command.ts';
import type { MarketListener } from '../engine/events.ts';
import type { MarketPort } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';
import { Pace } from '../streams/pace.ts';
import { MadeFrames } from '../streams/ticker-frames.ts';
import type { Bus } from './bus.ts';
import { framesSubject, SnapshotQuestion, snapshotSubject, type FrameMessage } from './frame-messages.ts';

/** How often it is looked for what is due without news: a silent market tells its clock. */
const LOOK_MS = 250;

export interface FramePublisherOptions {
  bus: Pick<Bus, 'publish' | 'answer'>;
  clock: Clock;
  /** Whether any process shows the market. */
  isWatched(marketId: string): boolean;
  /** Told about prices that could not be read; they are read again. */
  onError(error: unknown): void;
}

/** Tells all processes the prices of the markets of this one: each frame is made once, and while somebody looks. */
export class FramePublisher implements Pick<MarketListener, 'price'> {
  readonly #options: FramePublisherOptions;
  readonly #served = new Map<string, MadeFrames>();
  readonly #pace: Pace;
  readonly #stopLooking: () => void;

  constructor(options: FramePublisherOptions) {
    this.#options = options;
    const { clock } = options;
    this.#pace = new Pace(clock, () => this.#flush(clock.now()));
    this.#stopLooking = clock.every(LOOK_MS, () => this.#pace.look());
  }

  /** @param term of this process as the owner @returns stops it */
  serve(market: MarketPort, term: bigint): () => void {
    const { bus, onError } = this.#options;
    const { id } = market;
    const frames = new MadeFrames(market, onError);
    frames.listen({
      update: ({ seq, frame }) => bus.publish(framesSubject(id), { term, seq, frame } satisfies FrameMessage),
      restart: () => undefined,
    });
    const stopAnswering = bus.answer(snapshotSubject(id), async (body): Promise<FrameMessage> => {
      // Another has the market, and answers; a word from here could only come before the right one.
      if (SnapshotQuestion.parse(body).term > term) return new Promise<never>(() => undefined);
      const snapshot = await frames.snapshot();
      if (snapshot === null) throw new UnavailableError(`the prices of ${id} can't be read`);
      return { term, ...snapshot };
    });
    this.#served.set(id, frames);
    return () => {
      stopAnswering();
      if (this.#served.get(id) === frames) this.#served.delete(id);
    };
  }

  price(marketId: string, { symbol }: PriceRecord): void {
    const frames = this.#served.get(marketId);
    if (frames === undefined) return;
    frames.price(symbol);
    if (this.#options.isWatched(marketId)) this.#pace.news();
  }

  stop(): void {
    this.#stopLooking();
    this.#pace.stop();
  }

  #flush(now: number): boolean {
    let isSent = false;
    for (const [id, frames] of this.#served) {
      if (this.#options.isWatched(id)) isSent = frames.flush(now) || isSent;
      else frames.rest();
    }
    return isSent;
  }
}
