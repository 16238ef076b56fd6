import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePrice, parseUsdt, type Price, type Usdt } from './decimal.ts';
import { isLiquidatable } from './liquidation.ts';
import { MIN_MARGIN, notionalOf } from './position.ts';
import { realise, tradingFee } from './realise.ts';
import {
  coinsOf,
  lossAtStop,
  marginForCoins,
  resultInR,
  sizeByRisk,
  SIZING_STEP,
  type RiskSize,
  type RiskSizingInput,
} from './sizing.ts';

const price = (text: string): Price => parsePrice(text) ?? 0n;
const usdt = (text: string): Usdt => parseUsdt(text) ?? -1n;
const INPUT: RiskSizingInput = {
  ...{ side: 'long', risk: usdt('10'), entry: price('100'), stopLoss: price('95'), available: usdt('1000') },
  ...{ maxLeverage: 10, openFee: 0n, closeFee: 0n, maintenance: 5_000n },
};

describe('sizeByRisk', () => {
  it('gives margin and the smallest leverage that the balance allows', () => {
    // 10 USDT at 5 % make a position of 200 USDT.
    expect(sizeByRisk(INPUT)).toEqual({ margin: usdt('200'), leverage: 1, loss: usdt('10') });
    expect(sizeByRisk({ ...INPUT, available: usdt('60') })).toEqual({
      ...{ margin: usdt('50'), leverage: 4, loss: usdt('10') },
    });
    const short = { ...INPUT, side: 'short', stopLoss: price('105') } as const;
    expect(sizeByRisk(short)).toEqual({ margin: usdt('200'), leverage: 1, loss: usdt('10') });
  });

  it('has both fees within the risk', () => {
    // Of 100 USDT: 5 of the price, 1 at the opening and 0.95 at the stop.
    const size = sizeByRisk({ ...INPUT, openFee: 10_000n, closeFee: 10_000n });
    expect(size).toEqual({ margin: usdt('143.88'), leverage: 1, loss: usdt('9.99966') });
  });

  it('says why there is no such size', () => {
    expect(sizeByRisk({ ...INPUT, stopLoss: price('100') })).toEqual({ problem: 'stop_loss_wrong_side' });
    expect(sizeByRisk({ ...INPUT, side: 'short' })).toEqual({ problem: 'stop_loss_wrong_side' });
    expect(sizeByRisk({ ...INPUT, risk: usdt('0.01') })).toEqual({ problem: 'risk_too_small' });
    expect(sizeByRisk({ ...INPUT, available: usdt('19.99') })).toEqual({
      ...{ problem: 'not_enough', needed: usdt('20'), leverage: 10 },
    });
    // A stop at half the price is behind the liquidation of anything above 1x.
    const far = { ...INPUT, stopLoss: price('50'), available: usdt('15') };
    expect(sizeByRisk(far)).toEqual({ problem: 'liquidation_first', leverage: 2 });
  });

  it('goes no higher than the leverage that is allowed', () => {
    const tight = { ...INPUT, available: usdt('60'), maxLeverage: 3 };
    expect(sizeByRisk(tight)).toEqual({
      ...{ problem: 'not_enough', needed: usdt('66.66'), leverage: 3 },
    });
    expect(sizeByRisk({ ...tight, maxLeverage: 4 })).toMatchObject({ leverage: 4 });
  });

  const inputs = fc
    .record({
      side: fc.constantFrom('long' as const, 'short' as const),
      risk: fc.bigInt(1n, 10n ** 11n),
      entry: fc.bigInt(1_000n, 10n ** 14n),
      distance: fc.bigInt(1n, 999_999n),
      available: fc.bigInt(0n, 10n ** 12n),
      maxLeverage: fc.integer({ min: 1, max: 10 }),
      openFee: fc.bigInt(0n, 20_000n),
      closeFee: fc.bigInt(0n, 20_000n),
      maintenance: fc.bigInt(0n, 50_000n),
    })
    .map(({ distance, ...input }): RiskSizingInput => {
      const away = (input.entry * distance) / 1_000_000n;
      return { ...input, stopLoss: input.side === 'long' ? input.entry - away : input.entry + away };
    });

  const isSize = (size: ReturnType<typeof sizeByRisk>): size is RiskSize => 'margin' in size;

  it('never loses more than the risk at the stop loss, and one step more would', () => {
    let sized = 0;
    fc.assert(
      fc.property(inputs, (input) => {
        const size = sizeByRisk(input);
        if (!isSize(size)) return;
        sized += 1;
        const lossOf = (margin: Usdt): Usdt => {
          const notional = notionalOf(margin, size.leverage);
          const exposure = { side: input.side, notional, entryPrice: input.entry };
          return lossAtStop(exposure, input.stopLoss, tradingFee(notional, input.openFee), input.closeFee);
        };
        expect(size.loss).toBe(lossOf(size.margin));
        expect(size.loss <= input.risk).toBe(true);
        expect(lossOf(size.margin + SIZING_STEP) > input.risk).toBe(true);
        expect(size.margin >= MIN_MARGIN).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    expect(sized).toBeGreaterThan(100);
  });

  it('is paid for, is not liquidated before its stop loss, and closes there at no more than the loss it named', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const size = sizeByRisk(input);
        if (!isSize(size)) return;
        const { margin, leverage, loss } = size;
        const exposure = { side: input.side, margin, notional: notionalOf(margin, leverage), entryPrice: input.entry };
        const openFee = tradingFee(exposure.notional, input.openFee);
        expect(margin + openFee <= input.available).toBe(true);
        expect(isLiquidatable(exposure, input.stopLoss, input.maintenance)).toBe(false);
        const { pnl, fee } = realise(exposure, input.stopLoss, 'stopLoss', input.closeFee);
        expect(openFee + fee - pnl <= loss).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('coins', () => {
  it('of a notional, and the margin that buys them', () => {
    expect(coinsOf(usdt('500'), price('64000'))).toBe(781_250n);
    expect(marginForCoins(781_250n, price('64000'), 5)).toBe(usdt('100'));
  });

  it('L8 the margin never buys more than was asked for', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 14n),
        fc.bigInt(1n, 10n ** 14n),
        fc.integer({ min: 1, max: 10 }),
        (coins, at, l) => {
          expect(coinsOf(notionalOf(marginForCoins(coins, at, l), l), at) <= coins).toBe(true);
        },
      ),
    );
  });
});

it('a result in R is the result by what was at risk, floored', () => {
  expect(resultInR(usdt('25'), usdt('10'))).toBe(250n);
  expect(resultInR(usdt('-10'), usdt('10'))).toBe(-100n);
  expect(resultInR(usdt('-10.000001'), usdt('10'))).toBe(-101n);
  expect(resultInR(usdt('5'), 0n)).toBeNull();
  expect(resultInR(usdt('5'), -1n)).toBeNull();
});
