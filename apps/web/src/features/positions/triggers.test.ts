import { describe, expect, it } from 'vitest';
import type { PositionState } from '@plecho/contract';
import { parsePrice } from '@plecho/domain';
import { checkTriggerDraft, pnlAt } from './triggers.ts';

const position: PositionState = {
  id: '1',
  market: 'main',
  symbol: 'BTCUSDT',
  type: 'long',
  amount: '100',
  leverage: 10,
  size: '1000',
  entryPrice: '1000',
  liquidationPrice: '904.5',
  takeProfit: null,
  stopLoss: null,
  initialStopLoss: null,
  trailing: null,
  openTime: 1,
  entryRecord: { seq: '1', price: '1000', time: 1000 },
  entries: [],
  funding: '0',
};
const market = parsePrice('1000');
const check = (takeProfit: string, stopLoss: string, of = position) =>
  checkTriggerDraft({ takeProfit, stopLoss }, of, market);

describe('checkTriggerDraft', () => {
  it('takes an empty text as no level', () => {
    expect(check('', ' ')).toMatchObject({ takeProfit: null, stopLoss: null, errors: {} });
  });

  it('wants the levels on their sides of the price', () => {
    expect(check('1010,5', '950').errors).toEqual({});
    expect(Object.keys(check('990', '1000').errors)).toEqual(['takeProfit', 'stopLoss']);
    expect(check('990', '1010', { ...position, type: 'short', liquidationPrice: '1094' }).errors).toEqual({});
  });

  it('refuses what is no price', () => {
    expect(Object.keys(check('x', '0').errors)).toEqual(['takeProfit', 'stopLoss']);
  });

  it('refuses a stop loss behind the liquidation price, unless it is there already', () => {
    expect(check('', '904,5').errors.stopLoss).toContain('за ценой ликвидации');
    expect(check('', '905').errors).toEqual({});
    const short = { ...position, type: 'short', liquidationPrice: '1094' } as const;
    expect(check('', '1100', short).errors.stopLoss).toContain('за ценой ликвидации');
    expect(check('1100', '900', { ...position, stopLoss: '900' }).errors).toEqual({});
  });
});

describe('pnlAt', () => {
  it('is what a close there would bring', () => {
    expect(pnlAt(position, parsePrice('1010') ?? 0n)).toBe(10_000_000n);
    expect(pnlAt({ ...position, type: 'short' }, parsePrice('1010') ?? 0n)).toBe(-10_000_000n);
  });
});
