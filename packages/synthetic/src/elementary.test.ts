import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exp, ln } from './elementary.ts';

describe('elementary functions', () => {
  it('exp agrees with the platform to fifteen digits', () => {
    fc.assert(
      fc.property(fc.double({ min: -40, max: 40, noNaN: true }), (x) => {
        expect(exp(x) / Math.exp(x)).toBeCloseTo(1, 14);
      }),
    );
  });

  it('ln agrees with the platform to fifteen digits', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-15, max: 1e15, noNaN: true }), (x) => {
        expect(Math.abs(ln(x) - Math.log(x))).toBeLessThan(1e-14);
      }),
    );
  });

  it('refuses what they are not made for', () => {
    expect(() => exp(50)).toThrow(RangeError);
    expect(() => ln(0)).toThrow(RangeError);
    expect(() => ln(Number.NaN)).toThrow(RangeError);
  });
});
