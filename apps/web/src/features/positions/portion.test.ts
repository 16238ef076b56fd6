import { describe, expect, it } from 'vitest';
import { portionOfPercent, splitMargin } from './portion.ts';

describe('portionOfPercent', () => {
  it('reads percent as a portion', () => {
    expect(portionOfPercent('25')).toBe('0.25');
    expect(portionOfPercent('12,5')).toBe('0.125');
    expect(portionOfPercent('100')).toBe('1');
    expect(portionOfPercent('0,01 %')).toBe('0.0001');
  });

  it.each(['', '0', '100,01', '-5', '0,001', 'x'])('refuses «%s»', (text) => {
    expect(portionOfPercent(text)).toBeNull();
  });
});

describe('splitMargin', () => {
  it('splits without losing a unit', () => {
    expect(splitMargin(1_000_001n, '0.25')).toEqual({ closes: 250_000n, stays: 750_001n });
    expect(splitMargin(1_000_001n, '1')).toEqual({ closes: 1_000_001n, stays: 0n });
  });

  it('refuses a part smaller than a unit', () => {
    expect(splitMargin(1n, '0.5')).toBeNull();
  });
});
