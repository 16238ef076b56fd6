import { bounded, exactPnl, ratio } from '@plecho/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PRICE, parsePrice, parseUsdt } from './decimal.ts';
import { MAX_POSITION_VALUE, notionalAt, profitAndLoss, profitAndLossBasisPoints } from './pnl.ts';
import { MAX_LEVERAGE, MAX_MARGIN } from './position.ts';

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

  it('L8 is the exact fraction, floored and bounded: never in favour of the user', () => {
    fc.assert(
      fc.property(exposures, fc.bigInt(1n, 10n ** 15n), (exposure, at) => {
        const notional = exposure.margin * BigInt(exposure.leverage);
        expect(profitAndLoss({ ...exposure, notional }, at)).toBe(bounded(exactPnl(exposure, at).floor()));
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

describe('MAX_POSITION_VALUE', () => {
  const largest = MAX_MARGIN * BigInt(MAX_LEVERAGE);

  it('bounds what a price beyond all measure makes of a position', () => {
    const exposure = { notional: usdt('1'), entryPrice: 1n };
    expect(profitAndLoss({ ...exposure, side: 'long' }, MAX_PRICE)).toBe(MAX_POSITION_VALUE);
    expect(profitAndLoss({ ...exposure, side: 'short' }, MAX_PRICE)).toBe(-MAX_POSITION_VALUE);
    expect(notionalAt({ ...exposure, side: 'long' }, MAX_PRICE)).toBe(MAX_POSITION_VALUE);
  });

  it('takes nothing from the largest position at nine times its price', () => {
    const exposure = { notional: largest, entryPrice: price('1') };
    expect(profitAndLoss({ ...exposure, side: 'long' }, price('9'))).toBe(8n * largest);
    expect(notionalAt({ ...exposure, side: 'long' }, price('9'))).toBe(9n * largest);
  });
});

describe('profitAndLossBasisPoints', () => {
  it('is a share of the margin in hundredths of a percent, floored', () => {
    expect(profitAndLossBasisPoints(usdt('12.5'), usdt('100'))).toBe(1250n);
    expect(profitAndLossBasisPoints(usdt('-0.000001'), usdt('100'))).toBe(-1n);
  });
});

describe('notionalAt', () => {
  it('is notional × price / entry, floored and bounded', () => {
    fc.assert(
      fc.property(exposures, fc.bigInt(1n, 10n ** 15n), ({ margin, entryPrice, side }, at) => {
        const exact = ratio(margin).times(ratio(at, entryPrice));
        expect(notionalAt({ side, notional: margin, entryPrice }, at)).toBe(bounded(exact.floor()));
      }),
    );
  });
});
