import type { Pair } from '@plecho/domain';
import type { Feed, FeedSink } from '../../src/feeds/feed.ts';
import { usd } from './fixed-market.ts';

/** A feed on the wall clock, or ahead of it, whose prices a test gives. */
export class TestFeed implements Feed {
  readonly pairs: readonly Pair[];
  readonly historyStart = Math.floor(Date.now() / 60_000) * 60;
  #sink: FeedSink | null = null;
  #last = 0;
  #ahead = 0;

  constructor(symbols = ['BTCUSDT', 'ETHUSDT']) {
    this.pairs = symbols.map((symbol) => ({
      symbol,
      baseAsset: symbol.replace('USDT', ''),
      quoteAsset: 'USDT',
      priceDecimals: 2,
    }));
  }

  now(): number {
    return Date.now() + this.#ahead;
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
    this.#last = Math.max(this.now(), this.#last + 1);
    this.#sink?.tick({ symbol, price: usd(price), time: this.#last, volume: 1_000_000n });
  }

  end(): void {
    this.#sink?.ended();
  }
}
