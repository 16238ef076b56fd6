import { ERRORS, type ErrorBody, type ErrorCode } from '@plecho/contract';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { registerOperator, setOperatorSecret } from '../../test/support/operator.ts';
import { newPhone, PASSWORD, useServer, type Answer } from '../../test/support/server.ts';
import { createLogger } from '../lib/logger.ts';
import { DESCRIBED } from './described.ts';
import { operatorText } from './operator-texts.ts';

const lines: string[] = [];
const log = createLogger('trace', { write: (line) => void lines.push(line) });
const database = useDatabase();
/** Far below what a busy machine answers in a minute. */
const PER_MINUTE = 1_000;
const server = useServer(database, { log, limits: { requestsPerMinute: PER_MINUTE } });

const LONG = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 2 };

function expectProblem({ status, body }: Answer, code: ErrorCode): void {
  expect(body).toMatchObject({ code });
  // The operator area answers in English, all others in Russian.
  expect([ERRORS[code].text, operatorText(code)]).toContain((body as ErrorBody).error);
  expect(status).toBe(ERRORS[code].status);
}

describe('access', () => {
  const open = new Set(['public', 'anybody', 'machine']);
  const closed = [...DESCRIBED].filter(([, { access }]) => !open.has(access));

  it.each(closed)('S6 %s needs a session', async (_name, { method, path }) => {
    for (const headers of [{}, { cookie: `plecho=${'x'.repeat(43)}`, 'sec-fetch-site': 'same-origin' }]) {
      const response = await server.context.app.inject({
        method,
        url: path.replace(':id', '1'),
        headers: headers as Record<string, string>,
      });
      expect(response.statusCode).toBe(401);
      const error = path.startsWith('/api/admin/') ? operatorText('unauthorized') : ERRORS.unauthorized.text;
      expect(response.json()).toEqual({ error, code: 'unauthorized' });
    }
  });

  it('S1 does not take a session from anywhere but its cookie', async () => {
    const person = await server.register();
    const secret = person.cookie?.split('=')[1] ?? '';
    const stranger = server.stranger();
    expectProblem(
      await stranger.get('/auth/profile', { headers: { authorization: `Bearer ${secret}` } }),
      'unauthorized',
    );
    expectProblem(
      await stranger.get('/auth/profile', { headers: { cookie: `__Host-plecho=${secret}` } }),
      'unauthorized',
    );
    expect((await stranger.get(`/trading/balance?session=${secret}`)).status).toBe(401);
  });
});

describe('a page of another site', () => {
  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://evil.localhost' },
    { 'sec-fetch-site': '', origin: 'null' },
    { 'sec-fetch-site': '', origin: 'http://localhost:8080' },
    { 'sec-fetch-site': '' },
  ])('S4 can’t act for the user: %j', async (headers) => {
    const person = await server.register();
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
    const ask = async (method: 'POST' | 'PUT' | 'DELETE', url: string): Promise<void> => {
      const response = await server.context.app.inject({
        method,
        url: `/api${url}`,
        headers: { cookie: person.cookie ?? '', ...given },
        ...(method === 'POST' ? { payload: LONG } : {}),
      });
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([403, 'cross_site']);
    };
    await ask('POST', '/trading/positions');
    await ask('POST', '/auth/logout');
    await ask('PUT', '/trading/positions/1');
    await ask('DELETE', '/trading/positions/1');
    expect((await person.get('/auth/profile')).status).toBe(200);
  });

  it('S4 can’t sign somebody in either', async () => {
    const { phone } = await server.register();
    const answer = await server
      .stranger()
      .post('/auth/login', { phone, password: PASSWORD }, { headers: { 'sec-fetch-site': 'cross-site' } });
    expectProblem(answer, 'cross_site');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'S4 can’t send %s',
    async (type) => {
      const person = await server.register();
      const answer = await person.post('/trading/positions', JSON.stringify(LONG), {
        headers: { 'content-type': type },
      });
      expectProblem(answer, 'unsupported_media_type');
    },
  );
});

