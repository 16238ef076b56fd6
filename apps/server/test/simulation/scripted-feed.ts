import type { Candle } from '@plecho/domain';
import type { Feed, FeedSink, RawTick } from '../../src/feeds/feed.ts';
import type { Candles } from '../../src/engine/candles/ports.ts';
import { ForwardClock, type Clock } from '../../src/lib/clock.ts';

/** A feed that says what a test tells it to. */
export class ScriptedFeed implements Feed {
  readonly pairs: Feed['pairs'];
  readonly historyStart = 0;
  readonly #clock: ForwardClock;
  readonly #references: ReadonlyMap<string, bigint>;
  #sink: FeedSink | null = null;

  constructor(symbols: readonly string[], clock: Clock, references: ReadonlyMap<string, bigint> = new Map()) {
    this.pairs = symbols.map((symbol) => ({
      symbol,
      baseAsset: symbol.replace('USDT', ''),
      quoteAsset: 'USDT' as const,
      priceDecimals: 2,
    }));
    this.#clock = new ForwardClock(clock);
    this.#references = references;
  }

  now(): number {
    return this.#clock.now();
  }

  start(sink: FeedSink, resumeAt: number | null): Promise<void> {
    this.#sink = sink;
    if (resumeAt !== null) this.#clock.goOnFrom(resumeAt);
    return Promise.resolve();
  }

  stop(): void {
    this.#sink = null;
  }

  /** One candle that closes at the reference price. */
  history(symbol: string, from: number): Candle[] {
    const price = this.#references.get(symbol);
    if (price === undefined) return [];
    return [{ time: from, open: price, high: price, low: price, close: price, volume: 0n }];
  }

  tick(tick: Omit<RawTick, 'volume'>): void {
    this.#sink?.tick({ ...tick, volume: 0n });
  }

  end(): void {
    this.#sink?.ended();
  }

  delist(symbol: string): void {
    this.#sink?.delisted(symbol);
  }
}

/** Stands where a market's candles would be, for tests that are not about them. */
export const noCandles: Candles = {
  start: () => Promise.resolve(),
  tick: () => {},
  open: () => null,
  series: () => Promise.resolve([]),
  stats: () => null,
  course: () => [],
  moveFrequency: () => Promise.resolve({ windowHours: 24, starts: 0, long: [], short: [] }),
  pending: 0,
  end: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};
