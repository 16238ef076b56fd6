import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ONE_USDT } from './decimal.ts';
import { roundTripCost } from './lesson.ts';

it('a round trip costs both fees and the spread, and nothing where there are none', () => {
  expect(roundTripCost({ margin: 100n * ONE_USDT, leverage: 3, fee: 0n, spread: 0n })).toBe(0n);
  expect(roundTripCost({ margin: 100n * ONE_USDT, leverage: 10, fee: 1_000n, spread: 0n })).toBe(2n * ONE_USDT);
});

it('a round trip costs more with more leverage, fee or spread', () => {
  fc.assert(
    fc.property(
      fc.bigInt(ONE_USDT, 10_000n * ONE_USDT),
      fc.integer({ min: 1, max: 9 }),
      fc.bigInt(1n, 5_000n),
      fc.bigInt(1n, 5_000n),
      (margin, leverage, fee, spread) => {
        const cost = roundTripCost({ margin, leverage, fee, spread });
        expect(cost > 0n).toBe(true);
        expect(roundTripCost({ margin, leverage: leverage + 1, fee, spread }) > cost).toBe(true);
        expect(roundTripCost({ margin, leverage, fee: fee + 100n, spread }) > cost).toBe(true);
        expect(roundTripCost({ margin, leverage, fee, spread: spread + 100n }) > cost).toBe(true);
      },
    ),
  );
});
