import { compileRecipe, type Candle, type Pair, type PairStages, type Price, type Recipe } from '@plecho/domain';
import type { Clock } from '../../lib/clock.ts';
import type { Feed, FeedSink, RawTick } from '../feed.ts';
import { StartPrices, type StartPriceStore } from './start-prices.ts';

const MINUTE = 60;
/** How far back the price of a pair at the start is looked for, seconds. */
const START_PRICE_SECONDS = 86_400;
/** By then a base has its last minute before the start, if it will have it at all: a venue says late what it closed at. */
const CLOSE_KNOWN_BY_MS = 10_000;
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
  startPrices: StartPriceStore;
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
  readonly #startPrices: StartPrices;
  #sink: FeedSink | null = null;
  #stopTimer: (() => void) | null = null;

  private constructor({ base, recipe, startAt, endAt, clock, startPrices }: ScenarioOptions) {
    this.pairs = base.pairs;
    this.historyStart = Math.max(base.historyStart, startAt - HISTORY_SECONDS);
    this.keptFrom = startAt;
    this.#base = base;
    this.#clock = clock;
    this.#start = startAt * 1000;
    this.#end = endAt === null ? Number.POSITIVE_INFINITY : endAt * 1000;
    this.#startPrices = new StartPrices(startPrices);
    this.#stages = compileRecipe(
      recipe,
      base.pairs.map(({ symbol }) => symbol),
    );
  }

  /**
   * With the start prices that are stored or, when it has begun, can be found. Rejects while the storage can't be asked.
   * @throws RangeError for a recipe whose numbers are none
   */
  static async open(options: ScenarioOptions): Promise<ScenarioFeed> {
    const feed = new ScenarioFeed(options);
    const bent = [...feed.#stages].filter(([, { usesReference }]) => usesReference);
    if (bent.length === 0 || feed.now() < feed.#start) return feed;
    for (const [symbol] of bent) feed.#findStartPrice(symbol, null);
    await feed.#startPrices.keep();
    return feed;
  }

  now(): number {
    return this.#base.now();
  }

  get problem(): string | null {
    return this.#startPrices.problem;
  }

  async start(sink: FeedSink, resumeAt: number | null): Promise<void> {
    this.#sink = sink;
    const delisted = (symbol: string): void => this.#delist(symbol);
    await this.#base.start({ tick: (tick) => this.#tick(tick), ended: () => this.#finish(), delisted }, resumeAt);
    // What the base has said before is not waited for: when it says it again depends on its venue.
    for (const symbol of this.#base.delisted?.() ?? []) delisted(symbol);
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
      const made = this.#candle(stages, symbol, candle);
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
      : stages.price(newest, this.#startPrices.of(symbol) ?? newest, elapsed);
  }

  /** Nothing follows from the base's after the start while what the pair cost then is not known. */
  #candle(stages: PairStages, symbol: string, candle: Candle): Candle | null {
    const elapsed = candle.time * 1000 - this.#start;
    if (elapsed < 0) return candle;
    const reference = this.#reference(stages, symbol, candle.open);
    return reference === null ? null : stages.candle(candle, reference, elapsed);
  }

  #tick({ symbol, price, time, volume }: RawTick): void {
    const stages = this.#stages.get(symbol);
    if (this.#sink === null || stages === undefined || price === null || time < this.#start) return;
    if (time >= this.#end) {
      this.#finish();
      return;
    }
    const reference = this.#reference(stages, symbol, price);
    if (reference === null) {
      this.#findStartPrice(symbol, price);
      void this.#startPrices.keepBeside();
      return;
    }
    const made = stages.price(price, reference, time - this.#start);
    if (made !== null) this.#sink.tick({ symbol, price: made, time, volume });
  }

  /** What volatility is taken around, null while that is not known; any price where it doesn't matter. */
  #reference({ usesReference }: PairStages, symbol: string, any: Price): Price | null {
    return usesReference ? this.#startPrices.of(symbol) : any;
  }

  /**
   * The close of the base's last minute before the start, else the open of its first after it, else what is heard first.
   * @param heard null: nothing was
   */
  #findStartPrice(symbol: string, heard: Price | null): void {
    if (this.#startPrices.isFound(symbol)) return;
    const found = this.#closeBefore(symbol) ?? (this.#isCloseKnown() ? (this.#openAfter(symbol) ?? heard) : null);
    if (found !== null) this.#startPrices.found(symbol, found);
  }

  #isCloseKnown(): boolean {
    return this.#base.now() >= this.#start + CLOSE_KNOWN_BY_MS;
  }

  /** Of the very last minute; when the base will have no such, of the last one that it has. */
  #closeBefore(symbol: string): Price | null {
    const start = this.#start / 1000;
    const [last] = this.#base.history(symbol, start - MINUTE, start);
    if (last !== undefined || !this.#isCloseKnown()) return last?.close ?? null;
    return this.#base.history(symbol, start - START_PRICE_SECONDS, start).at(-1)?.close ?? null;
  }

  #openAfter(symbol: string): Price | null {
    const start = this.#start / 1000;
    return this.#base.history(symbol, start, start + START_PRICE_SECONDS)[0]?.open ?? null;
  }

  /** Before the start nothing is open, and a price of that time is none of the scenario's. */
  #delist(symbol: string): void {
    if (this.now() >= this.#start) this.#sink?.delisted(symbol);
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