describe('bodies', () => {
  it.each([
    ['__proto__', '{"symbol":"BTCUSDT","type":"long","amount":"10","leverage":2,"__proto__":{"x":1}}'],
    [
      'a constructor',
      '{"symbol":"BTCUSDT","type":"long","amount":"10","leverage":2,"constructor":{"prototype":{"x":1}}}',
    ],
    ['deep nesting', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['unknown fields', JSON.stringify({ ...LONG, price: '1' })],
  ])('S5 with %s are refused', async (_name, body) => {
    expectProblem(await (await server.register()).post('/trading/positions', body), 'invalid_request');
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('S5 over 64 kB are refused', async () => {
    const person = await server.register();
    expectProblem(
      await person.post('/trading/positions', JSON.stringify({ symbol: 'x'.repeat(65_536) })),
      'body_too_large',
    );
  });

  it('S5 names what is wrong and repeats nothing of what was sent', async () => {
    const person = await server.register();
    const { body, response } = await person.post('/trading/positions', { ...LONG, type: 'sideways-canary' });
    expect(body['details']).toEqual({ fields: ['type'] });
    expect(response.body).not.toContain('canary');
  });
});

describe('unknown paths', () => {
  it('are answered in JSON and in Russian', async () => {
    const person = await server.register();
    for (const url of ['/nothing', '/trading', '/trading/positions/1/2', '/admin/users']) {
      expectProblem(await person.get(url), 'not_found');
    }
    expectProblem(await person.post('/auth/profile'), 'not_found');
  });
});

describe('a flood', () => {
  it.each([
    ['of what everybody may ask', '/api/health', {}, 200],
    ['of invented sessions', '/api/auth/profile', { cookie: `plecho=${'x'.repeat(43)}` }, 401],
    ['of paths that do not exist', '/api/nothing', {}, 404],
  ] as const)('%s from one address is slowed', async (what, url, headers, usual) => {
    const remoteAddress = `203.0.113.${what.length}`;
    const ask = (from: string) => server.context.app.inject({ url, headers, remoteAddress: from });
    const answers: number[] = [];
    for (let n = 0; n < PER_MINUTE + 10; n += 100) {
      const burst = await Promise.all(Array.from({ length: 100 }, () => ask(remoteAddress)));
      answers.push(...burst.map(({ statusCode }) => statusCode));
      // Requests that come over no socket would keep the timers from their turn, and the server takes that for overload.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(new Set(answers)).toEqual(new Set([usual, 429]));
    const refused = await ask(remoteAddress);
    expect(refused.json()).toEqual({ error: ERRORS.too_many_requests.text, code: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('203.0.113.200')).statusCode).toBe(usual);
  });
});

describe('logs', () => {
  it('S8 show neither phones nor passwords nor sessions nor the operator secret, whatever goes wrong', async () => {
    const phone = newPhone();
    const canary = 'канарейка-Kx7';
    const person = server.stranger();
    await person.post('/auth/register', { phone, password: canary });
    await person.post('/auth/register', { phone, password: canary });
    await person.post('/auth/login', { phone, password: `${canary}-нет` });
    await person.post('/auth/login', { phone, password: canary, extra: canary });
    await person.post('/auth/login', `{"phone":"${phone}","password":"${canary}"`);
    await person.post('/auth/password', { currentPassword: `${canary}-нет`, newPassword: `${canary}-да` });
    await person.get(`/trading/trades/${canary}`);
    await setOperatorSecret(database, canary);
    const operator = await registerOperator(database, server);
    await operator.post('/admin/step-up', { secret: `${canary}-нет` });
    await operator.post('/admin/step-up', { secret: canary, extra: canary });
    await operator.post('/admin/step-up', `{"secret":"${canary}"`);
    expect((await operator.post('/admin/step-up', { secret: canary })).status).toBe(200);
    await operator.get(`/admin/user?phone=${encodeURIComponent(phone)}`);
    await operator.get(`/admin/request-ref/${canary}`);
    await operator.post('/admin/user/block', { phone, blocked: true, reason: canary });
    const secret = person.cookie?.split('=')[1] ?? '';
    await database.owner.query('ALTER TABLE users RENAME TO users_away');
    await person.post('/auth/login', { phone, password: canary });
    await person.post('/auth/register', { phone: newPhone(), password: canary });
    await operator.post('/admin/step-up', { secret: canary });
    await database.owner.query('ALTER TABLE users_away RENAME TO users');
    log.error({ err: new Error(`Key (phone)=(${phone}) already exists`) }, 'planted');
    log.error({ secret: canary, body: { secret: canary } }, 'planted');
    log.error({ password: canary, body: { password: canary }, req: { headers: { cookie: secret } } }, 'planted');
    const text = lines.join('');
    expect(text).toContain('planted');
    expect(text).toContain('request failed');
    expect(secret).toHaveLength(43);
    for (const forbidden of [canary, secret, phone, phone.slice(2), operator.phone]) {
      expect(text).not.toContain(forbidden);
    }
  });
});

describe('failures', () => {
  it('are answered without a stack and written to the log', async () => {
    const person = await server.register();
    await database.owner.query('ALTER TABLE trades RENAME TO trades_away');
    const answer = await person.get('/trading/trades');
    await database.owner.query('ALTER TABLE trades_away RENAME TO trades');
    expectProblem(answer, 'internal');
    expect(Object.keys(answer.body)).toEqual(['error', 'code']);
    expect(lines.findLast((line) => line.includes('request failed'))).toContain('/api/trading/trades');
  });
});
