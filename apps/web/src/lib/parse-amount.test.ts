import { describe, expect, it } from 'vitest';
import { parseAmountInput, parsePriceInput } from './parse-amount.ts';

describe('parseAmountInput', () => {
  it('takes commas, dots and the spaces of a pasted figure', () => {
    expect(parseAmountInput('1 000,50')).toBe(1_000_500_000n);
    expect(parseAmountInput('1\u202f000.5')).toBe(1_000_500_000n);
    expect(parseAmountInput(' ,5 ')).toBe(500_000n);
    expect(parseAmountInput('5,')).toBe(5_000_000n);
    expect(parseAmountInput('007')).toBe(7_000_000n);
    expect(parseAmountInput('0')).toBe(0n);
  });

  it('refuses what is not a plain number, without guessing', () => {
    const texts = ['', ' ', ',', '1e5', '1,2,3', '1.000,50', '--1', 'NaN', 'Infinity', '0x10', '１２', '+5'];
    expect(texts.filter((text) => parseAmountInput(text) !== null)).toEqual([]);
  });

  it('refuses more than six decimals and 40 digits instead of rounding', () => {
    expect(parseAmountInput('0,0000001')).toBeNull();
    expect(parseAmountInput('9'.repeat(40))).toBeNull();
  });
});

it('a price may have eight decimals', () => {
  expect(parsePriceInput('0,00001234')).toBe(1_234n);
  expect(parsePriceInput('0,000012345')).toBeNull();
});
