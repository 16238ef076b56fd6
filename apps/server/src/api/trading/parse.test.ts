import { describe, expect, it } from 'vitest';
import { amountOf, idOf, levelOf, portionOf } from './parse.ts';

describe('what people type', () => {
  it('is read exactly', () => {
    expect(amountOf('10')).toBe(10_000_000n);
    expect(amountOf('0.000001')).toBe(1n);
    expect(levelOf('0.00000001')).toBe(1n);
    expect(levelOf(null)).toBeNull();
    expect(levelOf(undefined)).toBeNull();
    expect(portionOf(undefined)).toBe(10_000n);
    expect(portionOf('0.25')).toBe(2_500n);
    expect(idOf('9223372036854775807', 'position_not_found')).toBe(2n ** 63n - 1n);
  });

  const strange = [
    '',
    ' ',
    '10,5',
    '1e3',
    '1E3',
    '+1',
    '0x10',
    'NaN',
    'Infinity',
    '1 000',
    '01',
    '.5',
    '5.',
    '1.0000000001',
    '9'.repeat(40),
    '١٠',
  ];
  it.each(strange)('"%s" is no amount, level or portion', (text) => {
    expect(() => amountOf(text)).toThrow(expect.objectContaining({ code: 'invalid_amount' }));
    expect(() => levelOf(text)).toThrow(expect.objectContaining({ code: 'invalid_price' }));
    expect(() => portionOf(text)).toThrow(expect.objectContaining({ code: 'invalid_portion' }));
  });

  it.each(['0', '-1', '1.5', '0.00001'])('"%s" is no portion', (text) => {
    expect(() => portionOf(text)).toThrow(expect.objectContaining({ code: 'invalid_portion' }));
  });

  it.each(['', '0', '-1', '1.5', 'abc', '9223372036854775808', '99999999999999999999'])(
    '"%s" is the id of nothing',
    (text) => {
      expect(() => idOf(text, 'position_not_found')).toThrow(expect.objectContaining({ code: 'position_not_found' }));
    },
  );
});
