import { expect, it } from 'vitest';
import type { Candle } from '@plecho/contract';
import { scaleOf } from './scale.ts';

const FRAME = { right: 320, top: 40, bottom: 300 };
const candle = (time: number, low: string, high: string): Candle => ({
  ...{ time, open: low, high, low, close: high, volume: '0' },
});

it('gives candles the whole chart', () => {
  const candles = Array.from({ length: 40 }, (_, index) => candle(600 + index * 60, '100', '110'));
  const scale = scaleOf(candles, 60, FRAME);
  expect([scale.first, scale.last, scale.low, scale.high]).toEqual([600, 3000, 100, 110]);
  expect([scale.x(600), scale.x(3000), scale.y(110), scale.y(100)]).toEqual([0, 320, 40, 300]);
  expect(scale.body).toBeCloseTo(8 * 0.62);
});

it('draws a lone candle that never moved in the middle, as wide as one of sixteen', () => {
  const scale = scaleOf([candle(600, '100', '100')], 60, FRAME);
  expect(scale.x(630)).toBeCloseTo(150);
  expect(scale.body).toBeCloseTo(20 * 0.62);
  expect([scale.low, scale.high]).toEqual([99.5, 100.5]);
  expect(scale.y(100)).toBe(170);
});
