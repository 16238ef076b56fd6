import type { Candle } from '@plecho/domain';
import { SYNTHETIC_PAIRS } from '@plecho/synthetic';
import { FakeClock } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { SyntheticFeed } from '../../feeds/synthetic/synthetic-feed.ts';
import { CandleBook } from './book.ts';
import { MemoryCandleStore } from './test/memory-store.ts';

const DAY = 86_400;
const at = (text: string) => Date.parse(text);
const pairs = SYNTHETIC_PAIRS.filter(({ symbol }) => ['BTCUSDT', 'LINKUSDT', 'BATUSDT'].includes(symbol));

describe('the candles of a market that is over', () => {
  it('O1 keep what is its own of the past, and let commands be decided between two days of it', async () => {
    const clock = new FakeClock(at('2026-03-10T08:00:00Z'));
    const source = new SyntheticFeed({ seed: 'book', clock, pairs });
    const keptFrom = at('2026-03-08T12:00Z') / 1000;
    let ending = false;
    let decided = 0;
    const decidedBefore: number[] = [];
    const feed = {
      ...{ pairs, historyStart: keptFrom - 7 * DAY, keptFrom },
      history(symbol: string, from: number, to: number): Candle[] {
        if (ending) decidedBefore.push(decided);
        return source.history(symbol, from, to);
      },
    };
    const store = new MemoryCandleStore();
    const book = new CandleBook({ feed, store, clock, onError: (error) => expect.fail(String(error)) });
    await book.start(clock.now());
    await book.whole;
    ending = true;
    const others = (async () => {
      while (ending) {
        await new Promise((resolve) => setImmediate(resolve));
        decided += 1;
      }
    })();
    await book.end();
    ending = false;
    await others;
    // Three days of three pairs, each in a turn of its own.
    expect(decidedBefore).toHaveLength(9);
    expect(new Set(decidedBefore).size).toBe(9);
    for (const { symbol } of pairs) {
      const kept = store.all(symbol, '1m');
      expect(kept).toEqual(source.history(symbol, keptFrom, clock.now() / 1000));
      expect(store.all(symbol, '1d').map(({ time }) => time)).toEqual([keptFrom + DAY / 2, keptFrom + (3 * DAY) / 2]);
    }
  });
});
