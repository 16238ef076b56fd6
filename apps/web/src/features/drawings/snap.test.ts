import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePrice } from '@plecho/domain';
import { anchorAt, nearestBar, type SnapView } from './snap.ts';

const price = (text: string): bigint => parsePrice(text) ?? -1n;
/** A minute is ten pixels, a dollar is one; the plot's top is 1 100. */
const view: SnapView = {
  step: 60,
  priceDecimals: 2,
  bars: () => [
    { time: 600, open: 1000, high: 1040, low: 980, close: 1020.5 },
    { time: 660, open: 1020.5, high: 1030, low: 1000, close: 1010 },
  ],
  timeAt: (x) => 600 + x * 6,
  priceAt: (y) => 1100 - y,
  yOf: (value) => 1100 - value,
};

it('is at a bar, also in the future, and at a price of the tick', () => {
  expect(anchorAt({ x: 4, y: 33.333 }, view, false)).toEqual({ time: 600, price: price('1066.67') });
  expect(anchorAt({ x: 95, y: 0 }, view, false)).toEqual({ time: 1200, price: price('1100') });
  expect(anchorAt({ x: -95, y: 2000 }, view, false)).toBeNull();
  expect(anchorAt({ x: 0, y: 0 }, { ...view, bars: () => [] }, false)).toBeNull();
});

it('the magnet takes the nearest price of the candle under it, and only a near one', () => {
  expect(anchorAt({ x: 1, y: 62 }, view, true)?.price).toBe(price('1040'));
  expect(anchorAt({ x: 1, y: 82 }, view, true)?.price).toBe(price('1020.5'));
  expect(anchorAt({ x: 9, y: 95 }, view, true)).toEqual({ time: 660, price: price('1000') });
  expect(anchorAt({ x: 1, y: 20 }, view, true)?.price).toBe(price('1080'));
  expect(anchorAt({ x: 100, y: 62 }, view, true)?.price).toBe(price('1038'));
});

it('the nearest bar is half a bar away at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 1e9 }), (time, first) => {
      const bar = nearestBar(time, first, 300);
      expect(Math.abs(bar - time)).toBeLessThanOrEqual(150);
      expect(Math.abs(bar - first) % 300).toBe(0);
    }),
  );
});
