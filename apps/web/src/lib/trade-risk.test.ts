import { describe, expect, it } from 'vitest';
import type { Trade } from '@plecho/contract';
import { parseUsdt } from '@plecho/domain';
import { exposureOf, feeParts, formatR, isMakerFee, riskOfTrade, tradeInR } from './trade-risk.ts';

const usdt = (text: string): bigint => parseUsdt(text) ?? -1n;
const record = { seq: '1', price: '1000', time: 1 };
const closed: Trade = {
  ...{ id: '7', positionId: '5', market: 'main', label: 'Рынок', symbol: 'BTCUSDT', type: 'long' },
  ...{ entryPrice: '1000', exitPrice: '1050', amount: '100', leverage: 10, size: '1000' },
  ...{ fee: '0', pnl: '50', pnlPercent: '50', insurance: '0', reason: 'user', liquidationPrice: null },
  ...{ takeProfit: null, stopLoss: null, initialStopLoss: '980', trailing: null, orderId: null },
  ...{ openTime: 1, closeTime: 2, entryRecord: record, exitRecord: record, entries: [], funding: '0' },
  ...{ bestPrice: null, worstPrice: null, path: null, seasonEnd: false },
};
const FREE = { takerFee: 0n, makerFee: 0n };
const FEES = { takerFee: 1_000n, makerFee: 200n };
const partsOf = (trade: Trade) => {
  const exposure = exposureOf(trade);
  if (exposure === null) throw new Error('no exposure');
  return feeParts(trade, exposure, FEES);
};

describe('a result in R', () => {
  it('is the net result by what the first stop loss put at risk, wherever the level was later', () => {
    expect(riskOfTrade(closed, FREE)).toBe(usdt('20'));
    expect(tradeInR(closed, FREE)).toBe(250n);
    expect(tradeInR({ ...closed, stopLoss: '1020' }, FREE)).toBe(250n);
    expect(tradeInR({ ...closed, exitPrice: '980', pnl: '-20', reason: 'stopLoss' }, FREE)).toBe(-100n);
  });

  it('is rounded to the nearest, in a loss as in a gain', () => {
    expect(tradeInR({ ...closed, pnl: '-1.46' }, FREE)).toBe(-7n);
    expect(tradeInR({ ...closed, pnl: '1.54' }, FREE)).toBe(8n);
  });

  it('counts the fees on both sides', () => {
    // 1 at the opening and 0.98 at the stop; 1 and 1.05 of the trade itself.
    const trade = { ...closed, fee: '2.05' };
    expect(riskOfTrade(trade, FEES)).toBe(usdt('21.98'));
    expect(tradeInR(trade, FEES)).toBe(218n);
  });

  it('is nothing without a first stop loss, or with one in the profit', () => {
    expect(tradeInR({ ...closed, initialStopLoss: null }, FREE)).toBeNull();
    expect(tradeInR({ ...closed, initialStopLoss: '1010' }, FREE)).toBeNull();
  });

  it('is written with its sign and two decimals', () => {
    expect(formatR(250n)).toBe('+2,50R');
    expect(formatR(-101n)).toBe('−1,01R');
    expect(formatR(0n)).toBe('0,00R');
    expect(formatR(5n)).toBe('+0,05R');
  });
});

describe('the two parts of a fee', () => {
  it('are those of taker and maker, whichever way it was opened and closed', () => {
    expect(partsOf({ ...closed, fee: '2.05' })).toEqual({ opening: usdt('1'), closing: usdt('1.05') });
    const limit = partsOf({ ...closed, fee: '1.25' });
    expect(limit).toEqual({ opening: usdt('0.2'), closing: usdt('1.05') });
    expect(isMakerFee(limit.opening, usdt('1000'), FEES)).toBe(true);
    expect(isMakerFee(usdt('1'), usdt('1000'), FEES)).toBe(false);
    expect(partsOf({ ...closed, reason: 'order', fee: '0.41' })).toEqual({
      ...{ opening: usdt('0.2'), closing: usdt('0.21') },
    });
    expect(partsOf({ ...closed, reason: 'order', fee: '2.05' })).toEqual({
      ...{ opening: usdt('1'), closing: usdt('1.05') },
    });
  });
});
