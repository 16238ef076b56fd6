import { describe, expect, it } from 'vitest';
import type { Order, PositionState } from '@plecho/contract';
import { parsePrice } from '@plecho/domain';
import { dropRefusal, isDraggable, levelsOf, movedTriggers, snapToTick, type PositionLevel } from './levels.ts';

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
const level = (kind: PositionLevel['kind'], of = position): PositionLevel => ({
  key: 'k',
  kind,
  position: of,
  number: null,
  price: 1n,
});

describe('levelsOf', () => {
  it('draws what is set on the positions of the symbol', () => {
    const levels = levelsOf([position, { ...position, id: '6', symbol: 'ETHUSDT' }], [], 'BTCUSDT');
    expect(levels.map(({ key }) => key)).toEqual(['5:entry', '5:liquidation', '5:takeProfit']);
    expect(levels.filter(isDraggable).map(({ kind }) => kind)).toEqual(['takeProfit']);
    expect(
      levelsOf([{ ...position, liquidationPrice: null }], [], 'BTCUSDT').some(({ kind }) => kind === 'liquidation'),
    ).toBe(false);
  });

  it('numbers the positions of a symbol in the order of opening, and only when there are several', () => {
    const numbers = (positions: PositionState[]) =>
      levelsOf(positions, [], 'BTCUSDT').map((line) => (line.kind === 'entry' ? line.number : undefined));
    expect(numbers([position])).toContain(null);
    const several = numbers([{ ...position, id: '7' }, { ...position, id: '6', symbol: 'ETHUSDT' }, position]);
    expect(several.filter((number) => number !== undefined)).toEqual([2, 1]);
  });

  it('draws the resting orders of the symbol at their limit', () => {
    const order = { id: '9', symbol: 'BTCUSDT', limitPrice: '990.5' } as Order;
    expect(levelsOf([], [order, { ...order, id: '8', symbol: 'ETHUSDT' }], 'BTCUSDT')).toEqual([
      { key: 'order:9', kind: 'order', order, price: price('990.5') },
    ]);
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
