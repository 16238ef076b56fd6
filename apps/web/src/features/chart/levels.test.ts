import { describe, expect, it } from 'vitest';
import type { PositionState } from '@plecho/contract';
import { parsePrice } from '@plecho/domain';
import { dropRefusal, isDraggable, levelsOf, movedTriggers, snapToTick, type PriceLevel } from './levels.ts';

const position: PositionState = {
  id: '5',
  market: 'main',
  symbol: 'BTCUSDT',
  type: 'long',
  amount: '100',
  leverage: 10,
  size: '1000',
  entryPrice: '1000',
  liquidationPrice: '904.5',
  takeProfit: '1100',
  stopLoss: null,
  openTime: 1,
  entryRecord: { seq: '1', price: '1000', time: 1000 },
};
const price = (text: string): bigint => parsePrice(text) ?? -1n;
const level = (kind: PriceLevel['kind'], of = position): PriceLevel => ({ key: 'k', kind, position: of, price: 1n });

describe('levelsOf', () => {
  it('draws what is set on the positions of the symbol', () => {
    const levels = levelsOf([position, { ...position, id: '6', symbol: 'ETHUSDT' }], 'BTCUSDT');
    expect(levels.map(({ key }) => key)).toEqual(['5:entry', '5:liquidation', '5:takeProfit']);
    expect(levels.filter(isDraggable).map(({ kind }) => kind)).toEqual(['takeProfit']);
    expect(
      levelsOf([{ ...position, liquidationPrice: null }], 'BTCUSDT').some(({ kind }) => kind === 'liquidation'),
    ).toBe(false);
  });
});

describe('dragging a level', () => {
  it('snaps to the tick of the pair', () => {
    expect(snapToTick(1000.456, 2)).toBe(price('1000.46'));
    expect(snapToTick(0.00001234, 7)).toBe(price('0.0000123'));
    expect(snapToTick(-5, 2)).toBeNull();
    expect(snapToTick(0.001, 2)).toBeNull();
    expect(snapToTick(Number.NaN, 2)).toBeNull();
  });

  it('refuses the wrong side of the market', () => {
    const market = price('1000');
    expect(dropRefusal(level('takeProfit'), price('1001'), market)).toBeNull();
    expect(dropRefusal(level('takeProfit'), price('1000'), market)).toContain('Тейк-профит должен быть выше');
    expect(dropRefusal(level('stopLoss'), price('1001'), market)).toContain('Стоп-лосс должен быть ниже');
    const short = { ...position, type: 'short', liquidationPrice: '1094' } as const;
    expect(dropRefusal(level('stopLoss', short), price('1001'), market)).toBeNull();
  });

  it('refuses a stop loss that would never get its turn', () => {
    const market = price('1000');
    expect(dropRefusal(level('stopLoss'), price('904.5'), market)).toContain('за ценой ликвидации');
    expect(dropRefusal(level('stopLoss'), price('904.6'), market)).toBeNull();
  });

  it('keeps the other level', () => {
    expect(movedTriggers(level('stopLoss'), price('950.5'))).toEqual({ takeProfit: '1100', stopLoss: '950.5' });
    expect(movedTriggers(level('takeProfit'), price('1200'))).toEqual({ takeProfit: '1200', stopLoss: null });
  });
});
