import type { PositionState } from '@plecho/contract';
import { parsePrice, parseUsdt, type Price } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import { accountTotals, openPnl, positionFigures } from './figures.ts';

const position = (type: 'long' | 'short', symbol = 'BTCUSDT'): PositionState => ({
  id: '1',
  market: 'main',
  symbol,
  type,
  amount: '100',
  leverage: 10,
  size: '1000',
  entryPrice: '50000',
  liquidationPrice: null,
  takeProfit: null,
  stopLoss: null,
  initialStopLoss: null,
  trailing: null,
  openTime: 1,
  entryRecord: { seq: '1', price: '50000', time: 1 },
  entries: [],
  funding: '0',
});
const price = (text: string): Price => parsePrice(text) ?? 0n;
const usdt = (text: string): bigint => parseUsdt(text) ?? -1n;

describe('positionFigures', () => {
  it('values a long and a short', () => {
    expect(positionFigures(position('long'), price('51000'))).toEqual({
      currentPrice: price('51000'),
      pnl: usdt('20'),
      pnlBp: 2_000n,
    });
    expect(positionFigures(position('short'), price('51000'))).toMatchObject({ pnl: usdt('-20'), pnlBp: -2_000n });
  });

  it('is unknown without a price', () => {
    expect(positionFigures(position('long'), undefined)).toEqual({ currentPrice: null, pnl: null, pnlBp: null });
  });
});

describe('accountTotals', () => {
  const balances = {
    available: usdt('700'),
    inPositions: usdt('200'),
    inOrders: usdt('50'),
    locked: usdt('50'),
    realisedPnl: usdt('-12'),
  };

  it('adds up as section 5 says', () => {
    const totals = accountTotals(balances, usdt('250'));
    expect(totals.total).toBe(usdt('1000'));
    expect(totals.equity).toBe(usdt('1250'));
    expect(totals.totalPnl).toBe(usdt('238'));
    expect(totals.pnlBp).toBe(2_000n);
    expect(totals.totalPnlBp).toBe((totals.totalPnl * 10_000n) / totals.equity);
  });

  it('has no share of an equity of nothing or less', () => {
    const empty = { available: 0n, inPositions: 0n, inOrders: 0n, locked: 0n, realisedPnl: 0n };
    expect(accountTotals(empty, 0n)).toMatchObject({ pnlBp: 0n, totalPnlBp: 0n });
    expect(accountTotals({ ...empty, inPositions: usdt('5') }, usdt('-5')).pnlBp).toBe(0n);
  });
});

it('the PnL of all positions counts one without a price as nothing', () => {
  const prices: Record<string, { ask: Price; bid: Price }> = { BTCUSDT: { ask: price('51000'), bid: price('51000') } };
  expect(openPnl([position('long'), position('short', 'XUSDT')], (symbol) => prices[symbol])).toBe(usdt('20'));
});

it('E10 a position is worth what closing it would bring: a long sells, a short buys', () => {
  const wide = (): { ask: Price; bid: Price } => ({ ask: price('50500'), bid: price('49500') });
  expect(openPnl([position('long')], wide)).toBe(usdt('-10'));
  expect(openPnl([position('short')], wide)).toBe(usdt('-10'));
});
