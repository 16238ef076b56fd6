import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { CLOSE_RESTART, CLOSE_SIGNED_OUT, serverMessage, type ServerMessage } from '@plecho/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { FixedMarket } from '../../test/support/fixed-market.ts';
import { MemorySessions, userRecord } from '../../test/support/memory-sessions.ts';
import type { Server, Services } from '../api/server.ts';
import { createApp } from '../app.ts';
import { createSessions, type Sessions } from '../identity/sessions.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { AccountIds } from '../queries/account-ids.ts';
import type { AccountReader, MarketDirectory } from '../queries/ports.ts';
import { StreamHub } from './hub.ts';
import { Streams } from './streams.ts';

const market = new FixedMarket();
const markets: MarketDirectory = {
  mainId: 'main',
  get: (id) => (id === 'main' ? market : null),
  isExpected: () => false,
  isWithdrawn: () => false,
  all: () => [market],
};
const account = {
  ...{ id: 7n, userId: 1n, version: 4n, available: 0n, orders: 0n, margin: 0n, locked: 0n, realisedPnl: 0n },
  ...{ season: 1, seasonStartedAt: 0 },
};
const reader: AccountReader = {
  accountId: (userId) => Promise.resolve(userId === 1n ? 7n : null),
  accountsOf: () => Promise.resolve(new Map()),
  view: () => Promise.resolve({ account, positions: [], orders: [] }),
  trades: () => Promise.resolve([]),
  trade: () => Promise.resolve(null),
  seasons: () => Promise.resolve([]),
};

let store: MemorySessions;
let sessions: Sessions;
let hub: StreamHub;
let streams: Streams;
let app: Server;
let port: number;
let sockets: WebSocket[];

beforeEach(async () => {
  sockets = [];
  store = new MemorySessions();
  sessions = createSessions(store, systemClock, () => undefined);
  const desk = { submit: () => Promise.reject(new Error('not here')) };
  hub = new StreamHub({
    ...{ markets, accountIds: new AccountIds(reader, desk, markets), reader, onError: () => undefined },
    payments: { read: () => Promise.resolve({ operations: [], wallet: [] }) },
  });
  streams = new Streams(hub, sessions, systemClock, {
    perUser: 3,
    total: 10,
    outbox: { pauseBytes: 64 * 1024, resumeBytes: 16 * 1024, patienceMs: 1_500 },
  });
  const services = {
    sessions,
    clock: systemClock,
    version: '0',
    acceptStream: (socket, identity, secret) => streams.accept(socket, identity, secret),
  } as Partial<Services> as Services;
  app = await createApp(services, {
    logger: createLogger('silent'),
    trustProxy: false,
    requestsPerMinute: 1000,
    pages: null,
    observer: () => undefined,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
  market.setPrice('BTCUSDT', '100');
});

afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  await streams.close(100);
  await app.close();
});

