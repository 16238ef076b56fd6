import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASSET_DECIMALS, ASSETS, coins, formatCoins, isAsset, parseCoins } from './assets.ts';

describe('an amount of coins', () => {
  it('L8 is written and read without losing a unit', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ASSETS), fc.bigInt({ min: 0n, max: 10n ** 20n }), (asset, amount) => {
        expect(parseCoins(asset, formatCoins(asset, amount))).toBe(amount);
      }),
    );
  });

  it.each(ASSETS)('L8 of %s has no more places than the coin', (asset) => {
    const smallest = `0.${'1'.padStart(ASSET_DECIMALS[asset], '0')}`;
    expect(parseCoins(asset, smallest)).toBe(1n);
    expect(parseCoins(asset, `${smallest}0`)).toBeNull();
  });

  it.each(['', '1e3', '1,5', '+1', '0x10', '1 000', '.5', '5.', 'NaN'])('is not %s', (text) => {
    expect(parseCoins('USDT', text)).toBeNull();
    expect(() => coins('USDT', text)).toThrow(RangeError);
  });
});

it('knows its coins', () => {
  expect(ASSETS.every(isAsset)).toBe(true);
  expect(['usdt', 'RUB', '', 'toString'].some(isAsset)).toBe(false);
});
