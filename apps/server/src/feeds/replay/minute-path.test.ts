import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minutePath, pathStep } from './minute-path.ts';

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
          const path = minutePath({ time: 0, open, high, low, close, volume }, decimals, pathStep(speed));
          const at = (offset: number) => path.find((point) => point.offset === offset)?.price;
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
});
