import { expect, it } from 'vitest';
import { formatRubles, formatRublesWithUnit, rateText, rublesOf } from './rubles.ts';

it('writes play roubles and their rate', () => {
  expect(formatRubles(1_000_000)).toBe('1\u202f000\u202f000');
  expect(formatRubles(1172.3)).toBe('1\u202f172,3');
  expect(formatRublesWithUnit(5_000)).toBe('5\u202f000\u00a0уч.\u00a0RUB');
  expect(rateText()).toBe('95');
});

it('L8 rounds what a card gets down to the kopeck', () => {
  expect(rublesOf(10_000_000n)).toBe(950);
  expect(rublesOf(12_345_678n)).toBe(1172.83);
  expect(rublesOf(105n)).toBe(0);
});
