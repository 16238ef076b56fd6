import type { Socket } from 'node:net';
import { serverMessage } from '@plecho/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { timersAlsoByHand } from '../../test/support/timers-by-hand.ts';
import { until } from '../../test/support/server.ts';
import { next, subscribe, tickers, useStreams } from '../../test/support/streams.ts';

const timers = timersAlsoByHand();
const server = useStreams(timers.clock);
const { market, openRaw, signIn } = server;
afterEach(() => vi.restoreAllMocks());

const [CONTINUATION, TEXT, PING, PONG] = [0x0, 0x1, 0x9, 0xa];

/** A frame of a client with a mask of zeros. */
function frame(opcode: number, payload: string, isLast = true): Buffer {
  const body = Buffer.from(payload);
  const length = body.length < 126 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([(isLast ? 0x80 : 0) | opcode, ...length, 0, 0, 0, 0]), body]);
}

const text = (message: object): Buffer => frame(TEXT, JSON.stringify(message));
const subscription = text({ op: 'subscribe', channel: tickers });

/** What arrives until the end, all of it. */
function heard(socket: Socket): { bytes: () => Buffer; ended: Promise<unknown> } {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { bytes: () => Buffer.concat(chunks), ended: new Promise((resolve) => socket.on('close', resolve)) };
}

/** Sends without end and without a pause until the connection is gone. */
function flood(socket: Socket, piece: Buffer): void {
  const block = Buffer.concat(Array.from({ length: 500 }, () => piece));
  const pump = (): void => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on('drain', pump);
  pump();
}

describe('S11 a client that sends without end', () => {
  it.each([
    ['valid messages', subscription, 50],
    ['what is no message, and goes on after it was told to go', frame(TEXT, '{'), 1],
  ])('%s: they are counted before they are looked at, and it is gone', async (_name, piece, looks) => {
    const socket = await openRaw();
    const parse = vi.spyOn(JSON, 'parse');
    const { ended } = heard(socket);
    flood(socket, piece);
    await ended;
    expect(parse).toHaveBeenCalledTimes(looks);
    await until(() => server.streams.size === 0);
  });

  it.each([
    ['pings', PING],
    ['pongs', PONG],
  ])('%s gets an answer to no more than a second allows', async (_name, opcode) => {
    const socket = await openRaw();
    const { bytes, ended } = heard(socket);
    flood(socket, frame(opcode, 'x'));
    await ended;
    const answers = bytes().toString('latin1').split(String.fromCharCode(0x8a, 1)).length - 1;
    expect(answers).toBeLessThanOrEqual(51);
    expect(answers > 0).toBe(opcode === PING);
    await until(() => server.streams.size === 0);
  });

  it('pings that wait for their answers is gone after those that a second allows', async () => {
    const socket = await openRaw();
    const { bytes, ended } = heard(socket);
    let isGone = false;
    void ended.then(() => (isGone = true));
    const answers = (): number => bytes().toString('latin1').split(String.fromCharCode(0x8a, 1)).length - 1;
    // Fewer at a time than the library itself puts up with.
    for (let sent = 0; sent < 1_000 && !isGone; sent += 10) {
      socket.write(Buffer.concat(Array.from({ length: 10 }, () => frame(PING, 'x'))));
      await until(() => isGone || answers() >= sent + 10);
    }
    expect(isGone).toBe(true);
  });

  it('pieces that never make a message is gone after a few of them', async () => {
    const socket = await openRaw();
    const { ended } = heard(socket);
    socket.write(Buffer.concat([frame(TEXT, '', false), ...Array<Buffer>(32).fill(frame(CONTINUATION, '', false))]));
    await ended;
    await until(() => server.streams.size === 0);
  });
});

describe('S11 a client that sends', () => {
  it('a message byte by byte is gone after a few of them', async () => {
    const socket = await openRaw();
    socket.setNoDelay();
    const { ended } = heard(socket);
    socket.write(frame(TEXT, 'x'.repeat(1_000)).subarray(0, 8));
    let isGone = false;
    void ended.then(() => (isGone = true));
    for (let n = 0; n < 900 && !isGone; n += 1) {
      socket.write('x');
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(isGone).toBe(true);
  });

  it('the head of a huge message is gone before its body', async () => {
    const socket = await openRaw();
    const { ended } = heard(socket);
    socket.write(Buffer.from([0x80 | TEXT, 0x80 | 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    await ended;
    await until(() => server.streams.size === 0);
  });

  it('garbage is gone', async () => {
    const socket = await openRaw();
    const { ended } = heard(socket);
    socket.write(Buffer.alloc(1_000, 0xff));
    await ended;
    await until(() => server.streams.size === 0);
  });

  it('nothing, not even an answer to pings, is gone at the second one', async () => {
    const socket = await openRaw();
    const { ended } = heard(socket);
    const round = (): void => {
      for (let turn = 0; turn < 120; turn += 1) timers.run(250);
    };
    round();
    expect(server.streams.size).toBe(1);
    round();
    await ended;
    await until(() => server.streams.size === 0);
  });

  it('nothing when it is told to go is gone all the same', async () => {
    const socket = await openRaw();
    const { ended } = heard(socket);
    server.store.rows.clear();
    server.sessions.invalidate(1n);
    await ended;
    await until(() => server.streams.size === 0);
  });
});

describe('a client that never reads', () => {
  it('S9 is cut at a bound, and the others don’t notice', async () => {
    const slow = await openRaw();
    slow.write(text({ op: 'subscribe', channel: tickers }));
    const { socket: quick } = await signIn(2n);
    subscribe(quick, tickers);
    await next(quick, 'tickers');
    let lastSeq = 0;
    let gaps = 0;
    quick.on('message', (data: Buffer) => {
      const message = serverMessage.parse(JSON.parse(data.toString()));
      if (message.type !== 'tickers') return;
      if (message.kind === 'update' && lastSeq > 0 && message.seq !== lastSeq + 1) gaps += 1;
      lastSeq = message.seq;
    });
    for (let n = 0; n < 500; n += 1) market.setPrice(`COIN${n}USDT`, '1');
    // What the kernel holds for a connection comes before what we hold; both have to be full.
    for (let n = 1; server.streams.size === 2 && n < 2_000; n += 1) {
      for (const symbol of market.prices.keys()) server.hub.price('main', market.setPrice(symbol, String(n)));
      server.hub.flushPrices(Date.now());
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await until(() => server.streams.size === 1);
    expect(server.streams.cut).toBe(1);
    await until(() => lastSeq > 0);
    expect(gaps).toBe(0);
    expect(quick.readyState).toBe(WebSocket.OPEN);
  });
});
