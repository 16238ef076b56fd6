import { expect, it } from 'vitest';
import { formatShortDateTime } from './format.ts';
import { clockOfDay, dayNumber, marketTime } from './market-time.ts';

const DAY_ONE = 946_684_800;

it('writes the times of a masked replay as day and clock, and those of any other by the calendar', () => {
  const masked = marketTime(DAY_ONE);
  expect(masked.short(DAY_ONE + 9 * 3600 + 30 * 60)).toBe('день 1, 09:30');
  expect(masked.full(DAY_ONE + 86_400 + 65)).toBe('день 2, 00:01:05');
  expect(masked.short(DAY_ONE - 60)).toBe('день 0, 23:59');
  expect(masked.short(DAY_ONE - 86_400 - 60)).toBe('день −1, 23:59');
  expect(marketTime(null).short(1_770_000_000)).toBe(formatShortDateTime(1_770_000_000));
});

it('counts days from midnight to midnight', () => {
  expect([DAY_ONE - 1, DAY_ONE, DAY_ONE + 86_399, DAY_ONE + 86_400].map((at) => dayNumber(at, DAY_ONE))).toEqual([
    0, 1, 1, 2,
  ]);
  expect(clockOfDay(DAY_ONE - 1, DAY_ONE)).toBe('23:59');
});
