import { type Candle, INTERVALS, INTERVAL_SECONDS, type Interval, aggregateCandles } from '@plecho/domain';
import { FakeClock, Random } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import type { CandleStore, StoredCandle } from './ports.ts';
import { MemoryCandleStore } from './test/memory-store.ts';
import { VenueBook } from './venue-book.ts';

const DAY = 86_400;
/** A UTC midnight. */
const START = 1_790_035_200;
const BTC = 'BTCUSDT';
const ETH = 'ETHUSDT';
const pair = { symbol: BTC, baseAsset: 'BTC', quoteAsset: 'USDT', priceDecimals: 2 } as const;

const random = new Random(5);
/** The venue's minutes of a day; every day is like it. */
const MINUTES = Array.from({ length: 1_440 }, (_, n): Candle => {
  const [open, close] = [random.bigint(900n, 1_100n), random.bigint(900n, 1_100n)];
  const [low, high] = open < close ? [open, close] : [close, open];
  const [up, down] = [random.bigint(0n, 9n), random.bigint(0n, 9n)];
  return { time: n * 60, open, close, high: high + up, low: low - down, volume: random.bigint(1n, 99n) };
});
const DAYS = Object.fromEntries(
  INTERVALS.map((interval) => [interval, interval === '1m' ? MINUTES : aggregateCandles(MINUTES, interval)]),
);

function venueCandles(interval: Interval, from: number, to: number): Candle[] {
  const length = INTERVAL_SECONDS[interval];
  const found: Candle[] = [];
  for (let time = Math.ceil(from / length) * length; time + length <= to; time += length) {
    const candle = DAYS[interval]?.[(time % DAY) / length];
    if (candle !== undefined) found.push({ ...candle, time });
  }
  return found;
}

function minuteOf(time: number): Candle {
  const [minute] = venueCandles('1m', time, time + 60);
  if (minute === undefined) throw new Error('no minute');
  return minute;
}

/** A book over a store in memory and a venue that answers when it is reachable. */
async function open({ at = START, reachable = true } = {}) {
  const clock = new FakeClock(at * 1000);
  const stored = new Map<string, StoredCandle>();
  const venue = { reachable, asked: 0, storeFails: false, behindSeconds: 0 };
  const key = ({ interval, candle }: StoredCandle): string => `${interval} ${candle.time}`;
  const of = (interval: Interval): Candle[] =>
    [...stored.values()]
      .filter((item) => item.interval === interval)
      .map(({ candle }) => candle)
      .sort((a, b) => a.time - b.time);
  const store: CandleStore = {
    append: (candles) => {
      if (venue.storeFails) return Promise.reject(new Error('away'));
      for (const item of candles) stored.set(key(item), item);
      return Promise.resolve();
    },
    read: (_symbol, interval, limit, before) =>
      Promise.resolve(
        of(interval)
          .filter(({ time }) => before === null || time < before)
          .slice(-limit),
      ),
    spans: () =>
      Promise.resolve(
        INTERVALS.flatMap((interval) => {
          const all = of(interval);
          const [oldest, newest] = [all[0]?.time, all.at(-1)?.time];
          return oldest === undefined || newest === undefined ? [] : [{ symbol: BTC, interval, oldest, newest }];
        }),
      ),
    minutes: (from, to) => Promise.resolve(new Map([[BTC, of('1m').filter(({ time }) => time >= from && time < to)]])),
    deleteBefore: () => Promise.resolve(0),
    pack: () => Promise.resolve(0),
  };
  const errors: unknown[] = [];
  const feed = {
    pairs: [pair],
    now: () => clock.now(),
    candles: (_symbol: string, interval: Interval, from: number, to: number) => {
      venue.asked += 1;
      const made = Math.min(to, clock.now() / 1000 - venue.behindSeconds);
      return venue.reachable ? Promise.resolve(venueCandles(interval, from, made)) : Promise.reject(new Error('gone'));
    },
  };
  const make = () => new VenueBook({ feed, store, clock, onError: (error) => void errors.push(error) });
  const book = make();
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 300; turn++) await Promise.resolve();
  };
  /** Lets minutes pass; of each the venue says that it is closed unless `isLost`. */
  const play = async (minutes: number, isLost: (n: number) => boolean = () => false, into = book): Promise<void> => {
    for (let n = 0; n < minutes; n++) {
      const time = Math.floor(clock.now() / 60_000) * 60;
      into.tick(BTC, 1_000n, clock.now() + 500);
      clock.advance(60_000);
      if (!isLost(n)) into.candle(BTC, minuteOf(time), true);
      await turns();
    }
  };
  await book.start(clock.now());
  await turns();
  /** Every stored candle is the venue's own, and between the first and the last of an interval none is missing. */
  const expectVenues = (interval: Interval, atLeast: number): void => {
    const all = of(interval);
    const [first, last] = [all[0]?.time ?? 0, all.at(-1)?.time ?? 0];
    expect(all).toEqual(venueCandles(interval, first, last + INTERVAL_SECONDS[interval]));
    expect(all.length).toBeGreaterThanOrEqual(atLeast);
  };
  return { book, clock, venue, errors, of, play, turns, make, expectVenues };
}

