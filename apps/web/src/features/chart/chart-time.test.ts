import { expect, it } from 'vitest';
import { formatMark } from './chart-time.ts';

/** 2026-03-05 00:07:00 UTC, in seconds. */
const TIME = Date.UTC(2026, 2, 5, 0, 7) / 1000;

it('marks of the axis: a year, a month, a day, a time, and one with seconds', () => {
  expect([0, 1, 2, 3, 4].map((kind) => formatMark(TIME, kind, null))).toEqual([
    '2026',
    'март',
    '5 мар.',
    '00:07',
    '00:07:00',
  ]);
});

it('of hidden dates a day by its number, and two marks within a minute are told apart', () => {
  const dayOne = TIME - 7 * 60;
  expect([2, 3, 4].map((kind) => formatMark(TIME + 9, kind, dayOne))).toEqual(['день 1', '00:07', '00:07:09']);
});
