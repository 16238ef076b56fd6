import { ratio } from '@plecho/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divide } from './rounding.ts';

describe('divide', () => {
  it('L8 floors toward minus infinity and ceils toward plus infinity, negative numbers too', () => {
    expect([divide(7n, 2n, 'floor'), divide(7n, 2n, 'ceil')]).toEqual([3n, 4n]);
    expect([divide(-7n, 2n, 'floor'), divide(-7n, 2n, 'ceil')]).toEqual([-4n, -3n]);
    expect([divide(-8n, 2n, 'floor'), divide(-8n, 2n, 'ceil')]).toEqual([-4n, -4n]);
    expect([divide(0n, 3n, 'floor'), divide(0n, 3n, 'ceil')]).toEqual([0n, 0n]);
  });

  it('L8 is less than one unit away from the exact fraction, on the side that it names', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 30n), 10n ** 30n), fc.bigInt(1n, 10n ** 20n), (top, bottom) => {
        const exact = ratio(top, bottom);
        const down = ratio(divide(top, bottom, 'floor'));
        const up = ratio(divide(top, bottom, 'ceil'));
        expect(down.compare(exact)).toBeLessThanOrEqual(0);
        expect(up.compare(exact)).toBeGreaterThanOrEqual(0);
        expect(exact.minus(down).compare(ratio(1n))).toBeLessThan(0);
        expect(up.minus(exact).compare(ratio(1n))).toBeLessThan(0);
      }),
    );
  });

  it('refuses a denominator that is not positive', () => {
    expect(() => divide(1n, 0n, 'floor')).toThrow(RangeError);
    expect(() => divide(1n, -1n, 'ceil')).toThrow(RangeError);
  });
});
