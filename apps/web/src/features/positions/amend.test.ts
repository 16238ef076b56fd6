import { describe, expect, it } from 'vitest';
import type { Order } from '@plecho/contract';
import { amendmentOf, draftOf, fieldsOf, type AmendDraft } from './amend.ts';

const order: Order = {
  ...{ id: '1', market: 'main', symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 1, size: '10' },
  ...{ kind: 'limit', limitPrice: '40000.5', stopPrice: null, callback: null, activatedAt: null, level: '40000.5' },
  ...{ takeProfit: null, stopLoss: '39000', trailing: null, expiresAt: null, pairedWith: null, reduces: null },
  ...{ portion: null, reserved: '10', status: 'open', createdAt: 1 },
};
const amend = (change: Partial<AmendDraft>, of = order) => amendmentOf(of, { ...draftOf(of), ...change }, 1_000);

describe('what is asked for when an order is edited', () => {
  it('is what was changed alone', () => {
    expect(amend({})).toEqual({ wrong: [], body: {} });
    expect(amend({ limitPrice: '41 000' })).toEqual({ wrong: [], body: { limitPrice: '41000' } });
    expect(amend({ stopLoss: '', takeProfit: '45000' }).body).toEqual({ stopLoss: null, takeProfit: '45000' });
    expect(amend({ amount: '12,5', expiry: 'hour' }).body).toEqual({ amount: '12.5', expiresAt: 4_600 });
    expect(amend({ expiry: 'none' }).body).toEqual({ expiresAt: null });
  });

  it('names what is no number, and a price can’t be taken away', () => {
    expect(amend({ limitPrice: '', amount: 'x' }).wrong).toEqual(['amount', 'limitPrice']);
    expect(amend({ stopLoss: '0' }).wrong).toEqual(['stopLoss']);
  });

  it('has the fields of its kind, and neither size nor levels for one that closes a position', () => {
    expect(fieldsOf({ ...order, kind: 'stopLimit' })).toEqual([
      'amount',
      'stopPrice',
      'limitPrice',
      'takeProfit',
      'stopLoss',
    ]);
    const trailing: Order = {
      ...{ ...order, kind: 'trailingStop', limitPrice: null, reduces: '7', portion: '1' },
      callback: { unit: 'percent', value: '1.5' },
    };
    expect(fieldsOf(trailing)).toEqual(['callback']);
    expect(amend({ unit: 'price' }, trailing).body).toEqual({ callback: { unit: 'price', value: '1.5' } });
    expect(amend({ callback: '60' }, trailing).wrong).toEqual(['callback']);
  });
});
