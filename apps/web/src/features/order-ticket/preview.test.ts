import { describe, expect, it } from 'vitest';
import { parsePrice, parseUsdt } from '@plecho/domain';
import { maxMargin, previewOrder, shareOfMax } from './preview.ts';

const usdt = (text: string): bigint => parseUsdt(text) ?? -1n;
const price = (text: string): bigint => parsePrice(text) ?? -1n;

const input = {
  side: 'long',
  margin: usdt('100'),
  leverage: 5,
  price: price('100'),
  spread: 0n,
  openingFee: 0n,
  takerFee: 0n,
  maintenance: 5_000n,
  takeProfit: null,
  stopLoss: null,
  trailing: null,
} as const;
const fees = { openingFee: 1_000n, takerFee: 1_000n };

describe('previewOrder', () => {
  it('shows size, liquidation price and the losses at −1 % and −5 %', () => {
    const preview = previewOrder(input);
    expect(preview.size).toBe(usdt('500'));
    // 100 × (1 − 1/5) / (1 − 0.005)
    expect(preview.liquidation).toBe(price('80.40201005'));
    expect(preview.liquidationMove).toBe(-1960n);
    expect(preview.lossAt1).toBe(usdt('-5'));
    expect(preview.lossAt5).toBe(usdt('-25'));
  });

  it('weighs the target against what is risked, with the fees of both ways', () => {
    const levels = { takeProfit: price('110'), stopLoss: price('95') };
    expect(previewOrder({ ...input, ...levels }).riskReward).toEqual({
      ...{ risk: usdt('25'), reward: usdt('50'), multiple: 200n, lossAtLiquidation: usdt('100') },
    });
    // 0.5 at the opening, and 0.475 and 0.55 at the two closes.
    expect(previewOrder({ ...input, ...levels, ...fees }).riskReward).toMatchObject({
      ...{ risk: usdt('25.975'), reward: usdt('48.95'), multiple: 188n, lossAtLiquidation: usdt('100.5') },
    });
  });

  it('takes a trailing stop for the stop where there is no other, and names the liquidation without any', () => {
    const trailing = { unit: 'percent', value: 200n } as const;
    expect(previewOrder({ ...input, trailing }).riskReward.risk).toBe(usdt('10'));
    expect(previewOrder({ ...input, trailing, stopLoss: price('99') }).riskReward.risk).toBe(usdt('5'));
    expect(previewOrder(input).riskReward).toMatchObject({ risk: null, lossAtLiquidation: usdt('100') });
    expect(previewOrder({ ...input, leverage: 1 }).riskReward).toMatchObject({ risk: null, lossAtLiquidation: null });
  });

  it('loses on a rise when short', () => {
    const preview = previewOrder({ ...input, side: 'short' });
    // 100 × (1 + 1/5) / (1 + 0.005)
    expect(preview.liquidation).toBe(price('119.40298508'));
    expect(preview.lossAt1).toBe(usdt('-5'));
    expect(preview.lossAt5).toBe(usdt('-25'));
  });

  it('E10 counts the way across the spread into what a move costs', () => {
    // Bought at 100 where 2 % lie between: the price is 99.0099…, a sell gets 98.0198….
    const long = previewOrder({ ...input, spread: 20_000n });
    expect(long.liquidation).toBe(price('80.40201005'));
    expect(long.liquidationMove).toBe(-1798n);
    // 500 × (98.01980198 × 0.99 − 100) / 100, floored.
    expect(long.lossAt1).toBe(usdt('-14.801981'));
    const short = previewOrder({ ...input, side: 'short', spread: 20_000n });
    // Sold at 100, bought at 102.02020203 × 1.01.
    expect(short.lossAt1).toBe(usdt('-15.202021'));
  });

  it('E6 loses no more than the margin where a move liquidates', () => {
    // Bought at 100 where 10 % lie between: a sell gets 90.47…, the liquidation is at 90.45….
    const long = previewOrder({ ...input, leverage: 10, spread: 100_000n });
    expect([long.lossAt1, long.lossAt5]).toEqual([usdt('-100'), usdt('-100')]);
    const short = previewOrder({ ...input, leverage: 10, side: 'short', spread: 100_000n });
    expect([short.lossAt1, short.lossAt5]).toEqual([usdt('-100'), usdt('-100')]);
  });

  it('knows that a 1x long is never liquidated', () => {
    const preview = previewOrder({ ...input, leverage: 1 });
    expect(preview.liquidation).toBeNull();
  });

  it('counts opening and closing fees into the results at the levels', () => {
    const preview = previewOrder({ ...input, ...fees, takeProfit: price('110'), stopLoss: price('90') });
    expect(preview.openFee).toBe(usdt('0.5'));
    expect(preview.required).toBe(usdt('100.5'));
    // +50 − 0.5 (open) − 0.55 (close of 550)
    expect(preview.takeProfit).toEqual({ pnl: usdt('48.95'), basisPoints: 4895n });
    // −50 − 0.5 − 0.45
    expect(preview.stopLoss).toEqual({ pnl: usdt('-50.95'), basisPoints: -5095n });
  });

  it('E13 takes the maker fee for the opening of an order that rests, and the taker fee for its close', () => {
    const preview = previewOrder({ ...input, openingFee: 200n, takerFee: 1_000n, stopLoss: price('90') });
    expect(preview.openFee).toBe(usdt('0.1'));
    // −50 − 0.1 − 0.45
    expect(preview.stopLoss?.pnl).toBe(usdt('-50.55'));
  });
});

it.each(['long', 'short'] as const)('tells no result of a level on the wrong side of a %s', (side) => {
  const [above, below] = [price('110'), price('90')];
  const crossed = side === 'long' ? { takeProfit: below, stopLoss: above } : { takeProfit: above, stopLoss: below };
  for (const levels of [crossed, { takeProfit: input.price, stopLoss: input.price }]) {
    const preview = previewOrder({ ...input, side, ...levels });
    expect(preview).toMatchObject({ takeProfit: null, stopLoss: null });
    expect(preview.riskReward).toMatchObject({ risk: null, reward: null, multiple: null });
  }
});

describe('maxMargin', () => {
  it('is the available balance, rounded down to whole USDT', () => {
    expect(maxMargin(usdt('999.999'), 10, 0n)).toBe(usdt('999'));
    expect(maxMargin(usdt('0.99'), 1, 0n)).toBe(0n);
    expect(maxMargin(0n, 10, 0n)).toBe(0n);
  });

  it('leaves room for the opening fee', () => {
    const margin = maxMargin(usdt('1000'), 10, 1_000n);
    expect(margin).toBe(usdt('990'));
    const { required } = previewOrder({ ...input, margin, leverage: 10, ...fees });
    expect(required <= usdt('1000')).toBe(true);
  });

  it('is shared out in percent', () => {
    expect(shareOfMax(usdt('999'), 25)).toBe(usdt('249.75'));
    expect(shareOfMax(usdt('999'), 100)).toBe(usdt('999'));
  });
});
