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
  openTime: 1_700_000_000,
  closeTime: 1_700_000_600,
  entryRecord: { seq: '11', price: '1000', time: 1_700_000_000_000 },
  exitRecord: { seq: '99', price: '904', time: 1_700_000_600_000 },
  ...change,
});

const filled = (change: Partial<Trade>): string[] => {
  const closed = trade(change);
  const figures = receiptFigures(closed, { takerFee: 0n, maintenance: 5_000n });
  return formulaSteps(closed, figures, { maintenanceMarginPercent: '0.5' }, 2).map((step) =>
    step.filled.replaceAll(/[\u00a0\u202f]/g, ' '),
  );
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
      '96,00 − 0,00 = +96,00',
    ]);
  });
});
