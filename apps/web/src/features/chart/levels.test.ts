import { describe, expect, it } from 'vitest';
import type { Order, PositionState } from '@plecho/contract';
import { parsePrice } from '@plecho/domain';
import {
  dropRefusal,
  isDraggable,
  isOrderLevel,
  levelsOf,
  movedOrder,
  movedTriggers,
  type PositionLevel,
} from './levels.ts';

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
  initialStopLoss: null,
  trailing: null,
  openTime: 1,
  entryRecord: { seq: '1', price: '1000', time: 1000 },
  entries: [],
  funding: '0',
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

  it('draws where a trailing stop stands, which nobody drags', () => {
    const trailed = { ...position, trailing: { unit: 'percent', value: '1', level: '990' } } as const;
    const lines = levelsOf([trailed], [], 'BTCUSDT');
    expect(lines.map(({ kind, price: own }) => [kind, own])).toContainEqual(['trailing', price('990')]);
    expect(lines.filter(isDraggable).map(({ kind }) => kind)).toEqual(['takeProfit']);
    const unknown = { ...trailed, trailing: { ...trailed.trailing, level: null } };
    expect(levelsOf([unknown], [], 'BTCUSDT').some(({ kind }) => kind === 'trailing')).toBe(false);
  });

  it('draws the resting orders of the symbol where they wait, with the levels that they bring', () => {
    const lines = levelsOf([], [order({ takeProfit: '1010' }), order({ symbol: 'ETHUSDT' })], 'BTCUSDT');
    expect(lines.map(({ key, price: own }) => [key, own])).toEqual([
      ['order:9', price('990.5')],
      ['order:9:orderTakeProfit', price('1010')],
    ]);
  });
});

const order = (change: Partial<Order> = {}): Order =>
  ({
    ...{ id: '9', symbol: 'BTCUSDT', kind: 'limit', activatedAt: null, level: '990.5', limitPrice: '990.5' },
    ...{ stopPrice: null, takeProfit: null, stopLoss: null },
    ...change,
  }) as Order;

describe('dragging an order', () => {
  const moved = (change: Partial<Order>) =>
    levelsOf([], [order(change)], 'BTCUSDT').map((line) =>
      isOrderLevel(line) ? movedOrder(line, price('1000.5')) : null,
    );

  it('changes what the order waits for: its limit, or its stop as long as that is ahead', () => {
    expect(moved({})).toEqual([{ limitPrice: '1000.5' }]);
    expect(moved({ kind: 'stopMarket', limitPrice: null, stopPrice: '980' })).toEqual([{ stopPrice: '1000.5' }]);
    expect(moved({ kind: 'stopLimit', stopPrice: '980' })).toEqual([{ stopPrice: '1000.5' }]);
    expect(moved({ kind: 'stopLimit', stopPrice: '980', activatedAt: 5 })).toEqual([{ limitPrice: '1000.5' }]);
  });

  it('changes one level of its position and leaves the other', () => {
    expect(moved({ takeProfit: '1010', stopLoss: '900' })).toEqual([
      { limitPrice: '1000.5' },
      { takeProfit: '1000.5' },
      { stopLoss: '1000.5' },
    ]);
  });

  it('leaves one alone that follows the price', () => {
    const trailing = order({ kind: 'trailingStop', limitPrice: null, level: '980' });
    const [line] = levelsOf([], [trailing], 'BTCUSDT');
    expect(line?.price).toBe(price('980'));
    expect(levelsOf([], [trailing], 'BTCUSDT').some(isDraggable)).toBe(false);
    expect(levelsOf([], [{ ...trailing, level: null }], 'BTCUSDT')).toEqual([]);
  });
});

describe('dragging a level', () => {
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
