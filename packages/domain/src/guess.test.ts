import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ppm } from './liquidation.ts';
import type { Side } from './pnl.ts';
import { accuracyCurve, accuracyOf, isCalibrated, liquidationError, lossError, truthOf, WORST_ERROR } from './guess.ts';
import { ONE_PRICE, ONE_USDT } from './decimal.ts';

const HALF_PERCENT: Ppm = 5_000n;
const of = (side: Side, leverage: number, entry = 100n * ONE_PRICE) =>
  truthOf({
    ...{ side, leverage, margin: 100n * ONE_USDT, maintenance: HALF_PERCENT },
    ...{ entryPrice: entry, exitPrice: entry },
  });

describe('what is true', () => {
  it.each<[Side, number, bigint | null, bigint]>([
    ['long', 1, null, 5n * ONE_USDT],
    ['long', 10, 9_045_226_130n, 50n * ONE_USDT],
    ['short', 10, 10_945_273_632n, 50n * ONE_USDT],
    ['short', 1, 19_900_497_513n, 5n * ONE_USDT],
  ])('of a %s at %dx', (side, leverage, liquidation, loss) => {
    expect(of(side, leverage)).toEqual({ liquidation, loss });
  });

  it('counts a spread into the loss: closing gets less than opening paid', () => {
    const entry = 101n * ONE_PRICE;
    const position = { side: 'long' as const, leverage: 2, margin: 100n * ONE_USDT, maintenance: HALF_PERCENT };
    const { loss } = truthOf({ ...position, entryPrice: entry, exitPrice: 99n * ONE_PRICE });
    expect(loss).toBeGreaterThan(10n * ONE_USDT);
  });

  it('E6 loses no more than the margin', () => {
    const position = { side: 'long' as const, leverage: 10, margin: 100n * ONE_USDT, maintenance: HALF_PERCENT };
    const { loss } = truthOf({ ...position, entryPrice: 105n * ONE_PRICE, exitPrice: 95n * ONE_PRICE });
    expect(loss).toBe(100n * ONE_USDT);
  });
});

describe('how far off a guess is', () => {
  it('is a share of the distance to the liquidation price, not of the price', () => {
    // 90 for 90.45 is half a percent of the price, and 4.8 % of the way there.
    const { liquidation } = of('long', 10);
    expect(liquidationError(90n * ONE_PRICE, liquidation, 100n * ONE_PRICE)).toBe(474);
    expect(liquidationError(91n * ONE_PRICE, liquidation, 100n * ONE_PRICE)).toBe(574);
  });

  it('is nothing for no liquidation price where there is none, and everything where there is one', () => {
    const entry = 100n * ONE_PRICE;
    expect(liquidationError(null, null, entry)).toBe(0);
    expect(liquidationError(null, of('long', 2).liquidation, entry)).toBe(WORST_ERROR);
    expect(liquidationError(entry / 2n, null, entry)).toBe(WORST_ERROR);
  });

  it('is nothing only for what is true, never more than everything, and never rounded in favour of a guess', () => {
    const price = fc.bigInt({ min: 10_000n, max: 10n ** 15n });
    const side = fc.constantFrom<Side[]>('long', 'short');
    fc.assert(
      fc.property(side, fc.integer({ min: 2, max: 10 }), price, price, (way, leverage, entry, guess) => {
        const { liquidation: truth, loss } = of(way, leverage, entry);
        if (truth === null || truth === entry) return;
        const error = liquidationError(guess, truth, entry);
        expect(liquidationError(truth, truth, entry)).toBe(0);
        expect(error === 0).toBe(guess === truth);
        expect(error).toBeLessThanOrEqual(WORST_ERROR);
        const [off, whole] = [guess - truth, entry - truth].map((each) => (each < 0n ? -each : each)) as [
          bigint,
          bigint,
        ];
        if (error < WORST_ERROR) expect(BigInt(error) * whole).toBeGreaterThanOrEqual(off * 10_000n);
        expect(lossError(loss, loss)).toBe(0);
        expect(lossError(0n, loss)).toBe(WORST_ERROR);
      }),
    );
  });

  it('is the same for a long and a short, and at every price', () => {
    for (const side of ['long', 'short'] as const) {
      for (const entry of [100n * ONE_PRICE, 70_000n * ONE_PRICE]) {
        const { liquidation } = of(side, 5, entry);
        const guess = entry + (((liquidation ?? 0n) - entry) * 11n) / 10n;
        expect(liquidationError(guess, liquidation, entry)).toBeGreaterThanOrEqual(999);
        expect(liquidationError(guess, liquidation, entry)).toBeLessThanOrEqual(1_001);
      }
    }
  });
});

describe('accuracy', () => {
  it('is the share within 5 % and the mean error; of nothing it is nothing', () => {
    expect(accuracyOf([])).toBeNull();
    expect(accuracyOf([0, 500, 501, 10_000])).toEqual({ within: 5_000, meanError: 2_751 });
  });

  it('is told after each guess of the last ten', () => {
    const curve = accuracyCurve([...Array<number>(10).fill(10_000), ...Array<number>(10).fill(0)]);
    expect(curve).toHaveLength(20);
    expect(curve[9]).toEqual({ within: 0, meanError: 10_000 });
    expect(curve[14]).toEqual({ within: 5_000, meanError: 5_000 });
    expect(curve[19]).toEqual({ within: 10_000, meanError: 0 });
  });

  it('calibrates whoever was close with eight of the newest ten, and nobody with fewer guesses', () => {
    const errors = (close: number, far: number): number[] => [
      ...Array<number>(close).fill(500),
      ...Array<number>(far).fill(501),
    ];
    expect(isCalibrated(errors(9, 0))).toBe(false);
    expect(isCalibrated(errors(8, 2))).toBe(true);
    expect(isCalibrated(errors(7, 3))).toBe(false);
    expect(isCalibrated([...errors(2, 8), ...errors(90, 0)])).toBe(false);
    expect(isCalibrated([...errors(8, 2), ...errors(0, 90)])).toBe(true);
  });
});
