import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CLOSE_CHANGED, CLOSE_SIGNED_OUT, serverMessage, type AccountData, type ServerMessage } from '@plecho/contract';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { useDatabase } from '../../test/harness/database.ts';
import { PASSWORD, TOLD_MS, until, useServer, type Person } from '../../test/support/server.ts';

const database = useDatabase();
const server = useServer(database);
const sockets: WebSocket[] = [];
let port: number;

beforeAll(async () => {
  await server.context.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.context.app.server.address() as AddressInfo).port;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

/** One's own view of the account, kept as a client keeps it: a snapshot and then changes without a gap. */
interface Follower {
  socket: WebSocket;
  seqs: number[];
  gaps: number;
  positions: Map<string, string>;
  orders: Set<string>;
  trades: string[];
  available: string;
}

function apply(follower: Follower, message: Extract<ServerMessage, { type: 'account' }>): void {
  const { data, kind, seq } = message;
  const last = follower.seqs.at(-1);
  if (kind === 'snapshot') {
    follower.positions.clear();
    follower.orders.clear();
  } else if (last !== undefined && seq !== last + 1) follower.gaps += 1;
  follower.seqs.push(seq);
  follower.available = data.balances.available;
  for (const position of data.positions) follower.positions.set(position.id, position.amount);
  for (const id of data.removedPositions) follower.positions.delete(id);
  for (const order of data.orders) follower.orders.add(order.id);
  for (const id of data.removedOrders) follower.orders.delete(id);
  follower.trades.push(...data.trades.map((trade: AccountData['trades'][number]) => `${trade.reason} ${trade.market}`));
}

async function follow(person: Person, channel: object = { channel: 'account', market: 'main' }): Promise<Follower> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/stream`, {
    headers: { cookie: person.cookie ?? '', origin: `http://127.0.0.1:${port}` },
  });
  sockets.push(socket);
  const follower: Follower = {
    socket,
    seqs: [],
    gaps: 0,
    positions: new Map(),
    orders: new Set(),
    trades: [],
    available: '',
  };
  socket.on('message', (data: Buffer) => {
    const message = serverMessage.parse(JSON.parse(data.toString()));
    if (message.type === 'account') apply(follower, message);
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ op: 'subscribe', channel }));
  return follower;
}

const LONG = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 10 };

describe('one’s own account on the stream', () => {
  it('follows every command and every decision of the market', async () => {
    const person = await server.register();
    const follower = await follow(person);
    await until(() => follower.seqs.length === 1);
    expect(follower.available).toBe('1000');
    const { body } = await person.post('/trading/positions', LONG);
    await until(() => follower.positions.get(String(body['id'])) === '10');
    await person.delete(`/trading/positions/${String(body['id'])}?portion=0.5`);
    await until(() => follower.positions.get(String(body['id'])) === '5');
    const order = await person.post('/trading/orders', { ...LONG, limitPrice: '95' });
    await until(() => follower.orders.has(String(order.body['id'])));
    server.feed.tick('BTCUSDT', '94');
    await until(() => follower.orders.size === 0 && follower.positions.size === 2);
    server.feed.tick('BTCUSDT', '80');
    await until(() => follower.positions.size === 0);
    expect(follower.trades).toEqual(['user main', 'liquidation main', 'liquidation main']);
    expect(follower.gaps).toBe(0);
    expect(follower.available).toBe((await person.get('/trading/balance')).body['available']);
  });

  it('is the same for a client that comes in the middle of many commits', async () => {
    const person = await server.register();
    const followers: Follower[] = [];
    const opening = Array.from({ length: 60 }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, n * 3));
      await person.post('/trading/positions', { ...LONG, amount: '1' });
    });
    for (let n = 0; n < 8; n += 1) {
      followers.push(await follow(person));
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    await Promise.all(opening);
    for (const follower of followers) {
      await until(() => follower.positions.size === 60);
      expect(follower.gaps).toBe(0);
      expect(follower.available).toBe('940');
    }
  });

  it('shows nothing of anybody else', async () => {
    const [person, other] = [await server.register(), await server.register()];
    const follower = await follow(other);
    await until(() => follower.seqs.length === 1);
    await person.post('/trading/positions', LONG);
    await other.post('/trading/positions', { ...LONG, amount: '20' });
    await until(() => follower.positions.size === 1);
    expect([...follower.positions.values()]).toEqual(['20']);
    expect(follower.seqs).toHaveLength(2);
  });

  it('S1 ends at once when its user signs out everywhere from another device', async () => {
    const person = await server.register();
    const follower = await follow(person);
    await until(() => follower.seqs.length === 1);
    const other = server.stranger();
    await other.post('/auth/login', { phone: person.phone, password: PASSWORD });
    const closed = once(follower.socket, 'close');
    const since = Date.now();
    await other.post('/auth/logout-everywhere');
    expect((await closed)[0]).toBe(CLOSE_SIGNED_OUT);
    expect(Date.now() - since).toBeLessThan(TOLD_MS);
  });

  it('S1 ends when another process removes the session', async () => {
    const person = await server.register();
    const follower = await follow(person);
    await until(() => follower.seqs.length === 1);
    const closed = once(follower.socket, 'close');
    await database.owner.query('DELETE FROM sessions USING users WHERE users.id = user_id AND phone = $1', [
      person.phone,
    ]);
    expect((await closed)[0]).toBe(CLOSE_SIGNED_OUT);
  });

  it('S1 of other devices ends with a change of password, and one’s own begins anew', async () => {
    const person = await server.register();
    const other = server.stranger();
    await other.post('/auth/login', { phone: person.phone, password: PASSWORD });
    const [own, theirs] = [await follow(person), await follow(other)];
    await until(() => own.seqs.length + theirs.seqs.length === 2);
    const closed = [own, theirs].map(({ socket }) => once(socket, 'close'));
    await person.post('/auth/password', { currentPassword: PASSWORD, newPassword: 'судак43' });
    expect((await Promise.all(closed)).map(([code]) => code as number)).toEqual([CLOSE_CHANGED, CLOSE_SIGNED_OUT]);
    const anew = await follow(person);
    await person.post('/trading/positions', LONG);
    await until(() => anew.positions.size === 1);
  });
});
