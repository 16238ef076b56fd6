import { expect, it } from 'vitest';
import { firstStart, minuteAfter } from './moments.ts';
import { parseSpeed } from './parse-speed.ts';

it('a replay begins some days into its recording, with candles before it and most of it to come', () => {
  expect(firstStart({ from: 0, to: 28 * 86_400 })).toBe(3 * 86_400);
  expect(firstStart({ from: 0, to: 86_400 })).toBe(21_600);
  expect(minuteAfter(60_000)).toBe(120);
});

it('reads speeds from 1 to 600', () => {
  expect(['1', ' 600x ', '60х'].map(parseSpeed)).toEqual([1, 600, 60]);
  expect(['0', '601', '1.5', '', '-1', 'x'].map(parseSpeed)).toEqual([null, null, null, null, null, null]);
});
