import { expect, it } from 'vitest';
import { hasWrongComma, readNumber } from './read-number.ts';

it.each([
  ['12,500', '12500'],
  ['12,500.25', '12500.25'],
  ['1,234,567', '1234567'],
  ['-2,000.50', '-2000.50'],
  ['−2000.5', '-2000.5'],
  ['+5', '5'],
  [' 0008 ', '8'],
  ['.5', '0.5'],
  ['-.5', '-0.5'],
  ['5.', '5'],
  ['0.05', '0.05'],
])('«%s» is %s', (typed, number) => {
  expect(readNumber(typed)).toBe(number);
  expect(hasWrongComma(typed)).toBe(false);
});

it.each(['8,5', '0,500', '−0,050', '12,50', '1234,567', '12,5000', ',500', '1,000,00', '0.5,000', '5,'])(
  '«%s» is no number: its comma parts no thousands',
  (typed) => {
    expect(hasWrongComma(typed)).toBe(true);
  },
);
