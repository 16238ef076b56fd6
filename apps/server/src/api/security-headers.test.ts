import { ERRORS, type ErrorCode } from '@plecho/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listeningApp, type ListeningApp } from '../../test/support/app.ts';
import { MemorySessions, userRecord } from '../../test/support/memory-sessions.ts';
import { plainRequest, rawRequest, type RawAnswer } from '../../test/support/raw-http.ts';
import type { AppOptions } from '../app.ts';
import { securityHeaders } from './security-headers.ts';
import type { Server } from './server.ts';

const pages = {
  files: new Map(),
  inlineHashes: { script: ["'sha256-x'"], style: [] },
};
/** Ten times as many from this machine. */
const REQUESTS_PER_MINUTE = 5;

const blocked = new MemorySessions();
blocked.users.set(1n, { ...userRecord(1n), blockReason: 'conduct' });
const apps: Server[] = [];
let port: number;
let cookie: string;

async function listen(options: Partial<AppOptions> = {}): Promise<ListeningApp> {
  const listening = await listeningApp(
    { pages, requestsPerMinute: REQUESTS_PER_MINUTE, ...options },
    { store: blocked },
  );
  apps.push(listening.app);
  return listening;
}

beforeAll(async () => {
  ({ port, cookie } = await listen());
});
afterAll(() => Promise.all(apps.map((app) => app.close())));

const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
const get = (path: string, headers = {}): string => plainRequest(port, 'GET', path, headers);
const post = (path: string, headers: Record<string, string>, body: string): string =>
  plainRequest(port, 'POST', path, { ...headers, 'content-length': String(Buffer.byteLength(body)) }) + body;
const upgrade = (key: string): string =>
  plainRequest(port, 'GET', '/api/stream', {
    ...{ cookie, connection: 'Upgrade', upgrade: 'websocket', 'sec-fetch-site': 'same-origin' },
    ...{ 'sec-websocket-version': '13', 'sec-websocket-key': key },
  });

/** Every way in which the server refuses, as bytes. */
const refusals: [ErrorCode, string, () => string][] = [
  ['unauthorized', 'the guard', () => get('/api/trading/balance')],
  ['blocked', 'the guard', () => post('/api/trading/orders', { ...json, cookie }, '{}')],
  ['cross_site', 'the guard', () => post('/api/auth/login', { ...json, 'sec-fetch-site': 'cross-site' }, '{}')],
  ['not_found', 'the router', () => post('/api/nothing', json, '{}')],
  ['not_found', 'the pages', () => get('/nothing.js')],
  ['invalid_request', 'a schema', () => post('/api/auth/login', json, '{"phone":1}')],
  ['invalid_request', 'the parser of bodies', () => post('/api/auth/login', json, '{')],
  ['invalid_request', 'the router, of a path that is none', () => get('/%zz')],
  ['invalid_request', 'the front door, without a host', () => 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ['invalid_request', 'the parser of requests', () => 'what?\r\n\r\n'],
  ['invalid_request', 'the parser of requests, of a length', () => get('/', { 'content-length': 'x' })],
  ['invalid_request', 'the stream', () => get('/api/stream', { cookie })],
  ['invalid_request', 'the library of streams', () => upgrade('x')],
  ['unauthorized', 'the guard of the stream', () => upgrade('dGhlIHNhbXBsZSBub25jZQ==').replace(cookie, 'plecho=x')],
  ['body_too_large', 'the parser of bodies', () => post('/api/auth/login', json, `"${'x'.repeat(66_000)}"`)],
  [
    'unsupported_media_type',
    'the parser of bodies',
    () => post('/api/auth/login', { ...json, 'content-type': 'x/y' }, 'x'),
  ],
  ['proxy_not_trusted', 'the front door', () => get('/', { 'x-forwarded-for': '203.0.113.7' })],
  ['headers_too_large', 'the parser of requests', () => get('/', { 'x-long': 'x'.repeat(20_000) })],
  ['internal', 'a handler that fails', () => get('/api/trading/balance', { cookie })],
];

function expectRefusal({ status, headers, body }: RawAnswer, code: ErrorCode): void {
  expect([status, JSON.parse(body)]).toEqual([
    ERRORS[code].status,
    expect.objectContaining({ code, error: ERRORS[code].text }),
  ]);
  expect(headers).toMatchObject(securityHeaders(pages));
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
}

it.each(refusals)('S7 %s, said by %s, has the headers of every answer', async (code, _by, bytes) => {
  expectRefusal(await rawRequest(port, bytes()), code);
});

it('S7 so has what is said when there are too many requests, and when the server can’t keep up', async () => {
  const { port: flooded } = await listen({ requestsPerMinute: 1 });
  const request = plainRequest(flooded, 'GET', '/api/health');
  for (let n = 0; n < 10; n += 1) expect((await rawRequest(flooded, request)).status).toBe(200);
  expectRefusal(await rawRequest(flooded, request), 'too_many_requests');
  const { port: late } = await listen({ isOverloaded: () => true });
  expectRefusal(await rawRequest(late, plainRequest(late, 'GET', '/api/trading/balance')), 'unavailable');
  expectRefusal(await rawRequest(late, plainRequest(late, 'GET', '/api/trading/balance?/health')), 'unavailable');
  expect((await rawRequest(late, plainRequest(late, 'GET', '/api/health'))).status).toBe(200);
});

it.each(['/api/health', '/%61pi/health'])(
  'nothing keeps what the API answers, however it is asked for: %s',
  async (path) => {
    const { status, headers } = await rawRequest(port, get(path));
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  },
);

it('S7 so has what is right', async () => {
  const { status, headers } = await rawRequest(port, get('/api/health'));
  expect(status).toBe(200);
  expect(headers).toMatchObject(securityHeaders(pages));
  expect(headers['content-security-policy']).toContain("default-src 'none';script-src 'self' 'sha256-x';");
});
