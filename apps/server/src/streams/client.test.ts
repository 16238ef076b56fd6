import { Writable } from 'node:stream';
import { FakeClock } from '@plecho/testkit';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import type { Identity } from '../identity/sessions.ts';
import { DEFAULT_OUTBOX, StreamClient } from './client.ts';
import { textFrame } from './text-frame.ts';

const UNCORKED = { cork: () => undefined, uncork: () => undefined };

/** A client with channels, on a connection that keeps what each call into the kernel would take. */
function watched(channels: number): { client: StreamClient; calls: string[] } {
  const calls: string[] = [];
  const connection = new Writable({
    write: (bytes: Buffer, _encoding, done) => {
      calls.push(bytes.toString());
      done();
    },
    writev: (chunks, done) => {
      calls.push(chunks.map(({ chunk }) => String(chunk)).join(' '));
      done();
    },
  });
  const socket = { bufferedAmount: 0, readyState: 1, OPEN: 1 };
  const opened = { socket: socket as unknown as WebSocket, connection };
  const client = new StreamClient(opened, {} as Identity, '', new FakeClock(0), DEFAULT_OUTBOX);
  for (let n = 0; n < channels; n += 1) client.channels.set(String(n), () => undefined);
  return { client, calls };
}

const framed = (text: string): string => textFrame(Buffer.from(text)).toString();
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('what one turn says on several channels is one write, and the next turn says the next', async () => {
  const { client, calls } = watched(2);
  client.offer(Buffer.from('price'));
  await Promise.resolve();
  client.offer(Buffer.from('candle'));
  expect(calls).toEqual([]);
  await nextTurn();
  expect(calls).toEqual([`${framed('price')} ${framed('candle')}`]);
  client.offer(Buffer.from('next'));
  await nextTurn();
  expect(calls).toEqual([`${framed('price')} ${framed('candle')}`, framed('next')]);
});

it('who follows one channel waits for nothing', () => {
  const { client, calls } = watched(1);
  client.offer(Buffer.from('price'));
  expect(calls).toEqual([framed('price')]);
});

it('S9 nothing is queued for a client above its bound, and something again when it has read', () => {
  const written: Buffer[] = [];
  const socket = { bufferedAmount: 0, readyState: 1, OPEN: 1 };
  const connection = { ...UNCORKED, write: (bytes: Buffer) => written.push(bytes) > 0 };
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
  const opened = { socket: socket as unknown as WebSocket, connection: { ...UNCORKED, write: () => true } };
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
