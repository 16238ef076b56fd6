import { FakeClock } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { MemoryCandleStore } from './test/memory-store.ts';
import { expectNoHole, finishFilling, turns, symbols, useBooks } from './test/synthetic-book.ts';

const DAY = 86_400;
const at = (text: string) => Date.parse(text);
const { setup } = useBooks();

describe('the start of a candle book', () => {
  it('makes nothing again that is stored after a short stop', async () => {
    const clock = new FakeClock(at('2026-03-10T14:22:40Z'));
    const store = new MemoryCandleStore();
    const before = setup(clock, store);
    await before.start();
    await finishFilling(clock, before);
    await before.book.stop();
    before.feed.stop();
    const storedUntil = Math.min(...symbols.map((symbol) => store.all(symbol, '1m').at(-1)?.time ?? 0)) + 60;
    clock.advance(180_000);
    const after = setup(clock, store);
    const asked: number[] = [];
    const history = after.feed.history.bind(after.feed);
    after.feed.history = (symbol, from, to) => {
      asked.push(from);
      return history(symbol, from, to);
    };
    await after.start();
    expect(Math.min(...asked)).toBe(storedUntil);
    const minute = Math.floor(clock.now() / 60_000) * 60;
    expect(after.book.stats('BTCUSDT')?.open).toBe(history('BTCUSDT', minute - DAY + 60, minute)[0]?.open);
  });

  it('makes no history before prices come, and shows no figures of half a day meanwhile', async () => {
    const clock = new FakeClock(at('2026-03-10T14:22:40Z'));
    const { book, feed } = setup(clock, new MemoryCandleStore());
    const history = feed.history.bind(feed);
    let made = 0;
    feed.history = (symbol, from, to) => {
      made += 1;
      return history(symbol, from, to);
    };
    await book.start(clock.now());
    expect(made).toBe(0);
    const minute = at('2026-03-10T14:22Z') / 1000;
    const day = history('BTCUSDT', minute - DAY, minute);
    book.tick('BTCUSDT', day.at(-1)!.close, clock.now(), 1n);
    expect([book.stats('BTCUSDT'), book.open('BTCUSDT', '1h')]).toEqual([null, null]);
    await book.whole;
    expect(made).toBe(symbols.length);
    expect(book.stats('BTCUSDT')?.open).toBe(day[1]?.open);
    expect(book.open('BTCUSDT', '1h')?.open).toBe(day.at(-22)?.open);
  });

  it('stores nothing newer before what was missed is stored, so that an end in between leaves no hole', async () => {
    const clock = new FakeClock(at('2026-03-10T14:22:40Z'));
    const store = new MemoryCandleStore();
    const before = setup(clock, store);
    await before.start();
    await finishFilling(clock, before);
    await before.book.stop();
    before.feed.stop();
    clock.advance(600_000);
    const append = store.append.bind(store);
    store.append = () => Promise.reject(new Error('gone'));
    const during = setup(clock, store);
    await during.begin();
    await turns();
    await expect(during.book.series('BTCUSDT', '1m', 20, null)).rejects.toThrow('gone');
    // The storage is back and newer minutes are closed, but the process ends before it has tried again.
    store.append = append;
    clock.advance(125_000);
    during.feed.stop();
    await during.book.stop();
    for (const symbol of symbols) expectNoHole(store.all(symbol, '1m'), '1m');
    const after = setup(clock, store);
    await after.begin();
    expectNoHole(await after.book.series('BTCUSDT', '1m', 2_000, null), '1m');
  });
});
