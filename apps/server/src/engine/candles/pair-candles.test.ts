import { type Candle, type Ppm, aggregateCandles, askOf, bidOf, candleTime } from '@plecho/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HIGHER_INTERVALS, PairCandles } from './pair-candles.ts';
import type { StoredCandle } from './ports.ts';

const START = Date.parse('2026-03-10T21:47:00Z');

interface Step {
  /** Milliseconds since the tick before. */
  wait: number;
  price: bigint;
  volume: bigint;
}

/** Mostly quick ticks, now and then a silence of minutes or hours. */
const steps = fc.array(
  fc.record({
    wait: fc.oneof(
      { weight: 12, arbitrary: fc.integer({ min: 0, max: 20_000 }) },
      { weight: 2, arbitrary: fc.integer({ min: 60_000, max: 900_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 3_600_000, max: 100_000_000 }) },
    ),
    price: fc.bigInt(1n, 10n ** 16n),
    volume: fc.bigInt(0n, 10n ** 15n),
  }),
  { minLength: 1, maxLength: 150 },
);

function play(all: readonly Step[], sweeps: boolean, spread: Ppm = 0n) {
  const closed: StoredCandle[] = [];
  const pair = new PairCandles(
    'LINKUSDT',
    () => [],
    (candle) => closed.push(candle),
  );
  pair.load([], START / 1000);
  const expected = new Map<number, Candle>();
  let time = START;
  for (const { wait, price, volume } of all) {
    time += wait;
    pair.tick(price, time, volume, spread);
    if (sweeps) pair.advance(candleTime(time - 3_000, '1m'));
    const minute = candleTime(time, '1m');
    const [ask, bid] = [askOf(price, spread), bidOf(price, spread)];
    const known = expected.get(minute) ?? {
      time: minute,
      open: price,
      high: ask,
      low: bid,
      close: price,
      volume: 0n,
    };
    expected.set(minute, {
      ...known,
      high: ask > known.high ? ask : known.high,
      low: bid < known.low ? bid : known.low,
      close: price,
      volume: known.volume + volume,
    });
  }
  return { pair, closed, minutes: [...expected.values()], time };
}

describe('candles of a pair', () => {
  it('longer candles are the sums of their minutes, and these have the quotes of their ticks, whatever the ticks and the sweeps', () => {
    fc.assert(
      fc.property(steps, fc.boolean(), fc.constantFrom(0n, 1n, 20_000n), (all, sweeps, spread) => {
        const { pair, closed, minutes, time } = play(all, sweeps, spread);
        for (const interval of ['1m', ...HIGHER_INTERVALS] as const) {
          const expected = interval === '1m' ? minutes : aggregateCandles(minutes, interval);
          const stored = closed.filter((candle) => candle.interval === interval).map(({ candle }) => candle);
          const open = pair.open(interval);
          expect([...stored, open]).toEqual(expected);
          expect(open?.time).toBe(candleTime(time, interval));
        }
      }),
    );
  });

  it('closes everything once at the end', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { pair, closed, minutes } = play(all, true);
        pair.finish();
        pair.finish();
        for (const interval of HIGHER_INTERVALS) {
          const stored = closed.filter((candle) => candle.interval === interval).map(({ candle }) => candle);
          expect(stored).toEqual(aggregateCandles(minutes, interval));
          expect(pair.open(interval)).toBeNull();
        }
      }),
    );
  });

  it('figures of 24 hours are those of the last 1440 minutes', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 2_000 }), (all, later) => {
        const { pair, minutes, time } = play(all, true);
        const now = candleTime(time, '1m') + later * 60;
        const window = minutes.filter((minute) => minute.time > now - 86_400);
        const [first] = window;
        const expected =
          first === undefined
            ? null
            : {
                open: first.open,
                high: window.reduce((high, minute) => (minute.high > high ? minute.high : high), 0n),
                low: window.reduce((low, minute) => (minute.low < low ? minute.low : low), first.low),
                volume: window.reduce((sum, minute) => sum + minute.volume, 0n),
              };
        expect(pair.stats(now)).toEqual(expected);
        expect(pair.stats(now)).toEqual(expected);
      }),
    );
  });

  it('a restart from stored minutes gives the same open candles', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { pair, minutes, time } = play(all, true);
        const now = candleTime(time, '1m');
        const restarted = new PairCandles(
          'LINKUSDT',
          () => [],
          () => undefined,
        );
        restarted.load(
          minutes.filter((minute) => minute.time < now && minute.time >= now - 86_400),
          now,
        );
        const last = minutes.at(-1);
        if (last === undefined) return;
        restarted.tick(last.open, now * 1000, 0n);
        restarted.tick(last.high, now * 1000, 0n);
        restarted.tick(last.low, now * 1000, 0n);
        restarted.tick(last.close, now * 1000, last.volume);
        for (const interval of HIGHER_INTERVALS) expect(restarted.open(interval)).toEqual(pair.open(interval));
      }),
    );
  });

  it('takes the history only for minutes it has not seen whole', () => {
    const minute = START / 1000;
    const history = (_: string, from: number, to: number) => {
      const times = Array.from({ length: (to - from) / 60 }, (__, index) => from + index * 60);
      return times.map((time) => ({ time, open: 7n, high: 9n, low: 5n, close: 7n, volume: 1n }));
    };
    const closed: StoredCandle[] = [];
    const pair = new PairCandles('LINKUSDT', history, (candle) => closed.push(candle));
    pair.load([], minute);
    // The first minute is entered in the middle, the second is whole, the fourth follows a missing one.
    for (const second of [30, 61, 100, 185, 245]) pair.tick(100n, START + second * 1_000, 1n);
    const highs = closed
      .filter(({ interval }) => interval === '1m')
      .map(({ candle }) => [candle.time - minute, candle.high]);
    expect(highs).toEqual([
      [0, 9n],
      [60, 100n],
      [120, 9n],
      [180, 9n],
    ]);
  });
});
