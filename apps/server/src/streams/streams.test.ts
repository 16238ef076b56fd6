import { once } from 'node:events';
import { CLOSE_CHANGED, CLOSE_REPLACED, CLOSE_RESTART, CLOSE_SIGNED_OUT } from '@plecho/contract';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { userRecord } from '../../test/support/memory-sessions.ts';
import { until } from '../../test/support/server.ts';
import { next, say, subscribe, tickers, useStreams } from '../../test/support/streams.ts';
import { timersAlsoByHand } from '../../test/support/timers-by-hand.ts';

const timers = timersAlsoByHand();
const server = useStreams(timers.clock);
const { market, open, signIn } = server;

/** HTTP status of a refused handshake. */
async function refusal(socket: WebSocket): Promise<number> {
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  return response.statusCode;
}

describe('the handshake', () => {
  it('S6 needs a living session', async () => {
    expect(await refusal(open(null))).toBe(401);
    expect(await refusal(open('x'.repeat(43)))).toBe(401);
    expect(await refusal(open(await server.sessions.begin(1n, ''), { 'sec-fetch-site': 'cross-site' }))).toBe(403);
  });

  it('S4 needs an origin of ours', async () => {
    const secret = await server.sessions.begin(1n, '');
    expect(await refusal(open(secret, {}))).toBe(403);
    expect(await refusal(open(secret, { origin: 'null' }))).toBe(403);
    expect(await refusal(open(secret, { origin: 'http://evil.test' }))).toBe(403);
    const socket = open(secret, { origin: `http://127.0.0.1:${server.port}` });
    await once(socket, 'open');
  });

  it('is for upgrades only', async () => {
    const headers = { cookie: `plecho=${await server.sessions.begin(1n, '')}` };
    const response = await fetch(`http://127.0.0.1:${server.port}/api/stream`, { headers });
    expect(response.status).toBe(400);
  });

  it('S11 has a bound for each user: the newest takes the place of the oldest, and nobody else’s', async () => {
    const { socket: other } = await signIn(2n);
    const opened: WebSocket[] = [];
    for (let n = 0; n < 3; n += 1) opened.push((await signIn()).socket);
    const codes: [number, number][] = [];
    opened.forEach((socket, n) => socket.on('close', (code) => codes.push([n, code])));
    await signIn();
    await signIn();
    await until(() => codes.length === 2);
    expect(codes).toEqual([
      [0, CLOSE_REPLACED],
      [1, CLOSE_REPLACED],
    ]);
    expect(server.streams.size).toBe(4);
    expect([opened[2], other].map((socket) => socket?.readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
  });

  it('S11 has a bound for all together', async () => {
    for (let n = 0n; n < 10n; n += 1n) await signIn(n + 1n);
    const { socket } = await signIn(11n);
    expect((await once(socket, 'close'))[0]).toBe(1013);
    expect(server.streams.size).toBe(10);
  });
});

describe('a stream', () => {
  it('is not compressed, though a browser offers it: frames go past the library, whole', async () => {
    const { socket } = await signIn();
    expect(socket.extensions).toBe('');
  });

  it('sends snapshots of what is subscribed and measures latency', async () => {
    const { socket } = await signIn();
    subscribe(socket, tickers);
    expect(await next(socket, 'tickers')).toMatchObject({ kind: 'snapshot', market: 'main' });
    subscribe(socket, { channel: 'account', market: 'main' });
    expect(await next(socket, 'account')).toMatchObject({ kind: 'snapshot', seq: 4 });
    subscribe(socket, { channel: 'candles', market: 'main', symbol: 'BTCUSDT', interval: '1m' });
    expect(await next(socket, 'candles')).toMatchObject({ kind: 'snapshot', symbol: 'BTCUSDT' });
    say(socket, { op: 'ping', n: 42 });
    expect(await next(socket, 'pong')).toEqual({ type: 'pong', n: 42 });
  });

  it('sends changes until they are no longer wanted', async () => {
    const { socket } = await signIn();
    subscribe(socket, tickers);
    await next(socket, 'tickers');
    server.hub.price('main', market.setPrice('BTCUSDT', '101'));
    expect(await next(socket, 'tickers')).toMatchObject({
      kind: 'update',
      data: { rows: [['BTCUSDT', '101', '1', '1', '101', '90', '5', market.time]] },
    });
    say(socket, { op: 'unsubscribe', channel: tickers });
    say(socket, { op: 'ping', n: 1 });
    await next(socket, 'pong');
    let frames = 0;
    socket.on('message', () => (frames += 1));
    server.hub.price('main', market.setPrice('BTCUSDT', '102'));
    server.hub.flushPrices(Date.now() + 10_000);
    say(socket, { op: 'ping', n: 2 });
    await next(socket, 'pong');
    expect(frames).toBe(1);
  });

  it.each([
    ['another market', { channel: 'tickers', market: 'elsewhere' }, 'unknown_market', 'tickers:elsewhere'],
    [
      'an unknown pair',
      { channel: 'candles', market: 'main', symbol: 'XUSDT', interval: '1m' },
      'unknown_symbol',
      'candles:main:XUSDT:1m',
    ],
  ])('says why it refuses %s and stays open', async (_name, channel, code, key) => {
    const { socket } = await signIn();
    subscribe(socket, channel);
    expect(await next(socket, 'error')).toMatchObject({ code, key });
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  it('says when an account can’t be read now', async () => {
    const { socket } = await signIn(2n);
    subscribe(socket, { channel: 'account', market: 'main' });
    expect(await next(socket, 'error')).toMatchObject({ code: 'unavailable', key: 'account:main' });
  });

  it.each(['{', '[]', '{"op":"subscribe"}', '{"op":"ping","n":1,"extra":true}', '{"op":"ping","n":"1"}'])(
    'S5 is closed after %s',
    async (text) => {
      const { socket } = await signIn();
      socket.send(text);
      expect((await once(socket, 'close'))[0]).toBe(1008);
    },
  );

  it('is closed after too large, binary or too many messages', async () => {
    const { socket: large } = await signIn();
    large.send('x'.repeat(17 * 1024));
    expect((await once(large, 'close'))[0]).toBe(1009);
    const { socket: binary } = await signIn();
    binary.send(Buffer.from('{"op":"ping","n":1}'), { binary: true });
    expect((await once(binary, 'close'))[0]).toBe(1008);
    const { socket: many } = await signIn();
    for (let n = 0; n < 200; n += 1) say(many, { op: 'ping', n });
    expect((await once(many, 'close'))[0]).toBe(1008);
  });

  it('S1 is closed when its session ends, at once, and no other', async () => {
    const first = await signIn();
    const second = await signIn();
    const identity = await server.sessions.resolve(first.secret);
    if (identity === null) throw new Error('no session');
    const closed = once(first.socket, 'close');
    await server.sessions.end(identity);
    expect((await closed)[0]).toBe(CLOSE_SIGNED_OUT);
    expect(second.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('S1 starts anew when its user is blocked', async () => {
    const { socket } = await signIn();
    const closed = once(socket, 'close');
    server.store.users.set(1n, { ...userRecord(1n), blockReason: 'conduct' });
    server.sessions.invalidate(1n);
    expect((await closed)[0]).toBe(CLOSE_CHANGED);
  });

  it('S1 starts anew when its session has a new secret, of which only a notice tells', async () => {
    const { socket } = await signIn();
    const closed = once(socket, 'close');
    const [[old, session] = ['', undefined]] = server.store.rows;
    if (session === undefined) throw new Error('no session');
    server.store.rows.delete(old);
    server.store.rows.set('the new secret', session);
    server.sessions.invalidate(session.userId);
    expect((await closed)[0]).toBe(CLOSE_CHANGED);
  });

  it('S1 looks again at a session that could not be looked up', async () => {
    const { secret, socket } = await signIn();
    server.store.broken = true;
    server.sessions.invalidate(null);
    await until(() => server.store.finds >= 2);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    const closed = once(socket, 'close');
    server.store.rows.clear();
    server.store.broken = false;
    expect((await closed)[0]).toBe(CLOSE_SIGNED_OUT);
    expect(await server.sessions.resolve(secret)).toBeNull();
  });

  it('S1 waits for the answer about its session before it is asked for again, and for one from after a notice', async () => {
    await signIn();
    const resolve = vi.spyOn(server.sessions, 'resolve');
    const fails: (() => void)[] = [];
    resolve.mockImplementation(() => new Promise((_resolve, reject) => fails.push(() => reject(new Error('gone')))));
    server.sessions.invalidate(null);
    fails.shift()?.();
    await until(() => {
      timers.run(1_000);
      return fails.length === 1;
    });
    for (let n = 0; n < 5; n += 1) timers.run(1_000);
    expect(resolve).toHaveBeenCalledTimes(2);
    server.sessions.invalidate(1n);
    server.sessions.invalidate(null);
    expect(resolve).toHaveBeenCalledTimes(2);
    fails.shift()?.();
    await until(() => fails.length === 1);
    expect(resolve).toHaveBeenCalledTimes(3);
    resolve.mockRestore();
    fails.shift()?.();
  });

  it('S1 has its session looked at twice a minute, in a turn of its own: thousands at once would keep prices back', async () => {
    for (let n = 0n; n < 10n; n += 1n) await signIn(n + 1n);
    const resolve = vi.spyOn(server.sessions, 'resolve');
    const looks = Array.from({ length: 120 }, () => {
      resolve.mockClear();
      timers.run(250);
      return resolve.mock.calls.map(([secret]) => secret);
    });
    resolve.mockRestore();
    expect(Math.max(...looks.map((each) => each.length))).toBe(1);
    expect(new Set(looks.flat()).size).toBe(10);
  });

  it('S10 is told that the server stops', async () => {
    const { socket } = await signIn();
    const closed = once(socket, 'close');
    await server.streams.close(1_000);
    expect((await closed)[0]).toBe(CLOSE_RESTART);
    expect(server.streams.size).toBe(0);
  });
});
