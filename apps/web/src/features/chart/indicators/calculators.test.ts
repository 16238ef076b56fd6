import { describe, expect, it } from 'vitest';
import type { Bar } from '../candle-book.ts';
import type { Values } from './calculators.ts';
import { INDICATORS, INDICATOR_KINDS, type IndicatorKind } from './catalog.ts';
import { IndicatorRun } from './indicator-run.ts';

/** Numbers from 0 to 1 that are the same at each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Minutes of a pair that wanders, with minutes missing, minutes without turnover and a leap; over midnight. */
function minutes(count: number, seed: number): Bar[] {
  const next = numbers(seed);
  const bars: Bar[] = [];
  let [time, close] = [86_400 * 20_000 - 60 * Math.floor(count / 2), 50_000];
  for (let n = 0; n < count; n += 1) {
    const open = close;
    close = open * (1 + (next() - 0.5) * 0.01) * (n === 200 ? 1.3 : 1);
    const [high, low] = [Math.max(open, close) * (1 + next() * 0.002), Math.min(open, close) * (1 - next() * 0.002)];
    bars.push({ time, open, high, low, close, volume: next() < 0.1 ? 0 : next() * 1e6 });
    time += next() < 0.05 ? 600 : 60;
  }
  return bars;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

/** From its definition: the first price, and from then on a share of each. */
function emaOf(prices: readonly number[], period: number): number {
  let value = prices[0] ?? Number.NaN;
  for (const price of prices.slice(1)) value += (price - value) * (2 / (period + 1));
  return value;
}

/** Wilder's average: a plain one first, and from then on a share of each. */
function wilder(values: readonly number[], period: number): number {
  let value = mean(values.slice(0, period));
  for (const next of values.slice(period)) value = (value * (period - 1) + next) / period;
  return value;
}

const closes = (bars: readonly Bar[]): number[] => bars.map(({ close }) => close);
const changes = (bars: readonly Bar[]): number[] =>
  bars.slice(1).map((bar, n) => bar.close - (bars[n]?.close ?? Number.NaN));

function macdAt(bars: readonly Bar[], [fast = 0, slow = 0, signal = 0]: readonly number[]): Values {
  if (bars.length < slow) return [null, null, null];
  const differences = bars.slice(slow - 1).map((_, n) => {
    const prices = closes(bars.slice(0, slow + n));
    return emaOf(prices, fast) - emaOf(prices, slow);
  });
  const [value = Number.NaN] = differences.slice(-1);
  return [value - emaOf(differences, signal), value, emaOf(differences, signal)];
}

function bandsAt(bars: readonly Bar[], [period = 0, deviations = 0]: readonly number[]): Values {
  if (bars.length < period) return [null, null, null];
  const window = closes(bars.slice(-period));
  const middle = mean(window);
  const deviation = Math.sqrt(mean(window.map((price) => (price - middle) ** 2)));
  return [middle + deviations * deviation, middle, middle - deviations * deviation];
}

function rsiAt(bars: readonly Bar[], [period = 0]: readonly number[]): Values {
  if (bars.length <= period) return [null];
  const up = wilder(
    changes(bars).map((change) => Math.max(change, 0)),
    period,
  );
  const down = wilder(
    changes(bars).map((change) => Math.max(-change, 0)),
    period,
  );
  return [down === 0 ? 100 : (100 * up) / (up + down)];
}

function atrAt(bars: readonly Bar[], [period = 0]: readonly number[]): Values {
  const ranges = bars.map(({ high, low }, n) => {
    const before = bars[n - 1]?.close ?? high;
    return Math.max(high, before) - Math.min(low, n === 0 ? low : before);
  });
  return [bars.length < period ? null : wilder(ranges, period)];
}

function vwapAt(bars: readonly Bar[]): Values {
  const today = Math.floor((bars.at(-1)?.time ?? 0) / 86_400);
  // Of a day that had begun before the first of them its turnover is not known.
  if ((bars[0]?.time ?? 0) > today * 86_400) return [null];
  const own = bars.filter(({ time, volume }) => Math.floor(time / 86_400) === today && volume > 0);
  if (own.length === 0) return [null];
  const coins = own.map(({ volume, high, low, close }) => (volume * 3) / (high + low + close));
  return [sum(own.map(({ volume }) => volume)) / sum(coins)];
}

const averageAt =
  (read: (bar: Bar) => number) =>
  (bars: readonly Bar[], [period = 0]: readonly number[]): Values => [
    bars.length < period ? null : mean(bars.slice(-period).map(read)),
  ];

/** Each indicator at the last of these bars, from its definition and all of them. */
const INDEPENDENT: Record<IndicatorKind, (bars: readonly Bar[], parameters: readonly number[]) => Values> = {
  sma: averageAt(({ close }) => close),
  volumeAverage: averageAt(({ volume }) => volume),
  ema: (bars, [period = 0]) => [bars.length < period ? null : emaOf(closes(bars), period)],
  macd: macdAt,
  bollinger: bandsAt,
  rsi: rsiAt,
  atr: atrAt,
  vwap: vwapAt,
};

/** The largest distance of two lists of values; endless when one has a value where the other has none. */
function distance(actual: readonly Values[], expected: readonly Values[]): number {
  const distances = expected.flatMap((values, at) =>
    values.map((value, n) => {
      const own = actual[at]?.[n];
      if (own === undefined) return Infinity;
      return own === null || value === null ? (own === value ? 0 : Infinity) : Math.abs(own - value);
    }),
  );
  return actual.length === expected.length ? Math.max(...distances) : Infinity;
}

const allAt = (kind: IndicatorKind, bars: readonly Bar[], parameters: readonly number[]): IndicatorRun => {
  const run = new IndicatorRun({ kind, parameters });
  run.advance(bars, bars.length);
  return run;
};

describe.each(INDICATOR_KINDS)('%s', (kind) => {
  const usual = INDICATORS[kind].parameters.map(({ first }) => first);
  const shortest = kind === 'macd' ? [2, 3, 2] : INDICATORS[kind].parameters.map(({ min }) => min);
  const scale = kind === 'rsi' ? 100 : kind === 'volumeAverage' ? 1e6 : 50_000;

  it('agrees with an independent calculation to 8 digits', () => {
    const bars = minutes(420, 7);
    // Every one of the first, where an average begins, and every seventh of the others: all take seconds.
    const places = bars.map((_, n) => n).filter((n) => n < 60 || n % 7 === 0);
    for (const parameters of [usual, shortest]) {
      const { values } = allAt(kind, bars, parameters);
      const own = places.map((n) => values[n] ?? []);
      const independent = places.map((n) => INDEPENDENT[kind](bars.slice(0, n + 1), parameters));
      expect(distance(own, independent)).toBeLessThan(1e-9 * scale);
    }
  });

  it('has the same values bar by bar as from the start, with a newest bar that changes many times', () => {
    for (let seed = 1; seed <= 6; seed += 1) {
      const bars = minutes(120, seed);
      const next = numbers(seed);
      const run = new IndicatorRun({ kind, parameters: usual });
      run.advance(bars.slice(0, Math.floor(next() * 60)), 1_000);
      for (const bar of bars.slice(run.values.length)) {
        let passing = { ...bar, high: bar.open, low: bar.open, close: bar.open, volume: 0 };
        // A bar begins before anything has been traded in it.
        run.take(passing);
        for (let change = Math.floor(next() * 30); change > 0; change -= 1) {
          const close = bar.low + (bar.high - bar.low) * next();
          passing = { ...passing, close, high: Math.max(passing.high, close), low: Math.min(passing.low, close) };
          run.take({ ...passing, volume: (bar.volume * next()) / change });
        }
        run.take(bar);
      }
      expect(distance(run.values, allAt(kind, bars, usual).values)).toBeLessThan(1e-9 * scale);
    }
  });

  it('has the same values in slices as at once', () => {
    const bars = minutes(250, 3);
    const run = new IndicatorRun({ kind, parameters: usual });
    let slices = 1;
    while (!run.advance(bars, 17)) slices += 1;
    expect(slices).toBe(15);
    expect(run.values).toEqual(allAt(kind, bars, usual).values);
    expect(run.at(bars[100]?.time ?? 0)).toEqual(run.values[100]);
    expect(run.at((bars[100]?.time ?? 0) + 1)).toBeNull();
  });
});

describe('vwap', () => {
  const bar = (time: number, price: number): Bar => ({
    time,
    ...{ open: price, high: price, low: price, close: price, volume: price },
  });
  const midnight = 86_400 * 20_000;
  const values = (bars: readonly Bar[], isComplete = false): (number | null | undefined)[] => {
    const run = new IndicatorRun({ kind: 'vwap', parameters: [] }, isComplete);
    run.advance(bars);
    return run.values.map(([value]) => value);
  };

  it('is told of no day whose beginning is not among the bars', () => {
    const late = [bar(midnight - 120, 100), bar(midnight - 60, 200), bar(midnight + 60, 300), bar(midnight + 120, 500)];
    expect(values(late)).toEqual([null, null, 300, 400]);
    expect(values([bar(midnight, 100), ...late.slice(2)])).toEqual([100, 200, 300]);
  });

  it('is told from the first bar on where there are none before it', () => {
    expect(values([bar(midnight + 60, 100), bar(midnight + 120, 300)], true)).toEqual([100, 200]);
  });
});
