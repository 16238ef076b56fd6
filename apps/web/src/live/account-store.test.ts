import type { AccountData, Order, PositionState, Trade } from '@plecho/contract';
import { describe, expect, it, vi } from 'vitest';
import { AccountStore } from './account-store.ts';

const position = (id: string, amount = '100'): PositionState => ({
  id,
  market: 'main',
  symbol: 'BTCUSDT',
  type: 'long',
  amount,
  leverage: 10,
  size: '1000',
  entryPrice: '50000',
  liquidationPrice: '45226.13065327',
  takeProfit: null,
  stopLoss: null,
  initialStopLoss: null,
  trailing: null,
  openTime: 1,
  entryRecord: { seq: '1', price: '50000', time: 1000 },
  entries: [],
  funding: '0',
});

const order = (id: string, status: Order['status'] = 'open'): Order => ({
  id,
  market: 'main',
  symbol: 'BTCUSDT',
  type: 'long',
  amount: '10',
  leverage: 1,
  size: '10',
  limitPrice: '40000',
  takeProfit: null,
  stopLoss: null,
  trailing: null,
  ...{ kind: 'limit', stopPrice: null, callback: null, activatedAt: null, level: '40000', expiresAt: null },
  ...{ pairedWith: null, reduces: null, portion: null },
  reserved: '10',
  status,
  createdAt: 1,
});

const trade = (id: string): Trade => ({
  id,
  positionId: '1',
  market: 'main',
  label: 'Рынок',
  symbol: 'BTCUSDT',
  type: 'long',
  entryPrice: '50000',
  exitPrice: '51000',
  amount: '100',
  leverage: 10,
  size: '1000',
  fee: '0',
  pnl: '20',
  pnlPercent: '20',
  insurance: '0',
  reason: 'user',
  liquidationPrice: null,
  takeProfit: null,
  stopLoss: null,
  initialStopLoss: null,
  trailing: null,
  orderId: null,
  openTime: 1,
  closeTime: 2,
  entryRecord: { seq: '1', price: '50000', time: 1000 },
  entries: [],
  funding: '0',
  exitRecord: { seq: '2', price: '51000', time: 2000 },
  bestPrice: null,
  worstPrice: null,
  path: null,
  seasonEnd: false,
});

const data = (change: Partial<AccountData> = {}): AccountData => ({
  balances: {
    available: '900',
    inPositions: '100',
    inOrders: '0',
    locked: '0',
    realisedPnl: '0',
    season: 1,
    attempt: null,
  },
  positions: [],
  removedPositions: [],
  orders: [],
  removedOrders: [],
  trades: [],
  ...change,
});

const ids = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);

describe('AccountStore', () => {
  it('is unknown until a snapshot came', () => {
    const store = new AccountStore();
    expect(store.get().loaded).toBe(false);
    store.snapshot(data({ positions: [position('2'), position('10')] }));
    expect(store.get().loaded).toBe(true);
    expect(store.get().balances.available).toBe(900_000_000n);
    expect(ids(store.get().positions)).toEqual(['10', '2']);
  });

  it('applies an update: changed, new, removed', () => {
    const store = new AccountStore();
    store.snapshot(data({ positions: [position('1'), position('2')], orders: [order('5')] }));
    store.update(
      data({
        positions: [position('2', '50'), position('3')],
        removedPositions: ['1'],
        orders: [order('6')],
        removedOrders: ['5'],
        trades: [trade('9')],
      }),
    );
    const state = store.get();
    expect(ids(state.positions)).toEqual(['3', '2']);
    expect(state.positions[1]?.amount).toBe('50');
    expect(ids(state.orders)).toEqual(['6']);
    expect(ids(state.recentTrades)).toEqual(['9']);
  });

  it('does not merge a snapshot into a stale state: what closed meanwhile is gone', () => {
    const store = new AccountStore();
    store.snapshot(data({ positions: [position('1'), position('2')], orders: [order('5')] }));
    store.snapshot(data({ positions: [position('2')] }));
    expect(ids(store.get().positions)).toEqual(['2']);
    expect(store.get().orders).toEqual([]);
  });

  it('keeps trades that it saw live when a snapshot comes, since that has none', () => {
    const store = new AccountStore();
    store.snapshot(data());
    store.update(data({ trades: [trade('9')] }));
    store.snapshot(data());
    expect(ids(store.get().recentTrades)).toEqual(['9']);
  });

  it('drops an order that is no longer open, however it is told', () => {
    const store = new AccountStore();
    store.snapshot(data({ orders: [order('5'), order('6')] }));
    store.update(data({ orders: [order('5', 'filled')] }));
    expect(ids(store.get().orders)).toEqual(['6']);
  });

  it('remembers a refusal until there is an account', () => {
    const store = new AccountStore();
    const listener = vi.fn();
    store.listen(listener);
    store.refuse('market_not_entered');
    expect(store.get().refusal).toBe('market_not_entered');
    store.snapshot(data());
    expect(store.get().refusal).toBeNull();
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('leaves lists that did not change as they are', () => {
    const store = new AccountStore();
    store.snapshot(data({ positions: [position('1')] }));
    const { positions } = store.get();
    store.update(data());
    expect(store.get().positions).toBe(positions);
  });
});
