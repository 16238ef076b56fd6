import { EventEmitter } from 'node:events';
import { CLOSE_SIGNED_OUT } from '@plecho/contract';
import { FakeClock } from '@plecho/testkit';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { userRecord } from '../../test/support/memory-sessions.ts';
import type { Identity, Sessions } from '../identity/sessions.ts';
import type { OpenedStream } from '../lib/opened-stream.ts';
import type { StreamHub } from './hub.ts';
import { Streams } from './streams.ts';

const STREAMS = 120n;
const AT_ONCE = 50;

class FakeSocket extends EventEmitter {
  readonly codes: number[] = [];

  close(code: number): void {
    this.codes.push(code);
    this.emit('close');
  }

  terminate(): void {
    this.emit('close');
  }
}

/** Answers nobody before it is told to. */
class SilentSessions {
  readonly asked: { secret: string; answer: (identity: null) => void; fail: (error: Error) => void }[] = [];
  changed: (userId: bigint | null) => void = () => undefined;

  onChange(listener: (userId: bigint | null) => void): void {
    this.changed = listener;
  }

  resolve(secret: string): Promise<null> {
    return new Promise((answer, fail) => this.asked.push({ secret, answer, fail }));
  }

  list(): Promise<[]> {
    return Promise.resolve([]);
  }
}

const hub = { onPrices: () => undefined, flush: () => undefined, flushPrices: () => false, leave: () => undefined };
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function openAll() {
  const [clock, sessions, sockets] = [new FakeClock(0), new SilentSessions(), [] as FakeSocket[]];
  const streams = new Streams(hub as unknown as StreamHub, sessions as unknown as Sessions, clock);
  for (let id = 1n; id <= STREAMS; id += 1n) {
    const socket = new FakeSocket();
    sockets.push(socket);
    const opened = { socket: socket as unknown as WebSocket } as OpenedStream;
    streams.accept(opened, { user: userRecord(id), session: { id } } as Identity, String(id));
  }
  return { clock, sessions, sockets, streams };
}

it('S1 a few sessions are looked at together, each once, and all of them in the end', async () => {
  const { sessions, sockets, streams } = openAll();
  sessions.changed(null);
  sessions.changed(null);
  await turn();
  expect(sessions.asked).toHaveLength(AT_ONCE);
  expect(new Set(sessions.asked.map(({ secret }) => secret)).size).toBe(AT_ONCE);
  for (let answered = 0; answered < sessions.asked.length; await turn()) {
    expect(sessions.asked.length - answered).toBeLessThanOrEqual(AT_ONCE);
    sessions.asked[answered++]?.answer(null);
  }
  expect(sockets.map(({ codes }) => codes)).toEqual(sockets.map(() => [CLOSE_SIGNED_OUT]));
  expect(streams.size).toBe(0);
});

it('S1 whoever has gone while the database could not be asked is not asked for again', async () => {
  const { clock, sessions, sockets } = openAll();
  sessions.changed(null);
  for (const socket of sockets) socket.terminate();
  for (const { fail } of sessions.asked) fail(new Error('gone'));
  await turn();
  clock.advance(1_000);
  await turn();
  expect(sessions.asked).toHaveLength(AT_ONCE);
});
