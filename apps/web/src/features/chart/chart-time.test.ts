import { expect, it, vi } from 'vitest';
import { formatMark, zoneShift } from './chart-time.ts';

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

it('times are those of the newest bar, whatever the zone has now', () => {
  // A zone of two hours in summer, and of one in winter.
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function offset(this: Date) {
    return this.getUTCMonth() === 6 ? -120 : -60;
  });
  const [january, july] = [Date.UTC(2026, 0, 5) / 1000, Date.UTC(2026, 6, 5) / 1000];
  expect([zoneShift('1m', null, january), zoneShift('1m', null, july)]).toEqual([3_600, 7_200]);
  expect([zoneShift('1d', null, july), zoneShift('1m', july, july)]).toEqual([0, 0]);
  vi.restoreAllMocks();
});
