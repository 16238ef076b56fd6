import type { Operation, PaymentsData, WalletBalance } from '@plecho/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from './fake-socket.ts';
import { PaymentsStore } from './payments-store.ts';
import { StreamClient } from './stream-client.ts';

const operation = (change: Partial<Operation> = {}): Operation => ({
  id: '1',
  market: 'main',
  type: 'deposit',
  status: 'pending',
  code: 'REQ000001',
  amount: '100',
  currency: 'USDT',
  network: 'bsc',
  address: null,
  memo: null,
  txHash: null,
  fee: '0',
  confirmations: 0,
  confirmationsNeeded: 5,
  value: null,
  price: null,
  card: null,
  failure: null,
  waitsUntil: null,
  createdAt: 1,
  settledAt: null,
  ...change,
});
const coins = (balance: string): WalletBalance => ({
  asset: 'USDT',
  network: 'bsc',
  address: `sim1e${'q'.repeat(38)}`,
  balance,
  incoming: '0',
});

let socket = new FakeSocket();
let seq = 0;
const onNews = vi.fn();
const client = (): StreamClient => {
  socket = new FakeSocket();
  const stream = new StreamClient({
    connect: () => socket,
    onSignedOut: vi.fn(),
    onRefused: vi.fn(),
    onChanged: vi.fn(),
    isOnline: () => true,
    now: () => Date.now(),
    random: () => 0.5,
  });
  stream.start();
  socket.accept();
  return stream;
};
const say = (data: PaymentsData): void => {
  seq += 1;
  socket.show({ type: 'payments', kind: 'snapshot', seq, market: 'main', data });
};
let stream: StreamClient;

beforeEach(() => {
  vi.useFakeTimers();
  onNews.mockReset();
  stream = client();
});
afterEach(() => {
  stream.stop();
  vi.useRealTimers();
});

describe('PaymentsStore', () => {
  it('subscribes while somebody listens and keeps what it heard', () => {
    const store = new PaymentsStore('main', stream, onNews);
    expect(socket.subscribed).toEqual([]);
    const leaveFirst = store.listen(vi.fn());
    const leaveSecond = store.listen(vi.fn());
    expect(socket.subscribed).toEqual([{ channel: 'payments', market: 'main' }]);
    expect(store.get().loaded).toBe(false);
    say({ operations: [operation()], wallet: [coins('5')] });
    leaveFirst();
    leaveFirst();
    say({ operations: [operation()], wallet: [coins('6')] });
    expect(store.get().wallet[0]?.balance).toBe('6');
    leaveSecond();
    expect(socket.received.filter(({ op }) => op === 'unsubscribe')).toHaveLength(1);
    expect(store.get().loaded).toBe(true);
  });

  it('tells of a changed status or balance, not of the first message or of confirmations', () => {
    const store = new PaymentsStore('main', stream, onNews);
    const listener = vi.fn();
    store.listen(listener);
    say({ operations: [operation()], wallet: [coins('5')] });
    say({ operations: [operation({ confirmations: 3 })], wallet: [coins('5')] });
    expect(onNews).not.toHaveBeenCalled();
    expect(listener).toHaveBeenCalledTimes(2);
    say({ operations: [operation({ confirmations: 5, status: 'completed' })], wallet: [coins('5')] });
    say({ operations: [operation({ confirmations: 5, status: 'completed' })], wallet: [coins('4')] });
    expect(onNews).toHaveBeenCalledTimes(2);
  });

  it('takes every message as whole: what is not in it is gone', () => {
    const store = new PaymentsStore('main', stream, onNews);
    store.listen(vi.fn());
    say({ operations: [operation(), operation({ id: '2' })], wallet: [coins('5')] });
    say({ operations: [operation({ id: '2' })], wallet: [] });
    expect(store.get()).toEqual({ loaded: true, operations: [operation({ id: '2' })], wallet: [] });
  });
});
