import { FakeClock } from '@plecho/testkit';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import type { Identity } from '../identity/sessions.ts';
import { StreamClient } from './client.ts';

it('S9 nothing is queued for a client above its bound, and something again when it has read', () => {
  const written: Buffer[] = [];
  const socket = { bufferedAmount: 0, readyState: 1, OPEN: 1 };
  const connection = { write: (bytes: Buffer) => written.push(bytes) > 0 };
  const opened = { socket: socket as unknown as WebSocket, connection };
  const limits = { pauseBytes: 100, resumeBytes: 10, patienceMs: 1_000 };
  const client = new StreamClient(opened, {} as Identity, '', new FakeClock(0), limits);
  const offers = [0, 100, 101, 5_000, 100].map((waiting) => {
    socket.bufferedAmount = waiting;
    return client.offer(Buffer.from('x'));
  });
  expect(offers).toEqual([true, true, false, false, true]);
  expect(written).toHaveLength(3);
});

it('S9 S11 a client is cut when answers to its own pings are all that it doesn’t read', () => {
  const socket = { bufferedAmount: 0, close: () => undefined, terminate: () => undefined };
  const opened = { socket: socket as unknown as WebSocket, connection: { write: () => true } };
  const clock = new FakeClock(0);
  const limits = { pauseBytes: 100, resumeBytes: 10, patienceMs: 1_000_000 };
  const client = new StreamClient(opened, {} as Identity, '', clock, limits);
  const later = (bufferedAmount: number): boolean => {
    socket.bufferedAmount = bufferedAmount;
    clock.advance(600_000);
    return client.checkPatience();
  };
  expect([later(100), later(100), later(100)]).toEqual([false, false, false]);
  expect([later(101), later(101), later(5), later(101), later(50), later(50)]).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
  ]);
});
