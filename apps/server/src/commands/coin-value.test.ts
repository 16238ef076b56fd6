import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { price, usdt } from '../../test/test-market.ts';
import { coinValue } from './coin-value.ts';

/** Anything a price or an amount can be. */
const anyPrice = fc.bigInt(1n, 10n ** 17n);
const anyAmount = fc.bigInt(1n, 10n ** 16n);
const anyCoin = fc.constantFrom('BTC' as const, 'ETH' as const);

describe('what coins are worth', () => {
  it('L8 one coin is worth its price', () => {
    expect(coinValue('BTC', 100_000_000n, price('65432.1'), 'floor')).toBe(usdt('65432.1'));
    expect(coinValue('ETH', 50_000_000n, price('3000'), 'ceil')).toBe(usdt('1500'));
  });

  it('L8 a deposit is never credited above, a withdrawal never locked below its exact worth, by less than one unit', () => {
    fc.assert(
      fc.property(anyCoin, anyAmount, anyPrice, (asset, amount, at) => {
        const exact = amount * at;
        const credited = coinValue(asset, amount, at, 'floor') * 10n ** 10n;
        const locked = coinValue(asset, amount, at, 'ceil') * 10n ** 10n;
        expect(credited <= exact && exact - credited < 10n ** 10n).toBe(true);
        expect(locked >= exact && locked - exact < 10n ** 10n).toBe(true);
      }),
    );
  });

  it('L8 taking coins out and bringing them back at one price, in any parts, never gains', () => {
    fc.assert(
      fc.property(anyCoin, fc.array(anyAmount, { minLength: 1, maxLength: 5 }), anyPrice, (asset, parts, at) => {
        const whole = parts.reduce((sum, part) => sum + part, 0n);
        const locked = coinValue(asset, whole, at, 'ceil');
        const credited = parts.reduce((sum, part) => sum + coinValue(asset, part, at, 'floor'), 0n);
        expect(credited <= locked).toBe(true);
        const lockedInParts = parts.reduce((sum, part) => sum + coinValue(asset, part, at, 'ceil'), 0n);
        expect(coinValue(asset, whole, at, 'floor') <= lockedInParts).toBe(true);
      }),
    );
  });
});
