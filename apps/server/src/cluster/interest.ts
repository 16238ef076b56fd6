import { z } from 'zod';
import type { Clock } from '../lib/clock.ts';
import type { Bus } from './bus.ts';
import { INTEREST_SUBJECT } from './subjects.ts';

const SAY_MS = 2_000;
/** A process that has said nothing for so long shows nothing: it is gone, or cut off. */
const BELIEVED_MS = 6_000;

const InterestSchema = z.object({ process: z.string(), markets: z.array(z.string()) });

export interface InterestOptions {
  bus: Bus;
  clock: Clock;
  /** Of this process, different from every other's. */
  process: string;
}

/** Which markets the processes show to people: the prices of the others need not cross. */
export class Interest {
  readonly #options: InterestOptions;
  readonly #shown = new Set<string>();
  /** By process, without this one. */
  readonly #others = new Map<string, { at: number; markets: ReadonlySet<string> }>();
  readonly #stop: (() => void)[];
  #isAboutToSay = false;

  constructor(options: InterestOptions) {
    const { bus, clock } = options;
    this.#options = options;
    this.#stop = [
      bus.follow(INTEREST_SUBJECT, (body) => this.#hear(InterestSchema.parse(body))),
      clock.every(SAY_MS, () => this.#say()),
    ];
  }

  /** This process begins to show a market. */
  show(marketId: string): void {
    this.#shown.add(marketId);
    this.#saySoon();
  }

  /** This process doesn't show a market any more. */
  hide(marketId: string): void {
    this.#shown.delete(marketId);
    this.#saySoon();
  }

  /** Whether another process shows a market. */
  isWatched(marketId: string): boolean {
    const now = this.#options.clock.monotonic();
    for (const { at, markets } of this.#others.values()) {
      if (now - at < BELIEVED_MS && markets.has(marketId)) return true;
    }
    return false;
  }

  stop(): void {
    for (const stop of this.#stop) stop();
  }

  /** What changes together is said once. */
  #saySoon(): void {
    if (this.#isAboutToSay) return;
    this.#isAboutToSay = true;
    this.#options.clock.soon(() => {
      this.#isAboutToSay = false;
      this.#say();
    });
  }

  #say(): void {
    const { bus, process } = this.#options;
    bus.publish(INTEREST_SUBJECT, { process, markets: [...this.#shown] });
  }

  #hear({ process, markets }: z.infer<typeof InterestSchema>): void {
    if (process === this.#options.process) return;
    const now = this.#options.clock.monotonic();
    this.#others.set(process, { at: now, markets: new Set(markets) });
    for (const [other, { at }] of this.#others) if (now - at >= BELIEVED_MS) this.#others.delete(other);
  }
}
