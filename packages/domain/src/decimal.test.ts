import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal, formatPrice, formatUsdt, MAX_PRICE, parseDecimal, parsePrice, parseUsdt } from './decimal.ts';

describe('parseDecimal', () => {
  it.each([
    ['0', 0n],
    ['1', 1_000_000n],
    ['0.5', 500_000n],
    ['-3.25', -3_250_000n],
    ['1000.000001', 1_000_000_001n],
    ['12.500000', 12_500_000n],
    ['-0', 0n],
  ])('reads %s', (text, value) => {
    expect(parseUsdt(text)).toBe(value);
  });

  it.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '1,5',
    '1 000',
    '1e3',
    '1E3',
    '1e-3',
    '+1',
    '--1',
    '01',
    '00.5',
    '.5',
    '5.',
    '1.2.3',
    'NaN',
    'Infinity',
    '-Infinity',
    '0x10',
    '1_000',
    '１',
    '٣',
    '1.0000001',
    'null',
    'undefined',
    '1\n',
    '−1',
    '1n',
    '9'.repeat(40),
    `0.${'1'.repeat(40)}`,
    `1${'0'.repeat(32)}`,
  ])('refuses %j', (text) => {
    expect(parseUsdt(text)).toBeNull();
  });

  it('never rounds: one decimal too many is refused, not dropped', () => {
    expect(parsePrice('0.00000001')).toBe(1n);
    expect(parsePrice('0.000000001')).toBeNull();
  });

  it('L8 gives back what was formatted', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.integer({ min: 0, max: 8 }), (value, decimals) => {
        expect(parseDecimal(formatDecimal(value, decimals), decimals)).toBe(value);
      }),
    );
  });

  it('reads or refuses any text without an exception, and what it reads is the number meant', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...'0123456789.-+eE, '.split('')) }),
      fc.double().map(String),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const value = parseUsdt(text);
        if (value !== null) expect(Number(formatUsdt(value))).toBeCloseTo(Number(text), 5);
      }),
    );
  });
});

describe('formatDecimal', () => {
  it('writes the shortest plain decimal', () => {
    expect(formatUsdt(0n)).toBe('0');
    expect(formatUsdt(1n)).toBe('0.000001');
    expect(formatUsdt(-1n)).toBe('-0.000001');
    expect(formatUsdt(1_500_000n)).toBe('1.5');
    expect(formatUsdt(-12_000_000n)).toBe('-12');
    expect(formatPrice(123_456_789_012_345n)).toBe('1234567.89012345');
    expect(formatDecimal(42n, 0)).toBe('42');
  });

  it('keeps every price inside 64 bits', () => {
    expect(BigInt.asIntN(64, MAX_PRICE)).toBe(MAX_PRICE);
    expect(BigInt.asIntN(64, -MAX_PRICE)).toBe(-MAX_PRICE);
  });
});
