import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { LightMyRequestResponse } from 'fastify';
import { ERRORS } from '@plecho/contract';
import { FakeClock } from '@plecho/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listeningApp, type ListeningApp } from '../../test/support/app.ts';
import { plainRequest, rawRequest, rawSocket } from '../../test/support/raw-http.ts';
import { until } from '../../test/support/server.ts';
import type { AppOptions } from '../app.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import type { Services } from './server.ts';

const TOKEN = 'a-token-of-machines';
const SITE = new URL('https://plecho.example');
/** Addresses as they look to the server. */
const [HERE, PROXY, ELSEWHERE] = ['127.0.0.1', '10.0.0.1', '203.0.113.7'];

async function listen(options: Partial<AppOptions> = {}, services: Partial<Services> = {}): Promise<ListeningApp> {
  const metrics = (): Promise<string> => Promise.resolve('plecho_up 1\n');
  const listening = await listeningApp(options, { services: { metrics, ...services } });
  onTestFinished(() => listening.app.close());
  return listening;
}

const ask = (
  { app }: ListeningApp,
  url: string,
  headers: Record<string, string> = {},
  remoteAddress = HERE,
): Promise<LightMyRequestResponse> => app.inject({ url, headers: { host: 'localhost', ...headers }, remoteAddress });

async function statuses(asked: Promise<LightMyRequestResponse>[]): Promise<number[]> {
  return (await Promise.all(asked)).map(({ statusCode }) => statusCode);
}

describe('a proxy that nobody told the server about', () => {
  const named: Record<string, string>[] = [
    { 'x-forwarded-for': ELSEWHERE },
    { 'x-forwarded-proto': 'https' },
    { 'x-forwarded-host': 'plecho.example' },
    { forwarded: `for=${ELSEWHERE}` },
  ];

  it.each(named)('S11 is refused: %j', async (headers) => {
    const listening = await listen();
    for (const from of [HERE, ELSEWHERE]) {
      const answer = await ask(listening, '/api/health', headers, from);
      expect([answer.statusCode, answer.json()]).toEqual([
        421,
        { error: ERRORS.proxy_not_trusted.text, code: 'proxy_not_trusted' },
      ]);
    }
    expect(await statuses([ask(listening, '/api/health')])).toEqual([200]);
  });

  it('S11 is named in the log, with what to set, once a minute', async () => {
    let now = 0;
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    const listening = await listen({ logger }, { clock: { ...systemClock, now: () => now } });
    const refuse = (): Promise<LightMyRequestResponse> => ask(listening, '/', { 'x-forwarded-for': ELSEWHERE }, PROXY);
    const hints = (): string[] => lines.filter((line) => line.includes('TRUST_PROXY'));
    await refuse();
    await refuse();
    now = 59_999;
    await refuse();
    expect(hints()).toHaveLength(1);
    expect(hints()[0]).toContain(PROXY);
    now = 60_000;
    await refuse();
    expect(hints()).toHaveLength(2);
  });

  it('S4 is ignored where another one is trusted', async () => {
    const listening = await listen({ trustProxy: ['10.0.0.0/8'] });
    const forged = { 'x-forwarded-for': HERE, 'x-forwarded-host': 'evil.example' };
    expect(await statuses([ask(listening, '/api/health', forged, ELSEWHERE)])).toEqual([200]);
    expect(await statuses([ask(listening, '/metrics', forged, ELSEWHERE)])).toEqual([403]);
  });
});

describe('the figures', () => {
  it.each(['/metrics', '/api/metrics'])('S6 of %s are for this machine and for whoever has the token', async (url) => {
    const listening = await listen({ metricsToken: TOKEN, trustProxy: ['10.0.0.0/8', '127.0.0.0/8'] });
    const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
    const refused = [
      ask(listening, url, {}, ELSEWHERE),
      ask(listening, url, bearer(`${TOKEN}x`), ELSEWHERE),
      ask(listening, url, bearer(''), ELSEWHERE),
      ask(listening, url, { authorization: TOKEN }, ELSEWHERE),
      ask(listening, url, { 'x-forwarded-for': ELSEWHERE }),
      ask(listening, url, { 'x-forwarded-for': `${HERE}, ${ELSEWHERE}` }),
      ask(listening, url, { 'x-forwarded-for': HERE }),
      ask(listening, url, { 'x-forwarded-for': HERE }, PROXY),
    ];
    expect(new Set(await statuses(refused))).toEqual(new Set([403]));
    const served = [
      ask(listening, url),
      ask(listening, url, {}, '::1'),
      ask(listening, url, bearer(TOKEN), ELSEWHERE),
      ask(listening, url, { ...bearer(TOKEN), 'x-forwarded-for': ELSEWHERE }),
    ];
    expect(new Set(await statuses(served))).toEqual(new Set([200]));
  });

  it('S6 have no token unless one is set', async () => {
    const listening = await listen();
    for (const authorization of ['Bearer ', 'Bearer null', 'Bearer undefined']) {
      expect(await statuses([ask(listening, '/metrics', { authorization }, ELSEWHERE)])).toEqual([403]);
    }
  });
});

