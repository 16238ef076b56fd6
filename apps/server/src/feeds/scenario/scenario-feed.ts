import { compileRecipe, type Candle, type Pair, type PairStages, type Price, type Recipe } from '@plecho/domain';
import type { Clock } from '../../lib/clock.ts';
import type { Feed, FeedSink, RawTick } from '../feed.ts';

/** How far back the price of a pair at the start is looked for, seconds. */
const REFERENCE_SECONDS = 86_400;
/** How much of the past of its base a scenario shows. */
const HISTORY_SECONDS = 7 * 86_400;
/** A base that is silent does not hold up the end. */
const END_CHECK_MS = 1_000;

/** How far back the newest price of a base is looked for in its candles, seconds. */
const NEWEST_SECONDS = 600;

/** What a scenario is made over: all its ticks are valid prices. */
export interface BaseFeed extends Feed {
  /** The newest of them; absent where no market runs on them. */
  lastPrice?(symbol: string): Price | null;
}

export interface ScenarioOptions {
  base: BaseFeed;
  recipe: Recipe;
  /** Seconds by the base's clock, a whole minute. */
  startAt: number;
  /** The same; null: it ends with its base, or when it is asked to. */
  endAt: number | null;
  clock: Pick<Clock, 'every'>;
}

/**
 * The prices of a base after a recipe: a pure function of the base's price, the recipe and the time since the start, so
 * that it is the same for everybody and after every restart. Before its start it is silent and its past is the base's.
 */
export class ScenarioFeed implements Feed {
  readonly pairs: readonly Pair[];
  readonly historyStart: number;
  /** What was before is the base's. */
  readonly keptFrom: number;
  readonly #base: BaseFeed;
  readonly #stages: ReadonlyMap<string, PairStages>;
  readonly #clock: Pick<Clock, 'every'>;
  /** Market time, ms. */
  readonly #start: number;
  readonly #end: number;
  /** What each pair cost in the base at the start; found when it is needed first. */
  readonly #references = new Map<string, Price>();
  #sink: FeedSink | null = null;
  #stopTimer: (() => void) | null = null;

  /** @throws RangeError for a recipe whose numbers are none */
  constructor({ base, recipe, startAt, endAt, clock }: ScenarioOptions) {
    this.pairs = base.pairs;
    this.historyStart = Math.max(base.historyStart, startAt - HISTORY_SECONDS);
    this.keptFrom = startAt;
    this.#base = base;
    this.#clock = clock;
    this.#start = startAt * 1000;
    this.#end = endAt === null ? Number.POSITIVE_INFINITY : endAt * 1000;
    this.#stages = compileRecipe(
      recipe,
      base.pairs.map(({ symbol }) => symbol),
    );
  }

  now(): number {
    return this.#base.now();
  }

  async start(sink: FeedSink, resumeAt: number | null): Promise<void> {
    this.#sink = sink;
    await this.#base.start({ tick: (tick) => this.#tick(tick), ended: () => this.#finish() }, resumeAt);
    if (Number.isFinite(this.#end)) this.#stopTimer = this.#clock.every(END_CHECK_MS, () => this.#checkEnd());
  }

  stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    this.#sink = null;
    this.#base.stop();
  }

  history(symbol: string, from: number, to: number): Candle[] {
    const stages = this.#stages.get(symbol);
    if (stages === undefined) return [];
    const candles: Candle[] = [];
    const first = Math.max(from, this.historyStart);
    for (const candle of this.#base.history(symbol, first, Math.min(to, this.#end / 1000))) {
      const elapsed = candle.time * 1000 - this.#start;
      const made = elapsed < 0 ? candle : stages.candle(candle, this.#reference(stages, symbol, candle.open), elapsed);
      if (made !== null) candles.push(made);
    }
    return candles;
  }

  /** The base's newest price after the recipe: what a recipe does to prices at once is no jump. */
  reference(symbol: string): Price | null {
    const stages = this.#stages.get(symbol);
    const now = Math.floor(this.#base.now() / 1000);
    const newest =
      this.#base.lastPrice?.(symbol) ?? this.#base.history(symbol, now - NEWEST_SECONDS, now).at(-1)?.close ?? null;
    if (stages === undefined || newest === null) return null;
    const elapsed = this.#base.now() - this.#start;
    return elapsed < 0
      ? stages.price(newest, newest, 0)
      : stages.price(newest, this.#reference(stages, symbol, newest), elapsed);
  }

  #tick({ symbol, price, time, volume }: RawTick): void {
    const stages = this.#stages.get(symbol);
    if (this.#sink === null || stages === undefined || price === null || time < this.#start) return;
    if (time >= this.#end) {
      this.#finish();
      return;
    }
    const made = stages.price(price, this.#reference(stages, symbol, price), time - this.#start);
    if (made !== null) this.#sink.tick({ symbol, price: made, time, volume });
  }

  /**
   * The close of the last minute of the base before the start, else the open of the first after it.
   * @param first what is taken where the base has neither
   */
  #reference({ usesReference }: PairStages, symbol: string, first: Price): Price {
    if (!usesReference) return first;
    const known = this.#references.get(symbol);
    if (known !== undefined) return known;
    const start = this.#start / 1000;
    const before = this.#base.history(symbol, start - REFERENCE_SECONDS, start).at(-1)?.close;
    const after = before ?? this.#base.history(symbol, start, start + REFERENCE_SECONDS)[0]?.open;
    const reference = after ?? first;
    this.#references.set(symbol, reference);
    return reference;
  }

  #checkEnd(): void {
    if (this.#base.now() >= this.#end) this.#finish();
  }

  #finish(): void {
    const sink = this.#sink;
    this.stop();
    sink?.ended();
  }
}
