import { expectedClose } from '@plecho/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePrice, parseUsdt } from './decimal.ts';
import { liquidationPrice } from './liquidation.ts';
import { DEFAULT_RULES } from './market.ts';
import { CLOSE_REASONS, realise, tradingFee } from './realise.ts';

const usdt = (text: string): bigint => parseUsdt(text) ?? 0n;
const price = (text: string): bigint => parsePrice(text) ?? 0n;

const long = { side: 'long' as const, entryPrice: price('100'), margin: usdt('100'), notional: usdt('1000') };

const cases = fc.record({
  side: fc.constantFrom('long' as const, 'short' as const),
  margin: fc.bigInt(1n, 10n ** 14n),
  leverage: fc.integer({ min: 1, max: 10 }),
  entryPrice: fc.bigInt(1n, 10n ** 15n),
  exit: fc.bigInt(1n, 10n ** 15n),
  reason: fc.constantFrom(...CLOSE_REASONS),
  takerFee: fc.constantFrom(0n, 1n, 400n, 10_000n, 1_000_000n),
});

describe('realise', () => {
  it('gives a winner margin and profit back', () => {
    expect(realise(long, price('110'), 'user', 0n)).toEqual({
      pnl: usdt('100'),
      fee: 0n,
      payout: usdt('200'),
      insurance: 0n,
    });
  });

  it('takes the closing fee on the notional at the exit price, rounded up', () => {
    expect(realise(long, price('110'), 'user', 1_000n).fee).toBe(usdt('1.1'));
    expect(tradingFee(1n, 1n)).toBe(1n);
    expect(tradingFee(usdt('1000'), 0n)).toBe(0n);
  });

  it('E6 a gap beyond the bankruptcy price costs the margin and no more; the rest is insurance', () => {
    expect(realise(long, price('80'), 'liquidation', 1_000n)).toEqual({
      pnl: usdt('-100'),
      fee: 0n,
      payout: 0n,
      insurance: usdt('100'),
    });
    expect(realise(long, price('80'), 'stopLoss', 1_000n).insurance).toBe(usdt('100'));
  });

  it('a liquidation fee never exceeds what is left, so a liquidation never fails over its fee', () => {
    const { pnl, fee, payout } = realise(long, price('90.2'), 'liquidation', 0n);
    expect({ pnl, fee, payout }).toEqual({ pnl: usdt('-98'), fee: usdt('2'), payout: 0n });
    expect(realise(long, price('90'), 'liquidation', 0n)).toEqual({
      pnl: usdt('-100'),
      fee: 0n,
      payout: 0n,
      insurance: 0n,
    });
  });

  it('a closing fee is capped by what is left: it makes no balance negative', () => {
    expect(realise(long, price('90.05'), 'user', 500_000n)).toEqual({
      pnl: usdt('-99.5'),
      fee: usdt('0.5'),
      payout: 0n,
      insurance: 0n,
    });
  });

  it('a liquidation on the level itself takes at most the maintenance margin', () => {
    fc.assert(
      fc.property(cases, ({ side, entryPrice, leverage, margin }) => {
        const at = liquidationPrice(side, entryPrice, leverage, DEFAULT_RULES.maintenance);
        if (at === null) return;
        const notional = margin * BigInt(leverage);
        const { fee } = realise({ side, entryPrice, margin, notional }, at, 'liquidation', 0n);
        expect(fee * entryPrice * 1_000_000n <= notional * at * DEFAULT_RULES.maintenance).toBe(true);
      }),
    );
  });

  it('E6 E7 pays out margin + PnL − fee, nothing negative, nothing lost', () => {
    fc.assert(
      fc.property(cases, ({ leverage, exit, reason, takerFee, ...rest }) => {
        const exposure = { ...rest, notional: rest.margin * BigInt(leverage) };
        const { pnl, fee, payout, insurance } = realise(exposure, exit, reason, takerFee);
        expect(rest.margin + pnl - fee).toBe(payout);
        expect(payout >= 0n && fee >= 0n && insurance >= 0n && pnl >= -rest.margin).toBe(true);
        if (insurance > 0n) expect(payout + fee).toBe(0n);
      }),
      { numRuns: 1000 },
    );
  });

  it('agrees with section 4 in exact fractions', () => {
    fc.assert(
      fc.property(cases, ({ exit, reason, takerFee, ...exposure }) => {
        const notional = exposure.margin * BigInt(exposure.leverage);
        const { pnl, fee, payout, insurance } = realise({ ...exposure, notional }, exit, reason, takerFee);
        expect({ pnl, closeFee: fee, payout, insurance }).toEqual(
          expectedClose(exposure, exit, reason, { ...DEFAULT_RULES, takerFee }),
        );
      }),
      { numRuns: 1000 },
    );
  });
});
