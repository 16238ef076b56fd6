import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTriggers, expectedEntry, marginOfPortion, notionalOf, parsePortion } from './position.ts';

describe('parsePortion', () => {
  it('reads parts from 0.0001 to 1', () => {
    expect(parsePortion('1')).toBe(10_000n);
    expect(parsePortion('0.25')).toBe(2_500n);
    expect(parsePortion('0.0001')).toBe(1n);
  });

  it.each(['0', '-0.5', '1.0001', '2', '0.00001', '', '1,0', '1e-1', 'NaN', '50%'])('refuses %j', (text) => {
    expect(parsePortion(text)).toBeNull();
  });
});

describe('marginOfPortion', () => {
  it('E3 never exceeds the position, and the whole is the whole', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 14n), fc.bigInt(1n, 10_000n), (margin, portion) => {
        const part = marginOfPortion(margin, portion);
        if (part !== null) expect(part > 0n && part <= margin).toBe(true);
        expect(marginOfPortion(margin, 10_000n)).toBe(margin);
      }),
    );
  });

  it('is the part of the margin, rounded down', () => {
    expect(marginOfPortion(1_000_001n, 2_500n)).toBe(250_000n);
    expect(marginOfPortion(1_000_003n, 5_000n)).toBe(500_001n);
  });

  it('E3 leaves no dust: whatever the parts, the position can be closed to the last unit', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 10n), fc.array(fc.bigInt(1n, 9_999n), { maxLength: 40 }), (margin, portions) => {
        let left = margin;
        for (const portion of portions) left -= marginOfPortion(left, portion) ?? 0n;
        expect(left > 0n).toBe(true);
        expect(marginOfPortion(left, 10_000n)).toBe(left);
      }),
    );
  });

  it('is nothing when the part is smaller than the smallest unit', () => {
    expect(marginOfPortion(1n, 9_999n)).toBeNull();
    expect(marginOfPortion(10_000n, 1n)).toBe(1n);
  });
});

it('the notional is the margin times the leverage', () => {
  expect(notionalOf(100_000_000n, 7)).toBe(700_000_000n);
});

describe('checkTriggers', () => {
  it('wants take profit ahead and stop loss behind, on the price is neither', () => {
    expect(checkTriggers('long', 100n, 101n, 99n, null)).toBeNull();
    expect(checkTriggers('short', 100n, 99n, 101n, null)).toBeNull();
    expect(checkTriggers('long', 100n, null, null, null)).toBeNull();
    expect(checkTriggers('long', 100n, 100n, null, null)).toBe('take_profit_wrong_side');
    expect(checkTriggers('short', 100n, 101n, null, null)).toBe('take_profit_wrong_side');
    expect(checkTriggers('long', 100n, null, 100n, null)).toBe('stop_loss_wrong_side');
    expect(checkTriggers('short', 100n, null, 99n, null)).toBe('stop_loss_wrong_side');
  });

  it('wants the stop loss before the liquidation: on its price it would never get its turn', () => {
    expect(checkTriggers('long', 100n, null, 91n, 90n)).toBeNull();
    expect(checkTriggers('long', 100n, null, 90n, 90n)).toBe('stop_loss_beyond_liquidation');
    expect(checkTriggers('short', 100n, null, 109n, 110n)).toBeNull();
    expect(checkTriggers('short', 100n, null, 110n, 110n)).toBe('stop_loss_beyond_liquidation');
    expect(checkTriggers('long', 100n, 101n, 1n, null)).toBeNull();
    expect(checkTriggers('long', 100n, null, 101n, 90n)).toBe('stop_loss_wrong_side');
  });

  it('expects an order to fill at its limit, or at once when the market is better', () => {
    expect(expectedEntry('long', 90n, 100n)).toBe(90n);
    expect(expectedEntry('long', 110n, 100n)).toBe(100n);
    expect(expectedEntry('short', 110n, 100n)).toBe(110n);
    expect(expectedEntry('short', 90n, 100n)).toBe(100n);
  });

  it('a short is a long seen in a mirror', () => {
    const level = fc.option(fc.bigInt(1n, 200n));
    fc.assert(
      fc.property(fc.bigInt(1n, 200n), level, level, (reference, takeProfit, stopLoss) => {
        const mirrored = (at: bigint | null): bigint | null => (at === null ? null : 2n * reference - at);
        expect(checkTriggers('short', reference, takeProfit, stopLoss, null)).toBe(
          checkTriggers('long', reference, mirrored(takeProfit), mirrored(stopLoss), null),
        );
      }),
    );
  });
});
