import type { Ring } from '@plecho/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AlertsStore } from './alerts-store.ts';
import { FakeSocket } from './fake-socket.ts';
import { StreamClient } from './stream-client.ts';

const ring = (id: string): Ring => ({
  ...{ id, alert: '1', market: 'main', label: 'Синтетический рынок', kind: 'cross', symbol: 'BTCUSDT' },
  ...{ direction: 'up', level: '100', percent: null, window: null, interval: null, position: null },
  ...{ price: '101', at: 1, change: null, seen: false },
});

let socket: FakeSocket;
let stream: StreamClient;
const heard = vi.fn<(rings: readonly Ring[]) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  heard.mockReset();
  socket = new FakeSocket();
  stream = new StreamClient({
    ...{ connect: () => socket, onSignedOut: vi.fn(), onRefused: vi.fn(), onChanged: vi.fn(), isOnline: () => true },
    ...{ now: () => Date.now(), random: () => 0.5 },
  });
  stream.start();
  socket.accept();
});
afterEach(() => {
  stream.stop();
  vi.useRealTimers();
});

describe('AlertsStore', () => {
  it('M8 says each ring once, those of before the page was opened not at all, and what came while it was away', () => {
    const store = new AlertsStore('main', stream, heard);
    const leave = store.start();
    expect(socket.subscribed).toEqual([{ channel: 'alerts', market: 'main' }]);
    const say = (seq: number, ids: string[], unseen: number): void =>
      socket.show({
        ...{ type: 'alerts', kind: 'snapshot', seq, market: 'main' },
        data: { rings: ids.map(ring), unseen, waiting: 2 },
      });
    say(0, ['9'], 1);
    expect(store.get()).toMatchObject({ loaded: true, unseen: 1, waiting: 2 });
    // Ten comes after nine. A server that has started anew begins to count its messages anew.
    say(1, ['11', '10', '9'], 3);
    say(0, ['11', '10', '9'], 0);
    expect(heard.mock.calls.map(([rings]) => rings.map(({ id }) => id))).toEqual([[], ['10', '11'], []]);
    leave();
  });

  it('says the first ring of somebody who had none', () => {
    const store = new AlertsStore('main', stream, heard);
    store.start();
    const frame = { type: 'alerts', kind: 'snapshot', market: 'main' } as const;
    socket.show({ ...frame, seq: 0, data: { rings: [], unseen: 0, waiting: 1 } });
    socket.show({ ...frame, seq: 1, data: { rings: [ring('3')], unseen: 1, waiting: 0 } });
    expect(heard.mock.calls.map(([rings]) => rings.map(({ id }) => id))).toEqual([[], ['3']]);
  });
});
