import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { serverMessage, type ServerMessage } from '@plecho/contract';
import { afterEach, beforeEach } from 'vitest';
import { WebSocket } from 'ws';
import type { Server, Services } from '../../src/api/server.ts';
import { createApp } from '../../src/app.ts';
import { createSessions, type Sessions } from '../../src/identity/sessions.ts';
import { systemClock, type Clock } from '../../src/lib/clock.ts';
import { AccountIds } from '../../src/queries/account-ids.ts';
import type { AccountReader } from '../../src/queries/ports.ts';
import { StreamHub } from '../../src/streams/hub.ts';
import { ShownMarkets } from '../../src/streams/shown-markets.ts';
import { Streams } from '../../src/streams/streams.ts';
import { appOptions } from './app.ts';
import { FixedMarket, onlyMarket } from './fixed-market.ts';
import { MemorySessions } from './memory-sessions.ts';

const account = {
  ...{ id: 7n, userId: 1n, version: 4n, available: 0n, orders: 0n, margin: 0n, locked: 0n, realisedPnl: 0n },
  ...{ season: 1, seasonStartedAt: 0, attempt: null },
};
/** The first user has an account, the others have none. */
const reader: AccountReader = {
  accountId: (userId) => Promise.resolve(userId === 1n ? 7n : null),
  accountsOf: () => Promise.resolve(new Map()),
  view: () => Promise.resolve({ account, positions: [], orders: [] }),
  trades: () => Promise.resolve([]),
  trade: () => Promise.resolve(null),
  parts: () => Promise.resolve({ before: [], rest: 0n }),
  funding: () => Promise.resolve([]),
  seasons: () => Promise.resolve([]),
};

export interface StreamServer {
  readonly market: FixedMarket;
  readonly store: MemorySessions;
  readonly sessions: Sessions;
  readonly hub: StreamHub;
  readonly streams: Streams;
  readonly port: number;
  /** A stream that is being opened. */
  open(secret: string | null, headers?: Record<string, string>): WebSocket;
  /** A bare socket on which a stream has been opened: its bytes are the test's business. */
  openRaw(userId?: bigint): Promise<Socket>;
  /** An open stream with a session of its own. */
  signIn(userId?: bigint): Promise<{ secret: string; socket: WebSocket }>;
}

type Running = Pick<StreamServer, 'store' | 'sessions' | 'hub' | 'streams' | 'port'> & { app: Server };

async function start(market: FixedMarket, clock: Clock): Promise<Running> {
  const markets = onlyMarket(market);
  const store = new MemorySessions();
  const sessions = createSessions(store, clock, () => undefined);
  const hub = new StreamHub({
    ...{ markets, accountIds: new AccountIds(reader, markets), reader, onError: () => undefined },
    ...{ admit: () => null, shown: new ShownMarkets() },
    payments: { read: () => Promise.resolve({ operations: [], wallet: [] }) },
    drill: () => Promise.reject(new Error('no drill')),
    alerts: { read: () => Promise.resolve({ rings: [], unseen: 0, waiting: 0 }) },
  });
  const streams = new Streams(hub, sessions, clock, {
    perUser: 3,
    total: 10,
    outbox: { pauseBytes: 64 * 1024, resumeBytes: 16 * 1024, patienceMs: 1_500 },
  });
  const services = {
    sessions,
    clock,
    version: '0',
    acceptStream: (opened, identity, secret) => streams.accept(opened, identity, secret),
  } as Partial<Services> as Services;
  const app = await createApp(services, appOptions());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { store, sessions, hub, streams, port, app };
}

/** The upgrade of a stream as bytes. @param secret null: without a session */
export function handshake(port: number, secret: string | null, more = ''): string {
  const cookie = secret === null ? '' : `Cookie: plecho=${secret}\r\n`;
  return (
    `GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-Fetch-Site: same-origin\r\n` +
    `${cookie}${more}\r\n`
  );
}

/** The streams of a market with one price behind the real HTTP server, anew for every test of a file. */
export function useStreams(clock = systemClock): StreamServer {
  const market = new FixedMarket();
  let running: Running | undefined;
  const closers: (() => void)[] = [];
  const ready = (): Running => {
    if (running === undefined) throw new Error('the streams are there in tests only');
    return running;
  };
  beforeEach(async () => {
    market.prices.clear();
    running = await start(market, clock);
    market.setPrice('BTCUSDT', '100');
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) close();
    const { streams, app } = ready();
    await streams.close(100);
    await app.close();
  });
  const open: StreamServer['open'] = (secret, headers = { 'sec-fetch-site': 'same-origin' }) => {
    const cookie: Record<string, string> = secret === null ? {} : { cookie: `plecho=${secret}` };
    const socket = new WebSocket(`ws://127.0.0.1:${ready().port}/api/stream`, { headers: { ...cookie, ...headers } });
    socket.on('error', () => undefined);
    closers.push(() => socket.terminate());
    return socket;
  };
  return {
    market,
    get store() {
      return ready().store;
    },
    get sessions() {
      return ready().sessions;
    },
    get hub() {
      return ready().hub;
    },
    get streams() {
      return ready().streams;
    },
    get port() {
      return ready().port;
    },
    open,
    async openRaw(userId = 1n) {
      const { port, sessions } = ready();
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      closers.push(() => socket.destroy());
      socket.write(handshake(port, await sessions.begin(userId, '')));
      await once(socket, 'readable');
      return socket;
    },
    async signIn(userId = 1n) {
      const secret = await ready().sessions.begin(userId, '');
      const socket = open(secret);
      await once(socket, 'open');
      return { secret, socket };
    },
  };
}

/** The next message of a type. */
export async function next(socket: WebSocket, type: ServerMessage['type']): Promise<ServerMessage> {
  for (;;) {
    const [data] = (await once(socket, 'message')) as [Buffer];
    const message = serverMessage.parse(JSON.parse(data.toString()));
    if (message.type === type) return message;
  }
}

export const say = (socket: WebSocket, message: object): void => socket.send(JSON.stringify(message));
export const subscribe = (socket: WebSocket, channel: object): void => say(socket, { op: 'subscribe', channel });
export const tickers = { channel: 'tickers', market: 'main' };
