import { describe, expect, it } from 'vitest';
import type { Order } from '@plecho/contract';
import { conditionWords, kindWords, reducesWords } from './order-words.ts';

const order: Order = {
  id: '1',
  market: 'main',
  symbol: 'BTCUSDT',
  type: 'long',
  amount: '10',
  leverage: 1,
  size: '10',
  kind: 'limit',
  limitPrice: '40000',
  stopPrice: null,
  callback: null,
  activatedAt: null,
  level: '40000',
  takeProfit: null,
  stopLoss: null,
  trailing: null,
  expiresAt: null,
  pairedWith: null,
  reduces: null,
  portion: null,
  reserved: '10',
  status: 'open',
  createdAt: 1,
};

describe('what an order waits for', () => {
  it.each<[Partial<Order>, RegExp]>([
    [{}, /^40\s000,00$/],
    [{ kind: 'stopMarket', limitPrice: null, stopPrice: '41000' }, /^41\s000,00$/],
    [{ kind: 'stopLimit', stopPrice: '41000' }, /^41\s000,00 → 40\s000,00$/],
    [{ kind: 'trailingStop', limitPrice: null, level: '40600' }, /^40\s600,00$/],
    [{ kind: 'trailingStop', limitPrice: null, level: null }, /^—$/],
  ])('%j', (change, words) => {
    expect(conditionWords({ ...order, ...change }, 2)).toMatch(words);
  });

  it('says how far a trailing order stays behind', () => {
    expect(kindWords(order, 2)).toBe('Лимитный');
    const trailing = { ...order, kind: 'trailingStop' } as const;
    expect(kindWords({ ...trailing, callback: { unit: 'percent', value: '1.5' } }, 2)).toBe('Трейлинг 1,5 %');
    expect(kindWords({ ...trailing, callback: { unit: 'price', value: '50' } }, 2)).toBe('Трейлинг 50,00');
  });

  it('names the part that a reduce-only order closes', () => {
    expect(reducesWords(order)).toBeNull();
    expect(reducesWords({ ...order, reduces: '7', portion: '1' })).toBe('закрывает');
    expect(reducesWords({ ...order, reduces: '7', portion: '0.125' })).toBe('закрывает 12,5%');
  });
});
