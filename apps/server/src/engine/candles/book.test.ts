import { type Candle, INTERVALS, INTERVAL_SECONDS, type Interval, aggregateCandles } from '@plecho/domain';
import { FakeClock, Random } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import type { RawTick } from '../../feeds/feed.ts';
import { ReplayFeed } from '../../feeds/replay/index.ts';
import { CandleBook } from './book.ts';
import { MemoryCandleStore } from './test/memory-store.ts';
import { expectNoHole, finishFilling, pairs, turns, symbols, useBooks } from './test/synthetic-book.ts';

const DAY = 86_400;
const at = (text: string) => Date.parse(text);
const { books, setup } = useBooks();

function expectAggregates(store: MemoryCandleStore, symbol: string, from: number) {
  const minutes = store.all(symbol, '1m').filter(({ time }) => time >= from);
  const end = (minutes.at(-1)?.time ?? 0) + 60;
  for (const interval of ['5m', '15m', '1h', '1d'] as const) {
    const length = INTERVAL_SECONDS[interval];
    const expected = aggregateCandles(minutes, interval).filter(({ time }) => time + length <= end);
    const stored = store.all(symbol, interval).filter(({ time }) => time >= from);
    expect(stored, `${symbol} ${interval}`).toEqual(expected);
  }
}

