import { type Candle, INTERVAL_SECONDS, type Interval } from '@plecho/domain';
import { SYNTHETIC_PAIRS } from '@plecho/synthetic';
import type { FakeClock } from '@plecho/testkit';
import { afterEach, expect } from 'vitest';
import { SyntheticFeed } from '../../../feeds/synthetic/synthetic-feed.ts';
import { CandleBook } from '../book.ts';
import type { MemoryCandleStore } from './memory-store.ts';

const DAY = 86_400;

export const pairs = SYNTHETIC_PAIRS.filter(({ symbol }) => ['BTCUSDT', 'LINKUSDT', 'BATUSDT'].includes(symbol));
export const symbols = pairs.map(({ symbol }) => symbol);

/** Books of a test file; they are stopped after each test. */
export function useBooks() {
  const books: CandleBook[] = [];
  afterEach(async () => {
    await Promise.all(books.splice(0).map((book) => book.stop()));
  });
  return {
    books,
    setup: (clock: FakeClock, store: MemoryCandleStore) => {
      const made = openBook(clock, store);
      books.push(made.book);
      return made;
    },
  };
}

function openBook(clock: FakeClock, store: MemoryCandleStore) {
  const feed = new SyntheticFeed({ seed: 'book', clock, pairs });
  const errors: unknown[] = [];
  // As young as can be: the daily candles of a year would cost every test the minutes of theirs.
  const known = {
    pairs,
    historyStart: Math.floor(clock.now() / 86_400_000 - 30) * DAY,
    history: (symbol: string, from: number, to: number) => feed.history(symbol, from, to),
  };
  const book = new CandleBook({ feed: known, store, clock, onError: (error) => errors.push(error) });
  let done = 0;
  const caughtUp = Promise.withResolvers<void>();
  /** Prices begin. */
  const begin = async () => {
    await book.start(clock.now(), (progress) => {
      if (progress.phase === 'rest') done = progress.done;
      else if (progress.done === 1) caughtUp.resolve();
    });
    await feed.start(
      {
        tick: ({ symbol, price, time, volume }) => book.tick(symbol, price ?? 0n, time, volume),
        ended: () => undefined,
        delisted: () => undefined,
      },
      null,
    );
  };
  /** … and what was missing is stored. */
  const start = async () => {
    await begin();
    await caughtUp.promise;
    await book.whole;
  };
  return { feed, book, errors, begin, start, filled: () => done === 1 };
}

/** Lets promises and immediates that are due run. */
export async function turns() {
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Asks for every pair and moves the clock on until their history is stored. */
export async function finishFilling(clock: FakeClock, { book, filled }: { book: CandleBook; filled: () => boolean }) {
  for (const symbol of symbols) void book.series(symbol, '1m', 1, null);
  for (let round = 0; round < 3_000 && !filled(); round += 1) {
    clock.advance(80);
    await turns();
  }
  expect(filled()).toBe(true);
}

export function expectNoHole(candles: Candle[], interval: Interval) {
  const length = INTERVAL_SECONDS[interval];
  const afterHoles = candles.slice(1).filter(({ time }, index) => time - (candles[index]?.time ?? 0) !== length);
  expect(afterHoles).toEqual([]);
}