function open(secret: string | null, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }): WebSocket {
  const cookie: Record<string, string> = secret === null ? {} : { cookie: `plecho=${secret}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/stream`, { headers: { ...cookie, ...headers } });
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** HTTP status of a refused handshake. */
async function refusal(socket: WebSocket): Promise<number> {
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  return response.statusCode;
}

async function signIn(userId = 1n): Promise<{ secret: string; socket: WebSocket }> {
  const secret = await sessions.begin(userId, '');
  const socket = open(secret);
  await once(socket, 'open');
  return { secret, socket };
}

async function next(socket: WebSocket, type: ServerMessage['type']): Promise<ServerMessage> {
  for (;;) {
    const [data] = (await once(socket, 'message')) as [Buffer];
    const message = serverMessage.parse(JSON.parse(data.toString()));
    if (message.type === type) return message;
  }
}

const say = (socket: WebSocket, message: object): void => socket.send(JSON.stringify(message));
const subscribe = (socket: WebSocket, channel: object): void => say(socket, { op: 'subscribe', channel });
const tickers = { channel: 'tickers', market: 'main' };

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('it did not happen');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('the handshake', () => {
  it('S6 needs a living session', async () => {
    expect(await refusal(open(null))).toBe(401);
    expect(await refusal(open('x'.repeat(43)))).toBe(401);
    expect(await refusal(open(await sessions.begin(1n, ''), { 'sec-fetch-site': 'cross-site' }))).toBe(403);
  });

  it('S4 needs an origin of ours', async () => {
    const secret = await sessions.begin(1n, '');
    expect(await refusal(open(secret, {}))).toBe(403);
    expect(await refusal(open(secret, { origin: 'null' }))).toBe(403);
    expect(await refusal(open(secret, { origin: 'http://evil.test' }))).toBe(403);
    const socket = open(secret, { origin: `http://127.0.0.1:${port}` });
    await once(socket, 'open');
  });

  it('is for upgrades only', async () => {
    const headers = { cookie: `plecho=${await sessions.begin(1n, '')}` };
    const response = await fetch(`http://127.0.0.1:${port}/api/stream`, { headers });
    expect(response.status).toBe(400);
  });

  it('has a bound for each user', async () => {
    for (let n = 0; n < 3; n += 1) await signIn();
    const { socket } = await signIn();
    expect((await once(socket, 'close'))[0]).toBe(1013);
    await signIn(2n);
  });
});

describe('a stream', () => {
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
    hub.price('main', market.setPrice('BTCUSDT', '101'));
    expect(await next(socket, 'tickers')).toMatchObject({
      kind: 'update',
      data: { rows: [['BTCUSDT', '101', '1', '1', '101', '90', '5', market.time]] },
    });
    say(socket, { op: 'unsubscribe', channel: tickers });
    say(socket, { op: 'ping', n: 1 });
    await next(socket, 'pong');
    let frames = 0;
    socket.on('message', () => (frames += 1));
    hub.price('main', market.setPrice('BTCUSDT', '102'));
    hub.flush(Date.now() + 10_000);
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

  it('S1 is closed when its session ends, within a second, and no other', async () => {
    const first = await signIn();
    const second = await signIn();
    const identity = await sessions.resolve(first.secret);
    if (identity === null) throw new Error('no session');
    const since = Date.now();
    const closed = once(first.socket, 'close');
    await sessions.end(identity);
    expect((await closed)[0]).toBe(CLOSE_SIGNED_OUT);
    expect(Date.now() - since).toBeLessThan(1_000);
    expect(second.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('S1 starts anew when its user is blocked', async () => {
    const { socket } = await signIn();
    const closed = once(socket, 'close');
    store.users.set(1n, { ...userRecord(1n), blockReason: 'conduct' });
    sessions.invalidate(1n);
    expect((await closed)[0]).toBe(CLOSE_RESTART);
  });

  it('S1 looks again at a session that could not be looked up', async () => {
    const { secret, socket } = await signIn();
    store.broken = true;
    sessions.invalidate(null);
    await until(() => store.finds >= 2);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    const closed = once(socket, 'close');
    store.rows.clear();
    store.broken = false;
    expect((await closed)[0]).toBe(CLOSE_SIGNED_OUT);
    expect(await sessions.resolve(secret)).toBeNull();
  });

  it('S10 is told that the server stops', async () => {
    const { socket } = await signIn();
    const closed = once(socket, 'close');
    await streams.close(1_000);
    expect((await closed)[0]).toBe(CLOSE_RESTART);
    expect(streams.size).toBe(0);
  });
});

describe('a client that never reads', () => {
  it('S9 is cut at a bound, and the others don’t notice', async () => {
    const slow = connect(port, '127.0.0.1');
    const secret = await sessions.begin(1n, '');
    slow.on('error', () => undefined);
    slow.write(
      `GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-Fetch-Site: same-origin\r\n` +
        `Cookie: plecho=${secret}\r\n\r\n`,
    );
    await once(slow, 'readable');
    // One masked text frame: {"op":"subscribe","channel":{"channel":"tickers","market":"main"}}; mask of zeros.
    const text = Buffer.from(JSON.stringify({ op: 'subscribe', channel: tickers }));
    slow.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]));
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
    for (let n = 1; streams.size === 2 && n < 2_000; n += 1) {
      for (const symbol of market.prices.keys()) hub.price('main', market.setPrice(symbol, String(n)));
      hub.flush(Date.now());
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await until(() => streams.size === 1);
    expect(streams.cut).toBe(1);
    await until(() => lastSeq > 0);
    expect(gaps).toBe(0);
    expect(quick.readyState).toBe(WebSocket.OPEN);
    slow.destroy();
    market.prices.clear();
  });
});
