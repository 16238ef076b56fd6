import { describe, expect, it } from 'vitest';
import type { Order, PositionState } from '@plecho/contract';
import { parsePrice } from '@plecho/domain';
import { isReached, priceText, whatBecameOf } from './limit-order.ts';

const price = (text: string): bigint => parsePrice(text) ?? -1n;
const order = {
  id: '9',
  symbol: 'BTCUSDT',
  type: 'long',
  leverage: 5,
  size: '500',
  limitPrice: '67412.5',
} as Order;
const position = (id: string, change: Partial<PositionState> = {}): PositionState =>
  ({ id, symbol: 'BTCUSDT', type: 'long', leverage: 5, size: '500', ...change }) as PositionState;

describe('limit orders of the ticket', () => {
  it('writes a price as prices of its pair are written, without thousands', () => {
    expect(priceText(price('67412.5'), 2)).toBe('67412,50');
    expect(priceText(price('0.00000482'), 8)).toBe('0,00000482');
    expect(priceText(price('548'), 0)).toBe('548,00');
  });

  it('is reached by the limit itself and by anything better', () => {
    expect(['99', '100', '101'].map((market) => isReached('long', price('100'), price(market)))).toEqual([
      true,
      true,
      false,
    ]);
    expect(['99', '100', '101'].map((market) => isReached('short', price('100'), price(market)))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('says that an order rests only when it does, and that it was filled only when its position is there', () => {
    const above = price('67500');
    expect(whatBecameOf(order, { orders: [], positions: [], price: above })).toBeNull();
    expect(whatBecameOf(order, { orders: [order], positions: [], price: above })).toBe('resting');
    expect(whatBecameOf(order, { orders: [order], positions: [], price: price('67000') })).toBeNull();
    expect(whatBecameOf(order, { orders: [], positions: [position('10')], price: above })).toBe('filled');
    for (const other of [position('8'), position('10', { type: 'short' }), position('10', { symbol: 'ETHUSDT' })]) {
      expect(whatBecameOf(order, { orders: [], positions: [other], price: above })).toBeNull();
    }
  });
});