describe('candle book', () => {
  it('has 30 days of history from the first moment, the same while and after it is stored', async () => {
    const now = at('2026-03-10T14:22:40Z');
    const clock = new FakeClock(now);
    const store = new MemoryCandleStore();
    const first = setup(clock, store);
    await first.start();
    const { book, feed } = first;
    await turns();
    expect(await store.spans(), 'what nobody has asked for').toEqual([]);
    const minute = Math.floor(now / 60_000) * 60;
    const lengths = { '1m': 7 * 1440, '5m': 8640, '15m': 2880, '1h': 720, '1d': 30 };
    const closed = async (symbol: string, interval: Interval) => {
      const series = await book.series(symbol, interval, 20_000, null);
      return series.filter(({ time }) => time + INTERVAL_SECONDS[interval] <= minute);
    };
    const expected = new Map<string, Candle[]>();
    for (const symbol of symbols) {
      for (const interval of INTERVALS) {
        const series = await closed(symbol, interval);
        expect(series, interval).toHaveLength(lengths[interval]);
        expected.set(`${symbol} ${interval}`, series);
      }
    }
    let rounds = 0;
    while (!first.filled()) {
      clock.advance(80);
      await turns();
      rounds += 1;
      if (rounds % 4 !== 0) continue;
      const interval = INTERVALS[rounds % 5] ?? '1m';
      expect(await closed('LINKUSDT', interval)).toEqual(expected.get(`LINKUSDT ${interval}`));
      const page = await book.series('BTCUSDT', interval, 10, minute - 3 * DAY);
      expect(page).toEqual(
        expected
          .get(`BTCUSDT ${interval}`)
          ?.filter(({ time }) => time < minute - 3 * DAY)
          .slice(-10),
      );
    }
    expect(rounds).toBeGreaterThan(50);
    for (const symbol of symbols) {
      for (const interval of INTERVALS) {
        const stored = store.all(symbol, interval).filter(({ time }) => time + INTERVAL_SECONDS[interval] <= minute);
        expect(stored, `${symbol} ${interval}`).toEqual(expected.get(`${symbol} ${interval}`));
        expectNoHole(stored, interval);
      }
      expectAggregates(store, symbol, at('2026-03-04T00:00Z') / 1000);
    }
    const day = feed.history('BTCUSDT', minute - DAY + 60, minute);
    expect(book.stats('BTCUSDT')).toMatchObject({ open: day[0]?.open });
  });

  it('makes a year of daily candles without the minutes of a year, also where a month is stored already', async () => {
    const now = at('2026-03-10T14:22:40Z');
    const today = at('2026-03-10T00:00Z') / 1000;
    const store = new MemoryCandleStore();
    const { symbol } = pairs[0]!;
    /** Four minutes a day, none like another. */
    const history = (_: string, from: number, to: number): Candle[] => {
      const first = Math.ceil(from / 21_600);
      return Array.from({ length: Math.max(0, Math.ceil(to / 21_600) - first) }, (__, n) => {
        const price = BigInt(first + n);
        return {
          time: (first + n) * 21_600,
          open: price,
          high: price + 5n,
          low: price - 5n,
          close: price + 1n,
          volume: 1n,
        };
      });
    };
    const fill = async (days: number) => {
      const clock = new FakeClock(now);
      const feed = { pairs: pairs.slice(0, 1), historyStart: today - days * DAY, history };
      const book = new CandleBook({ feed, store, clock, onError: (error) => expect.fail(String(error)) });
      books.push(book);
      let done = 0;
      await book.start(now, (progress) => (done = progress.phase === 'rest' ? progress.done : 0));
      const atOnce = await book.series(symbol, '1d', 1_000, null);
      await finishFilling(clock, { book, filled: () => done === 1 });
      await book.stop();
      return { atOnce, book };
    };
    await fill(30);
    expect(store.all(symbol, '1d')).toHaveLength(30);

    const { atOnce, book } = await fill(500);
    expect(atOnce).toHaveLength(31);
    const days = store.all(symbol, '1d');
    expect(days).toEqual(aggregateCandles(history(symbol, today - 365 * DAY, today), '1d'));
    expect(await book.series(symbol, '1d', 1_000, today - 100 * DAY)).toEqual(days.slice(0, 265));
    expect(store.all(symbol, '1m')).toHaveLength(7 * 4);
    expect(store.all(symbol, '1h')).toHaveLength(30 * 4);
  });

  it('builds from ticks the candles the feed has in its history, and stores a minute in one call', async () => {
    const clock = new FakeClock(at('2026-03-10T23:54:30Z'));
    const store = new MemoryCandleStore();
    const through = setup(clock, store);
    const { start, feed, book } = through;
    await start();
    await finishFilling(clock, through);
    const began = clock.now() / 1000;
    const append = store.append.bind(store);
    let calls = 0;
    store.append = (candles) => {
      if (candles.some(({ candle }) => candle.time > began)) calls += 1;
      return append(candles);
    };
    for (let second = 0; second < 600; second += 1) {
      clock.advance(1000);
      if (second % 60 === 59) await turns();
    }
    await turns();
    expect(calls).toBe(9);
    for (const symbol of symbols) {
      const from = at('2026-03-10T00:00Z') / 1000;
      const built = store.all(symbol, '1m').filter(({ time }) => time >= from);
      expect(built).toEqual(feed.history(symbol, from, at('2026-03-11T00:04Z') / 1000));
      expectAggregates(store, symbol, from);
      expect(store.all(symbol, '1d').at(-1)?.time).toBe(from);
      expect(book.open(symbol, '1d')?.time).toBe(from + DAY);
    }
  });

  it('goes on after a restart as if it had run through', async () => {
    const clock = new FakeClock(at('2026-03-10T11:58:20Z'));
    const store = new MemoryCandleStore();
    const first = setup(clock, store);
    await first.start();
    await finishFilling(clock, first);
    clock.advance(95_000);
    await turns();
    first.feed.stop();
    await first.book.stop();
    clock.advance(17 * 60_000 + 3_000);
    const second = setup(clock, store);
    await second.start();
    clock.advance(180_000);
    await turns();
    const from = at('2026-03-10T00:00Z') / 1000;
    const minute = Math.floor(clock.now() / 60_000) * 60;
    for (const symbol of symbols) {
      const history = second.feed.history(symbol, from, minute);
      expect(store.all(symbol, '1m').filter(({ time }) => time >= from && time < minute)).toEqual(history);
      expectAggregates(store, symbol, from);
      expect(second.book.open(symbol, '1h')).toMatchObject({ time: at('2026-03-10T12:00Z') / 1000 });
      expect(second.book.open(symbol, '1h')?.open).toBe(
        history.find(({ time }) => time === at('2026-03-10T12:00Z') / 1000)?.open,
      );
    }
  });

  it('fills the days of a long downtime, also across midnight', async () => {
    const clock = new FakeClock(at('2026-03-10T22:58:20Z'));
    const store = new MemoryCandleStore();
    const first = setup(clock, store);
    await first.start();
    await finishFilling(clock, first);
    first.feed.stop();
    await first.book.stop();
    clock.advance(3 * DAY * 1000);
    const second = setup(clock, store);
    await second.start();
    for (const symbol of symbols) {
      for (const interval of INTERVALS) {
        expectNoHole(store.all(symbol, interval), interval);
      }
      expectAggregates(store, symbol, at('2026-03-07T00:00Z') / 1000);
    }
  });

  it('fills a downtime that is longer than some candles are kept: of the others none is missing', async () => {
    const store = new MemoryCandleStore();
    const { symbol } = pairs[0]!;
    /** Whole minutes that cost nothing, none like another. */
    const history = (_: string, from: number, to: number): Candle[] =>
      Array.from({ length: (to - from) / 60 }, (__, n) => {
        const price = BigInt(from + n * 60);
        return { time: from + n * 60, open: price, high: price, low: price, close: price, volume: 1n };
      });
    const run = async (now: number): Promise<void> => {
      const clock = new FakeClock(now);
      const feed = { pairs: pairs.slice(0, 1), historyStart: at('2026-01-01T00:00Z') / 1000, history };
      const book = new CandleBook({ feed, store, clock, onError: (error) => expect.fail(String(error)) });
      books.push(book);
      let done = 0;
      await book.start(now, (progress) => (done = progress.phase === 'rest' ? progress.done : 0));
      await finishFilling(clock, { book, filled: () => done === 1 });
      // What is too old goes.
      for (let portion = 0; portion < 10; portion += 1) {
        clock.advance(80);
        await turns();
      }
      await book.stop();
    };
    await run(at('2026-03-10T22:58:20Z'));
    const now = at('2026-05-09T22:58:20Z') / 1000;
    await run(now * 1000);
    const kept = { '1m': 7, '5m': 30, '15m': 89, '1h': 90, '1d': 90 };
    for (const interval of INTERVALS) {
      const candles = store.all(symbol, interval);
      const end = Math.floor(now / INTERVAL_SECONDS[interval]) * INTERVAL_SECONDS[interval];
      expectNoHole(candles, interval);
      expect(candles.at(-1)?.time, interval).toBe(end - INTERVAL_SECONDS[interval]);
      expect((candles[0]?.time ?? end) / DAY, interval).toBeLessThanOrEqual(now / DAY - kept[interval] + 1);
    }
    const days = [at('2026-02-09T00:00Z') / 1000, at('2026-05-09T00:00Z') / 1000] as const;
    expect(store.all(symbol, '1d').slice(-89)).toEqual(aggregateCandles(history(symbol, ...days), '1d'));
  });

  it('goes on with a first filling that failed, and with one that was interrupted', async () => {
    const clock = new FakeClock(at('2026-03-10T08:00:20Z'));
    const store = new MemoryCandleStore();
    const append = store.append.bind(store);
    let calls = 0;
    store.append = (candles) => (++calls > 3 ? Promise.reject(new Error('no space')) : append(candles));
    const first = setup(clock, store);
    await first.start();
    const [symbol = ''] = symbols;
    await first.book.series(symbol, '1h', 1, null);
    for (let round = 0; round < 100 && first.errors.length === 0; round += 1) {
      clock.advance(80);
      await turns();
    }
    expect(String(first.errors[0])).toContain('no space');
    store.append = append;
    clock.advance(60_000);
    for (let round = 0; round < 20; round += 1) {
      clock.advance(80);
      await turns();
    }
    expect(first.filled()).toBe(false);
    const hours = store.all(symbol, '1h').length;
    expect(hours).toBeGreaterThan(24);
    expect(hours).toBeLessThan(700);
    first.feed.stop();
    await first.book.stop();
    const second = setup(clock, store);
    await second.start();
    await finishFilling(clock, second);
    for (const symbol of symbols) {
      for (const interval of INTERVALS) expectNoHole(store.all(symbol, interval), interval);
      expect(store.all(symbol, '1d')).toHaveLength(30);
      expectAggregates(store, symbol, at('2026-03-04T00:00Z') / 1000);
    }
  });

  it('keeps closed candles while the storage fails, shows them, and stores them later', async () => {
    const clock = new FakeClock(at('2026-03-10T08:00:00Z'));
    const store = new MemoryCandleStore();
    const { start, book, errors, feed } = setup(clock, store);
    await start();
    await turns();
    const append = store.append.bind(store);
    store.append = () => Promise.reject(new Error('gone'));
    for (let minute = 0; minute < 7; minute += 1) {
      clock.advance(60_000);
      await turns();
    }
    expect(errors.length).toBeGreaterThan(1);
    expect(book.pending).toBeGreaterThanOrEqual(3 * 6);
    const shown = await book.series('LINKUSDT', '1m', 5, null);
    expect(shown.map(({ time }) => time)).toEqual(
      [2, 3, 4, 5, 6].map((minute) => at('2026-03-10T08:01Z') / 1000 + minute * 60),
    );
    store.append = append;
    clock.advance(30_000);
    await turns();
    expect(book.pending).toBe(0);
    const from = at('2026-03-10T08:00Z') / 1000;
    const stored = store.all('LINKUSDT', '1m').filter(({ time }) => time >= from);
    expect(stored).toEqual(feed.history('LINKUSDT', from, from + 7 * 60));
  });

  it('repairs the minutes in which the process slept', async () => {
    const clock = new FakeClock(at('2026-03-10T08:00:00Z'));
    const store = new MemoryCandleStore();
    const { book, feed } = setup(clock, store);
    await book.start(clock.now());
    let asleep = false;
    const tick = (t: RawTick) => asleep || book.tick(t.symbol, t.price ?? 0n, t.time, t.volume);
    await feed.start({ tick, ended: () => undefined, delisted: () => undefined }, null);
    clock.advance(110_000);
    asleep = true;
    clock.advance(30_000);
    asleep = false;
    clock.advance(100_000);
    asleep = true;
    clock.advance(25_000);
    asleep = false;
    clock.advance(125_000);
    asleep = true;
    clock.advance(600_000);
    asleep = false;
    clock.advance(100_000);
    await book.whole;
    await turns();
    const from = at('2026-03-10T08:00Z') / 1000;
    for (const symbol of symbols) {
      const stored = store.all(symbol, '1m').filter(({ time }) => time >= from);
      expect(stored).toEqual(feed.history(symbol, from, from + 18 * 60));
      expectAggregates(store, symbol, from);
    }
  });

  it('what was built from valid ticks stays, and the history fills only what is missing', async () => {
    const clock = new FakeClock(at('2026-03-10T22:58:20Z'));
    const store = new MemoryCandleStore();
    const first = setup(clock, store);
    await first.start();
    await finishFilling(clock, first);
    first.feed.stop();
    await first.book.stop();
    // A price of the feed's history that was no valid one: the gate had refused it.
    const refused = store.all('LINKUSDT', '1m').slice(-20, -10);
    const built = refused.map((candle) => ({ ...candle, high: candle.high * 3n, volume: 1n }));
    await store.append(built.map((candle) => ({ symbol: 'LINKUSDT', interval: '1m', candle })));
    clock.advance(3 * 3_600_000);
    await setup(clock, store).start();
    const from = built[0]!.time;
    expect(store.all('LINKUSDT', '1m').filter(({ time }) => time >= from && time < from + 600)).toEqual(built);
    expect(store.all('LINKUSDT', '1h').find(({ time }) => time === at('2026-03-10T22:00Z') / 1000)?.high).toBe(
      built.reduce((high, candle) => (candle.high > high ? candle.high : high), 0n),
    );
    expect(store.all('LINKUSDT', '1d').at(-1)?.high).toBeGreaterThanOrEqual(built[0]!.high);
  });

  it('follows a replay at full speed, across a restart and a hole, to its end', async () => {
    const clock = new FakeClock(at('2026-11-21T10:00:00Z'));
    const store = new MemoryCandleStore();
    const begin = at('2026-02-05T12:00Z') / 1000;
    const random = new Random(3);
    const recorded = Array.from({ length: 400 }, (_, minute) => minute)
      .filter((minute) => minute < 100 || minute > 117)
      .map((minute): Candle => {
        const [low = 0n, open = 0n, close = 0n, high = 0n] = Array.from({ length: 4 }, () =>
          random.bigint(900n, 1_100n),
        ).sort((a, b) => Number(a - b));
        return { time: begin + minute * 60, open, high, low, close, volume: random.bigint(0n, 9_999n) };
      });
    const source = { read: async (_: string, from: number) => recorded.filter(({ time }) => time >= from) };
    const play = async (resumeAt: number | null) => {
      const feed = await ReplayFeed.open({
        clock,
        source,
        pairs: pairs.slice(0, 1),
        startAt: begin + 7_230,
        speed: 600,
      });
      const book = new CandleBook({ feed, store, clock, onError: (error) => expect.fail(String(error)) });
      books.push(book);
      await book.start(resumeAt ?? feed.now());
      const sink = {
        tick: (t: RawTick) => book.tick(t.symbol, t.price ?? 0n, t.time, t.volume),
        ended: () => void book.end(),
        delisted: () => undefined,
      };
      await feed.start(sink, resumeAt);
      await book.whole;
      return { feed, book };
    };
    const first = await play(null);
    clock.advance(11_100);
    await turns();
    first.feed.stop();
    await first.book.stop();
    const { symbol } = pairs[0]!;
    await play((store.all(symbol, '1m').at(-1)?.time ?? 0) * 1000);
    clock.advance(60_000);
    await turns();
    expect(store.all(symbol, '1m')).toEqual(recorded);
    for (const interval of ['5m', '15m', '1h', '1d'] as const) {
      expect(store.all(symbol, interval), interval).toEqual(aggregateCandles(recorded, interval));
    }
  });

  it('deletes what has outlived its time and keeps daily candles', async () => {
    const clock = new FakeClock(at('2026-03-10T08:00:20Z'));
    const store = new MemoryCandleStore();
    const old = at('2023-01-01T00:00Z') / 1000;
    const candle = { time: old, open: 1n, high: 1n, low: 1n, close: 1n, volume: 0n };
    await store.append(INTERVALS.map((interval) => ({ symbol: 'GONEUSDT', interval, candle })));
    const filling = setup(clock, store);
    await filling.start();
    await finishFilling(clock, filling);
    await turns();
    expect(INTERVALS.filter((interval) => store.all('GONEUSDT', interval).length > 0)).toEqual(['1d']);
  });

  it('counts a tick of a minute that is closed already for the next one', async () => {
    const clock = new FakeClock(at('2026-03-10T08:00:00Z'));
    const book = new CandleBook({
      feed: { pairs, historyStart: 0, history: () => [] },
      store: new MemoryCandleStore(),
      clock,
      onError: () => undefined,
    });
    books.push(book);
    await book.start(clock.now());
    await book.whole;
    const base = clock.now();
    book.tick('LINKUSDT', 100n, base + 1_000, 1n);
    book.tick('BTCUSDT', 500n, base + 64_000, 1n);
    book.tick('LINKUSDT', 50n, base + 59_500, 1n);
    expect(book.open('LINKUSDT', '1m')).toMatchObject({ time: base / 1000 + 60, low: 50n });
    expect(book.open('LINKUSDT', '5m')).toMatchObject({ high: 100n, low: 50n, volume: 2n });
    expect(book.stats('LINKUSDT')).toEqual({ open: 100n, high: 100n, low: 50n, volume: 2n });
    expect(book.open('NOPEUSDT', '1m')).toBeNull();
  });
});
