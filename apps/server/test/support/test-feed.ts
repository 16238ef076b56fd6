import type { Pair } from '@plecho/domain';
import type { Feed, FeedSink } from '../../src/feeds/feed.ts';
import { usd } from './fixed-market.ts';

/** For so long at most its time goes on after a price: by far less than makes one stale. */
const LONGEST_WAIT_MS = 3_000;

/**
 * A feed on the wall clock, or ahead of it, whose prices a test gives. Its time waits for the next one: however busy the
 * machine is, a price is stale only when the test says so.
 */
export class TestFeed implements Feed {
  readonly pairs: readonly Pair[];
  readonly historyStart = Math.floor(Date.now() / 60_000) * 60;
  #sink: FeedSink | null = null;
  #last = 0;
  #ahead = 0;
  /** Of the newest price, on the wall. */
  #tickedAt = Number.POSITIVE_INFINITY;

  constructor(symbols = ['BTCUSDT', 'ETHUSDT']) {
    this.pairs = symbols.map((symbol) => ({
      symbol,
      baseAsset: symbol.replace('USDT', ''),
      quoteAsset: 'USDT',
      priceDecimals: 2,
    }));
  }

  now(): number {
    return Math.min(Date.now(), this.#tickedAt + LONGEST_WAIT_MS) + this.#ahead;
  }

  /** Lets market time pass without a price. */
  skip(ms: number): void {
    this.#ahead += ms;
  }

  start(sink: FeedSink): Promise<void> {
    this.#sink = sink;
    return Promise.resolve();
  }

  stop(): void {
    this.#sink = null;
  }

  history(): [] {
    return [];
  }

  tick(symbol: string, price: string): void {
    this.#tickedAt = Date.now();
    this.#last = Math.max(this.now(), this.#last + 1);
    this.#sink?.tick({ symbol, price: usd(price), time: this.#last, volume: 1_000_000n });
  }

  end(): void {
    this.#sink?.ended();
  }
}
