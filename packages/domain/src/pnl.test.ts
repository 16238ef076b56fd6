import { exactPnl, ratio } from '@plecho/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePrice, parseUsdt } from './decimal.ts';
import { notionalAt, profitAndLoss, profitAndLossBasisPoints } from './pnl.ts';

const usdt = (text: string): bigint => parseUsdt(text) ?? 0n;
const price = (text: string): bigint => parsePrice(text) ?? 0n;

const exposures = fc.record({
  side: fc.constantFrom('long' as const, 'short' as const),
  margin: fc.bigInt(1n, 10n ** 14n),
  leverage: fc.integer({ min: 1, max: 10 }),
  entryPrice: fc.bigInt(1n, 10n ** 15n),
});

describe('profitAndLoss', () => {
  it('is notional × (price − entry) / entry for a long and the opposite for a short', () => {
    const exposure = { notional: usdt('1000'), entryPrice: price('60000') };
    expect(profitAndLoss({ ...exposure, side: 'long' }, price('66000'))).toBe(usdt('100'));
    expect(profitAndLoss({ ...exposure, side: 'short' }, price('66000'))).toBe(usdt('-100'));
    expect(profitAndLoss({ ...exposure, side: 'long' }, price('60000'))).toBe(0n);
  });

  it('L8 is the exact fraction, floored: never in favour of the user', () => {
    fc.assert(
      fc.property(exposures, fc.bigInt(1n, 10n ** 15n), (exposure, at) => {
        const notional = exposure.margin * BigInt(exposure.leverage);
        expect(profitAndLoss({ ...exposure, notional }, at)).toBe(exactPnl(exposure, at).floor());
      }),
    );
  });

  it('a long and a short of the same size never gain together', () => {
    fc.assert(
      fc.property(exposures, fc.bigInt(1n, 10n ** 15n), (exposure, at) => {
        const notional = exposure.margin * BigInt(exposure.leverage);
        const both =
          profitAndLoss({ ...exposure, notional, side: 'long' }, at) +
          profitAndLoss({ ...exposure, notional, side: 'short' }, at);
        expect(both === 0n || both === -1n).toBe(true);
      }),
    );
  });
});

describe('profitAndLossBasisPoints', () => {
  it('is a share of the margin in hundredths of a percent, floored', () => {
    expect(profitAndLossBasisPoints(usdt('12.5'), usdt('100'))).toBe(1250n);
    expect(profitAndLossBasisPoints(usdt('-0.000001'), usdt('100'))).toBe(-1n);
  });
});

describe('notionalAt', () => {
  it('is notional × price / entry, floored', () => {
    fc.assert(
      fc.property(exposures, fc.bigInt(1n, 10n ** 15n), ({ margin, entryPrice, side }, at) => {
        const exact = ratio(margin).times(ratio(at, entryPrice));
        expect(notionalAt({ side, notional: margin, entryPrice }, at)).toBe(exact.floor());
      }),
    );
  });
});
