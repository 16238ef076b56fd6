import { expect, it } from 'vitest';
import { dayOf, dayStart, fromDayFields, fromLocalField, toLocalField } from './moments.ts';

it('a native field and seconds are one moment, to the minute', () => {
  const at = 1_770_294_600;
  expect(fromLocalField(toLocalField(at))).toBe(at);
  expect(fromLocalField(toLocalField(at + 59))).toBe(at);
  expect(fromLocalField('')).toBeNull();
});

it('a year has four digits in a native field, one that is being typed too', () => {
  const second = fromLocalField('0002-02-05T12:30') ?? 0;
  expect(toLocalField(second + 60)).toMatch(/^0002-02-05T12:\d\d$/);
});

it('a day and a clock are a moment of a masked replay', () => {
  expect(fromDayFields('3', '09:30', 86_400)).toBe(86_400 * 3 + 34_200);
  expect(fromDayFields('', '09:30', 86_400)).toBeNull();
  expect(fromDayFields('1', '', 86_400)).toBeNull();
});

it('keeps a date whose year is still being typed, and nothing that is no date', () => {
  expect(['0002-02-05', '0202-02-05', '2026-02-05'].map(dayOf)).toEqual(['0002-02-05', '0202-02-05', '2026-02-05']);
  expect(['2026-2-5', '2026-02-05x', '12026-02-05', 'yesterday', undefined].map(dayOf)).toEqual(['', '', '', '', '']);
});

it('a day begins by the clock of the person', () => {
  expect(dayStart('2026-02-05')).toBe(new Date(2026, 1, 5).getTime() / 1000);
  expect(dayStart('2026-02-28', 1)).toBe(new Date(2026, 2, 1).getTime() / 1000);
  expect(dayStart('')).toBeNull();
});
