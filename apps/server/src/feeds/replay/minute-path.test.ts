import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minutePath, pathStep } from './minute-path.ts';

const pairOf = (priceDecimals: number) => ({ symbol: 'LINKUSDT', priceDecimals });

describe('path through a recorded minute', () => {
  it('keeps to the four prices and the turnover of the candle, whatever candle, tick size and speed', () => {
    const price = fc.bigInt(1n, 10n ** 15n);
    fc.assert(
      fc.property(
        fc.tuple(price, price, price, price),
        fc.bigInt(0n, 10n ** 15n),
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 1, max: 600 }),
        fc.boolean(),
        (prices, volume, decimals, speed, rises) => {
          const [low, a, b, high] = prices.toSorted((x, y) => (x < y ? -1 : x > y ? 1 : 0)) as [
            bigint,
            bigint,
            bigint,
            bigint,
          ];
          const [open, close] = rises ? [a, b] : [b, a];
          const path = minutePath({ time: 0, open, high, low, close, volume }, pairOf(decimals), pathStep(speed));
          const at = (offset: number) => path.find(({ time }) => time === offset)?.price;
          const extremes = close >= open ? [low, high] : [high, low];
          expect([at(0), at(20_000), at(40_000), at(59_500)]).toEqual([open, ...extremes, close]);
          expect(path.every((point) => point.price >= low && point.price <= high)).toBe(true);
          expect(path.reduce((sum, point) => sum + point.volume, 0n)).toBe(volume);
          expect(path.every((point) => point.volume >= 0n)).toBe(true);
          expect(path).toHaveLength(speed <= 4 ? 61 : 13);
        },
      ),
    );
  });

  it('E8 tells the same at every point as the straight line does, so that a replay goes on where another stood', () => {
    const candle = { time: 60, open: 101n, low: 10n, high: 1_000n, close: 995n, volume: 100n };
    const told = (decimals: number, step: number) =>
      minutePath(candle, pairOf(decimals), step).map(({ time, price, volume }) => [time - 60_000, price, volume]);
    expect(told(8, 5_000)).toEqual([
      [0, 101n, 7n],
      [5_000, 79n, 8n],
      [10_000, 56n, 8n],
      [15_000, 33n, 7n],
      [20_000, 10n, 8n],
      [25_000, 257n, 8n],
      [30_000, 505n, 7n],
      [35_000, 752n, 8n],
      [40_000, 1_000n, 8n],
      [45_000, 999n, 7n],
      [50_000, 998n, 8n],
      [55_000, 997n, 8n],
      [59_500, 995n, 8n],
    ]);
    // In ticks of 100 from the price before; the candle's own four are as they were recorded.
    expect(told(6, 5_000).map(([, price]) => price)).toEqual([
      ...[101n, 101n, 101n, 101n, 10n, 210n, 410n, 710n, 1_000n, 1_000n, 1_000n, 1_000n, 995n],
    ]);
    expect(told(8, 1_000)).toHaveLength(61);
  });
});