describe('a site with a public address', () => {
  const options = { publicUrl: SITE, trustProxy: ['10.0.0.0/8'] };

  it('S4 answers to no other name, except to health checks of this machine', async () => {
    const listening = await listen(options);
    const refused = [
      ask(listening, '/api/health', { host: 'plecho.example:8080' }),
      ask(listening, '/api/health', { host: 'evil.example' }),
      ask(listening, '/api/health', { host: 'localhost' }, ELSEWHERE),
      ask(listening, '/api/network', { host: 'localhost' }),
      ask(listening, '/api/health', { host: 'plecho.example', 'x-forwarded-host': 'evil.example' }, PROXY),
    ];
    for (const answer of await Promise.all(refused)) {
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([421, 'unknown_host']);
    }
    const served = [
      ask(listening, '/api/health', { host: 'plecho.example' }, ELSEWHERE),
      ask(listening, '/api/health', { host: 'inside', 'x-forwarded-host': 'plecho.example' }, PROXY),
      ask(listening, '/health', { host: '127.0.0.1:3000' }),
      ask(listening, '/metrics', { host: 'localhost:3000' }),
    ];
    expect(new Set(await statuses(served))).toEqual(new Set([200]));
  });

  it('S4 lets only its own origin act', async () => {
    const { app } = await listen(options);
    const post = (origin: string): Promise<LightMyRequestResponse> =>
      app.inject({
        method: 'POST',
        url: '/api/auth/logout',
        headers: { host: 'plecho.example', origin, cookie: 'x=1' },
      });
    expect(await statuses([post('https://plecho.example')])).toEqual([401]);
    expect(await statuses(['http://plecho.example', 'https://plecho.example:8443', 'null'].map(post))).toEqual([
      403, 403, 403,
    ]);
  });

  it.each([
    ['https://localhost', '__Host-plecho', true],
    ['http://localhost', 'plecho', false],
  ])('S1 at %s has the cookie %s', async (url, name, secure) => {
    const names = { firstName: 'Анна', lastName: 'Иванова' };
    const user = { id: 1n, phone: '+7', ...names, role: 'user', createdAt: 0 };
    const login = (): Promise<unknown> => Promise.resolve({ secret: 's', user });
    const accounts = { login } as never;
    const { app } = await listen({ publicUrl: new URL(url) }, { accounts });
    const headers = { host: 'localhost', 'sec-fetch-site': 'same-origin' };
    const payload = { phone: '+79160000001', password: 'лосось42' };
    const { cookies } = await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload });
    expect(cookies).toMatchObject(
      [name, `${name}-device`].map((each) => ({ name: each, httpOnly: true, sameSite: 'Lax' })),
    );
    for (const cookie of cookies) expect(cookie.secure === true).toBe(secure);
  });
});

describe('somebody who leaves', () => {
  it('in the middle of a body is no failure in the log', async () => {
    const lines: string[] = [];
    const { app, port } = await listen({
      logger: createLogger('warn', { write: (line) => void lines.push(line) }),
    });
    for (const leave of ['resetAndDestroy', 'destroy'] as const) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(
        plainRequest(port, 'POST', '/api/auth/login', { 'content-type': 'application/json', 'content-length': '100' }),
      );
      socket.write('{"phone":');
      const [request] = (await once(app.server, 'request')) as [IncomingMessage];
      socket[leave]();
      await new Promise((resolve) => request.on('close', resolve));
      expect(request.errored).toMatchObject({ code: 'ECONNRESET' });
    }
    await app.close();
    expect(lines).toEqual([]);
  });
});

describe('an upgrade that is refused', () => {
  it('S11 doesn’t keep its socket, whether the client reads, closes, or does neither', async () => {
    const clock = new FakeClock(Date.now());
    let answered = 0;
    const { app, port } = await listen({ observer: () => (answered += 1) }, { clock });
    const upgrade = plainRequest(port, 'GET', '/api/stream', {
      ...{ connection: 'Upgrade', upgrade: 'websocket' },
      ...{ 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
    });
    const sockets = Array.from({ length: 50 }, () => rawSocket(port));
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    for (const [n, socket] of sockets.entries()) {
      socket.write(upgrade);
      if (n % 2 === 0) socket.resume();
    }
    const open = (): Promise<number> =>
      new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
    await until(() => answered === 50);
    // Long before a handshake that goes on would be given up.
    clock.advance(1_000);
    await until(async () => (await open()) === 0);
    expect((await rawRequest(port, upgrade)).status).toBe(401);
  });
});