describe('candles of a venue', () => {
  it('M3: the history is the venue’s: a day of minutes, 30 days of the longer ones, a year of days', async () => {
    const { book, of, expectVenues } = await open();
    expect(INTERVALS.map((interval) => of(interval).length)).toEqual([1_440, 8_640, 2_880, 720, 365]);
    for (const interval of INTERVALS) expectVenues(interval, 365);
    await book.stop();
  });

  it('M7: the minutes of the last day are at hand for a scenario over it, also after a restart', async () => {
    const { book, of, play, make, clock, turns } = await open();
    await play(5);
    const known = of('1m').slice(-1_000);
    const [from, to] = [known[0]?.time ?? 0, (known.at(-1)?.time ?? 0) + 60];
    expect(book.minutes(BTC, from, to)).toEqual(known);
    await book.stop();
    const again = make();
    await again.start(clock.now());
    await turns();
    expect(again.minutes(BTC, from, to)).toEqual(known);
    await again.stop();
  });

  it('M3: through a day with lost minutes every candle of every interval is the venue’s own', async () => {
    const lost = new Random(3);
    const { book, play, of, expectVenues, turns, clock } = await open({ at: START + DAY - 7_200 });
    await play(240, () => lost.chance(20));
    clock.advance(61_000);
    await turns();
    await play(2);
    await book.stop();
    for (const interval of INTERVALS) expectVenues(interval, 365);
    // Up to the end, the day that is over included.
    expect(of('1d').at(-1)?.time).toBe(START);
    expect(of('1h').at(-1)?.time).toBe(START + DAY + 3_600);
    expect(of('1m').at(-1)?.time).toBe(START + DAY + 7_200 + 120);
  });

  it('M3: the venue can not be asked for an hour: what was missed then is made good later, in its place', async () => {
    const { book, venue, play, expectVenues, errors, of } = await open();
    venue.reachable = false;
    await play(60, (n) => n % 7 === 3);
    venue.reachable = true;
    await play(10);
    await book.stop();
    for (const interval of ['1m', '5m', '15m', '1h'] as const) expectVenues(interval, 700);
    expect(of('1h').at(-1)?.time).toBe(START);
    expect(errors).toEqual([]);
  });

  it('the venue can not be reached at the start: nothing waits for it, and the history comes when it can', async () => {
    const { book, venue, play, expectVenues, of } = await open({ reachable: false });
    await play(7);
    expect(of('1m')).toEqual([]);
    expect((await book.series(BTC, '1m', 10, null)).map(({ time }) => time)).toHaveLength(7);
    venue.reachable = true;
    await play(3);
    await book.stop();
    for (const interval of INTERVALS) expectVenues(interval, 365);
  });

  it('M3: a restart after three days asks for what it missed, and for nothing that is there', async () => {
    const { book, clock, make, play, expectVenues, turns } = await open();
    await book.stop();
    clock.advance(3 * DAY * 1000);
    const again = make();
    await again.start(clock.now());
    await turns();
    await play(3, undefined, again);
    await again.stop();
    expectVenues('1m', 4 * 1_440);
    expectVenues('1d', 368);
  });

  it('a storage that is away loses nothing', async () => {
    const { book, venue, play, expectVenues, clock, turns, of } = await open();
    venue.storeFails = true;
    await play(5, (n) => n === 2);
    venue.storeFails = false;
    clock.advance(30_000);
    await turns();
    await play(6);
    await book.stop();
    expectVenues('1m', 1_451);
    expect(of('5m').at(-1)?.time).toBe(START + 300);
  });

  it('M3: no candle is stored before those that come before it: whoever is killed leaves no hole', async () => {
    const { book, clock, venue, play, turns, expectVenues } = await open();
    await play(2);
    venue.storeFails = true;
    await play(6);
    clock.advance(120_000);
    await turns();
    // The writer waits for its next try, and a minute that the stream has lost is asked for before it.
    venue.storeFails = false;
    book.candle(BTC, minuteOf(Math.floor(clock.now() / 60_000) * 60 - 60), true);
    await turns();
    expectVenues('1m', 1_441);
    await play(2);
    expectVenues('1m', 1_450);
    await book.stop();
  });

  it('M3: a venue whose clock is behind has fewer candles than it is asked for, and the rest is asked for later', async () => {
    const { book, clock, venue, play, expectVenues, turns } = await open();
    venue.behindSeconds = 300;
    clock.advance(600_000);
    await play(1);
    const { asked } = venue;
    for (let n = 0; n < 20; n += 1) {
      book.tick(BTC, 1_000n, clock.now());
      await turns();
    }
    expect(venue.asked).toBe(asked);
    venue.behindSeconds = 0;
    clock.advance(10_000);
    await play(2);
    await turns();
    expectVenues('1m', 1_452);
  });

  it('a price moves the open minute until the venue says what it is, and the longer candles contain it', async () => {
    const { book, clock, play } = await open();
    await play(2);
    clock.advance(5_000);
    book.tick(BTC, 5_000n, clock.now());
    expect(book.open(BTC, '1m')).toMatchObject({ open: 5_000n, close: 5_000n });
    expect(book.open(BTC, '5m')).toMatchObject({ time: START, open: minuteOf(START).open, high: 5_000n });
    const said = { ...minuteOf(START + 120), high: 7_000n };
    book.candle(BTC, said, false);
    expect(book.open(BTC, '1m')).toEqual(said);
    expect(book.open(BTC, '1h')).toMatchObject({ time: START, high: 7_000n, close: said.close });
    await book.stop();
  });

  it('M3: a pair that can not be read holds up neither the others nor what is too old', async () => {
    const clock = new FakeClock(START * 1000);
    const store = new MemoryCandleStore();
    const unreadable = { asked: 0, isMended: false };
    const feed = {
      pairs: [pair, { ...pair, symbol: ETH, baseAsset: 'ETH' }],
      now: () => clock.now(),
      candles: (symbol: string, interval: Interval, from: number, to: number) => {
        if (symbol === ETH || unreadable.isMended) return Promise.resolve(venueCandles(interval, from, to));
        unreadable.asked += 1;
        return Promise.reject(new Error('a candle that is none'));
      },
    };
    const book = new VenueBook({ feed, store, clock, onError: (error) => expect.fail(String(error)) });
    // It goes first where it can.
    book.day(BTC, { open: 1n, high: 1n, low: 1n, volume: 99n });
    const later = async (seconds: number): Promise<void> => {
      clock.advance(seconds * 1000);
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    await book.start(clock.now());
    await later(0);
    await later(5);
    expect(INTERVALS.map((interval) => store.all(ETH, interval).length)).toEqual([1_440, 8_640, 2_880, 720, 365]);
    await later(5);
    expect(unreadable.asked, 'at the start, after the other pair, and once more').toBe(3);
    // A minute that is lost later, and what has outlived its time.
    book.candle(ETH, minuteOf(START + 60), true);
    await later(120);
    expect(store.all(ETH, '1m').at(-1)?.time).toBe(START + 60);
    const old = { ...minuteOf(START), time: START - 8 * DAY };
    await store.append([{ symbol: ETH, interval: '1m', candle: old }]);
    await later(3_600);
    expect(store.all(ETH, '1m')[0]?.time).toBe(START - DAY);
    unreadable.isMended = true;
    await later(5);
    await later(5);
    expect(store.all(BTC, '1h')).toHaveLength(720);
    await book.stop();
  });
});
