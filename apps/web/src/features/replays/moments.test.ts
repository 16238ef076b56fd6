import { expect, it } from 'vitest';
import { firstStart, fromDayFields, fromLocalField, minuteAfter, toLocalField } from './moments.ts';
import { parseSpeed } from './speeds.ts';

it('a native field and seconds are one moment, to the minute', () => {
  const at = 1_770_294_600;
  expect(fromLocalField(toLocalField(at))).toBe(at);
  expect(fromLocalField(toLocalField(at + 59))).toBe(at);
  expect(fromLocalField('')).toBeNull();
});

it('a day and a clock are a moment of a masked replay', () => {
  expect(fromDayFields('3', '09:30', 86_400)).toBe(86_400 * 3 + 34_200);
  expect(fromDayFields('', '09:30', 86_400)).toBeNull();
  expect(fromDayFields('1', '', 86_400)).toBeNull();
});

it('a replay begins some days into its recording, with candles before it and most of it to come', () => {
  expect(firstStart({ from: 0, to: 28 * 86_400 })).toBe(3 * 86_400);
  expect(firstStart({ from: 0, to: 86_400 })).toBe(21_600);
  expect(minuteAfter(60_000)).toBe(120);
});

it('reads speeds from 1 to 600', () => {
  expect(['1', ' 600x ', '60х'].map(parseSpeed)).toEqual([1, 600, 60]);
  expect(['0', '601', '1.5', '', '-1', 'x'].map(parseSpeed)).toEqual([null, null, null, null, null, null]);
});
