import { expect, it } from 'vitest';
import { formatRubles, formatRublesWithUnit, rateText } from './rubles.ts';

it('writes play roubles and their rate', () => {
  expect(formatRubles(1_000_000)).toBe('1\u202f000\u202f000');
  expect(formatRubles(1172.3)).toBe('1\u202f172,3');
  expect(formatRublesWithUnit(5_000)).toBe('5\u202f000\u00a0уч.\u00a0RUB');
  expect(rateText()).toBe('95');
});
