import { describe, expect, it } from 'vitest';
import type { Trade } from '@plecho/contract';
import { receiptFigures } from './receipt-figures.ts';
import { formulaSteps } from './receipt-formula.tsx';

const trade = (change: Partial<Trade>): Trade => ({
  id: '7',
  positionId: '5',
  market: 'main',
  label: 'Синтетический рынок',
  symbol: 'BTCUSDT',
  type: 'long',
  entryPrice: '1000',
  exitPrice: '904',
  amount: '100',
  leverage: 10,
  size: '1000',
  fee: '4',
  pnl: '-96',
  pnlPercent: '-96',
  insurance: '0',
  reason: 'liquidation',
  liquidationPrice: '904.52261306',
  takeProfit: null,
  stopLoss: null,
  initialStopLoss: null,
  trailing: null,
  orderId: null,
  openTime: 1_700_000_000,
  closeTime: 1_700_000_600,
  entryRecord: { seq: '11', price: '1000', time: 1_700_000_000_000 },
  entries: [],
  funding: '0',
  exitRecord: { seq: '99', price: '904', time: 1_700_000_600_000 },
  bestPrice: null,
  worstPrice: null,
  path: null,
  seasonEnd: false,
  ...change,
});

const RULES = { takerFeePercent: '0', makerFeePercent: '0', maintenanceMarginPercent: '0.5' };
const filled = (change: Partial<Trade>): string[] => {
  const closed = trade(change);
  const figures = receiptFigures(closed, { takerFee: 0n, makerFee: 0n, maintenance: 5_000n });
  return formulaSteps(closed, figures, RULES, 2).map((step) => step.filled.replaceAll(/[\u00a0\u202f]/g, ' '));
};

describe('formulaSteps', () => {
  it('fills the liquidation rule with the person’s own numbers', () => {
    expect(filled({})).toEqual([
      '1 000,00 × (904,00 − 1 000,00) / 1 000,00 = −96,00',
      '100,00 − 96,00 = 4,00 ≤ 0,5 % × 904,00 = 4,52',
      '−96,00 − 4,00 = −100,00',
    ]);
  });

  it('turns the difference around for a short and leaves the rule out of other closes', () => {
    expect(filled({ type: 'short', reason: 'user', pnl: '96', fee: '0' })).toEqual([
      '1 000,00 × (1 000,00 − 904,00) / 1 000,00 = 96,00',
      '96,00 − 0,00 = 96,00',
    ]);
  });

  it('has every digit, or says that it was rounded', () => {
    const change = { reason: 'user', entryPrice: '2839.07', exitPrice: '2837.97912345', fee: '0' } as const;
    expect(filled({ ...change, pnl: '-0.384238' })).toEqual([
      '1 000,00 × (2 837,97912345 − 2 839,07) / 2 839,07 ≈ −0,384238',
      '−0,384238 − 0,00 = −0,384238',
    ]);
    expect(filled({ exitPrice: '903.333333', pnl: '-96.666667', fee: '3.333333' })[1]).toBe(
      '100,00 − 96,666667 = 3,333333 ≤ 0,5 % × 903,333333 ≈ 4,516666',
    );
  });

  it('adds up when a part of the loss was not the person’s', () => {
    expect(filled({ exitPrice: '890', pnl: '-100', fee: '0', insurance: '10' }).at(-1)).toBe(
      '−110,00 + 10,00 − 0,00 = −100,00',
    );
  });
});
