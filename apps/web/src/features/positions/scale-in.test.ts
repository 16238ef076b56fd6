import { describe, expect, it } from 'vitest';
import type { PositionState } from '@plecho/contract';
import { parsePrice, parseUsdt } from '@plecho/domain';
import { scaleIn, type ScaleInMarket } from './scale-in.ts';

const price = (text: string): bigint => parsePrice(text) ?? -1n;
const usdt = (text: string): bigint => parseUsdt(text) ?? -1n;
const record = { seq: '1', price: '100', time: 1 };
const position: PositionState = {
  ...{ id: '1', market: 'main', symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 10, size: '1000' },
  ...{ entryPrice: '100', liquidationPrice: '90.4522613', takeProfit: null, stopLoss: null, initialStopLoss: null },
  ...{ trailing: null, openTime: 1, entryRecord: record, entries: [], funding: '0' },
};
const at = (text: string): ScaleInMarket => ({
  ...{ entry: price(text), exit: price(text), takerFee: 1_000n, maintenance: 5_000n },
});

describe('what a position becomes when something is added', () => {
  it('has an average entry, a nearer liquidation, and costs margin and fee', () => {
    // As much again at 110: twice 100 × 110 over 210.
    const then = scaleIn(position, usdt('100'), at('110'));
    expect(then).toMatchObject({ entry: price('104.76190477'), size: usdt('2000'), required: usdt('101') });
    expect(then?.liquidation).toBe(price('94.75951185'));
    expect(then?.isLiquidated).toBe(false);
  });

  it('is refused where the market would be beyond the new liquidation price', () => {
    expect(scaleIn(position, usdt('100000'), at('110'))?.isLiquidated).toBe(false);
    const short = { ...position, type: 'short' } as const;
    expect(scaleIn(short, usdt('10'), { ...at('120'), entry: price('100') })?.isLiquidated).toBe(true);
  });

  it('is nothing for no amount', () => {
    expect(scaleIn(position, 0n, at('110'))).toBeNull();
  });
});
