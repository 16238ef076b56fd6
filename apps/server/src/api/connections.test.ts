import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { plainRequest, rawRequest, rawSocket } from '../../test/support/raw-http.ts';
import { until } from '../../test/support/server.ts';
import { connectionLimits, Connections } from './connections.ts';
import { createHttpServer } from './http-server.ts';

const TOTAL = 10;
/** One address has half of them at most. */
const MINE = 5;

interface Busy {
  connections: Connections;
  port: number;
  /** Answers to /wait that a test gives when it likes. */
  waiting: ServerResponse[];
  /** Requests that have arrived, as far as their header. */
  asked(): number;
  /** … and those that /refused has answered without their body, which has come since. */
  late(): number;
  /** Connections on which something was said, still open as far as their owner knows. */
  say(text: string, count?: number): Promise<Socket[]>;
}

/** A server that answers at once, or when it is told to; keep-alive either way. */
async function start(proxies: string[] | false = false): Promise<Busy> {
  const connections = new Connections({ total: TOTAL, perAddress: 1_000 }, proxies);
  const waiting: ServerResponse[] = [];
  let asked = 0;
  let late = 0;
  const server = createHttpServer((request, response) => {
    asked += 1;
    if (request.url === '/wait') waiting.push(response);
    else if (request.url === '/refused') {
      request.once('end', () => (late += 1));
      response.end('no');
    } else request.on('end', () => response.end('here')).resume();
  }, connections);
  server.on('upgrade', (_request, socket: Socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  const say: Busy['say'] = async (text, count = 1) => {
    const opened: Socket[] = [];
    for (let n = 0; n < count; n += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(text);
      opened.push(socket);
    }
    sockets.push(...opened);
    return opened;
  };
  return { connections, port, waiting, say, asked: () => asked, late: () => late };
}

const request = (path: string, method = 'GET', headers = {}): string =>
  plainRequest(0, method, path, { connection: 'keep-alive', ...headers });
const gone = (sockets: Socket[]): number => sockets.filter((socket) => socket.destroyed).length;
/** The server has seen what was sent before this, and answers. */
const isServed = async ({ port }: Busy): Promise<boolean> =>
  (await rawRequest(port, plainRequest(port, 'GET', '/'))).body.includes('here');

describe('S11 connections of one address', () => {
  it('that say nothing make room, the oldest first, for whoever asks for something', async () => {
    const server = await start();
    const silent = await server.say('', MINE);
    expect(await isServed(server)).toBe(true);
    await until(() => gone(silent) === 1);
    expect(silent[0]?.destroyed).toBe(true);
    const more = await server.say('', 40);
    await until(() => gone([...silent, ...more]) === 40);
    expect(server.connections).toMatchObject({ open: MINE, reaped: 40, dropped: 0 });
    expect(await isServed(server)).toBe(true);
  });

  it.each([
    ['half a header', 'GET / HTTP/1.1\r\nhost: x\r\n', 0],
    ['a header whose body never comes', request('/', 'POST', { 'content-length': '10' }), MINE],
  ])('that say %s count as saying nothing', async (_name, text, asked) => {
    const server = await start();
    const slow = await server.say(text, MINE);
    await until(() => server.asked() === asked);
    for (let n = 1; n <= MINE; n += 1) {
      await server.say(request('/wait'));
      await until(() => server.waiting.length === n);
    }
    await until(() => gone(slow) === MINE);
    expect(server.connections.dropped).toBe(0);
  });

  it('that have been answered and ask for nothing more come after those', async () => {
    const server = await start();
    const [idle] = await server.say(request('/'));
    await once(idle!, 'data');
    const silent = await server.say('', MINE - 1);
    for (let n = 1; n <= MINE - 1; n += 1) await server.say('');
    await until(() => gone(silent) === MINE - 1);
    expect(idle?.destroyed).toBe(false);
    for (let n = 1; n <= MINE - 1; n += 1) {
      await server.say(request('/wait'));
      await until(() => server.waiting.length === n);
    }
    expect(idle?.destroyed).toBe(false);
    expect(await isServed(server)).toBe(true);
    await until(() => idle?.destroyed === true);
  });

  it('whose request was refused before its body came are not at work when it has come', async () => {
    const server = await start();
    const refused = await server.say(request('/refused', 'POST', { 'content-length': '4' }), MINE);
    await Promise.all(refused.map((socket) => once(socket, 'data')));
    for (const socket of refused) socket.write('body');
    await until(() => server.late() === MINE);
    expect(await isServed(server)).toBe(true);
    expect(server.connections).toMatchObject({ reaped: 1, dropped: 0 });
  });

  it('that are at work are left alone: the newcomer is turned away', async () => {
    const server = await start();
    const busy = await server.say(request('/wait'), MINE - 1);
    const [stream] = await server.say(request('/', 'GET', { connection: 'Upgrade', upgrade: 'websocket' }));
    await once(stream!, 'data');
    await until(() => server.waiting.length === MINE - 1);
    expect(await isServed(server)).toBe(false);
    await until(() => server.connections.dropped === 1);
    expect(gone([...busy, stream!])).toBe(0);
    const answers = busy.map(async (socket) => String(await once(socket, 'data')));
    for (const response of server.waiting) response.end('there');
    expect((await Promise.all(answers)).every((text) => text.includes('there'))).toBe(true);
    expect(await isServed(server)).toBe(true);
  });

  it('are forgotten when they are closed', async () => {
    const server = await start();
    for (const socket of await server.say('', 3)) socket.destroy();
    for (const socket of await server.say(request('/'), 2)) socket.end();
    await until(() => server.connections.open === 0);
    expect(server.connections).toMatchObject({ reaped: 0, dropped: 0 });
  });
});

describe('S11 connections of all together', () => {
  const proxies = ['127.0.0.0/8'];

  it('have a bound too, where a proxy stands for many people and has none of its own', async () => {
    const server = await start(proxies);
    const silent = await server.say('', TOTAL * 4);
    await until(() => gone(silent) > TOTAL * 3);
    expect(server.connections.open).toBeLessThan(TOTAL);
    expect(await isServed(server)).toBe(true);
  });

  it('are turned away by the system’s own means when every one is at work', async () => {
    const server = await start(proxies);
    for (let n = 1; n <= TOTAL; n += 1) {
      await server.say(request('/wait'));
      await until(() => server.waiting.length === n);
    }
    expect(await isServed(server)).toBe(false);
    expect(server.connections).toMatchObject({ open: TOTAL, dropped: 1, reaped: 0 });
  });
});

it('S11 leaves descriptors for everything else', () => {
  expect([64, 200, 512, 20_000, Infinity].map((files) => connectionLimits(files).total)).toEqual([
    32, 100, 412, 19_900, 30_000,
  ]);
});

it('S11 a connection that is reset takes nothing along', async () => {
  const server = await start();
  for (let n = 0; n < MINE; n += 1) {
    const socket = rawSocket(server.port);
    socket.write(request('/wait'));
    await until(() => server.waiting.length === n + 1);
    socket.resetAndDestroy();
  }
  await until(() => server.connections.open === 0);
  expect(await isServed(server)).toBe(true);
});
