import { readiness } from '@plecho/contract';
import { DEFAULT_RULES, DEFAULT_START_BALANCE } from '@plecho/domain';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { newKey } from '../../../tools/product/request-key.ts';
import { useDatabase } from '../test/harness/database.ts';
import { newPhone, PASSWORD, until, useServer } from '../test/support/server.ts';
import { TestFeed } from '../test/support/test-feed.ts';
import { ConfigError } from './config.ts';
import { createContext } from './context.ts';
import { systemClock } from './lib/clock.ts';
import { createLogger } from './lib/logger.ts';
import { StorageError } from './storage/errors.ts';
import { MarketStore } from './storage/market-store.ts';

const database = useDatabase();
const server = useServer(database);
const LONG = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 2 };
const log = createLogger('silent');

describe('a second server on the same database', () => {
  it('is refused in one line', async () => {
    const second = createContext({
      target: database.target,
      clock: systemClock,
      log,
      createFeed: () => Promise.resolve(new TestFeed()),
    });
    await expect(second).rejects.toThrow(StorageError);
    await expect(second).rejects.toThrow(/another server is running/);
  });
});

describe('the seed of a market', () => {
  it('C2 can’t be changed once the market has started', async () => {
    const other = createContext({ target: database.target, clock: systemClock, log, marketSeed: 'other' });
    await expect(other).rejects.toThrow(ConfigError);
    await expect(other).rejects.toThrow(/^MARKET_SEED: /);
  });
});

describe('health', () => {
  it('tells that the process lives and that it is ready', async () => {
    const { app } = server.context;
    for (const prefix of ['', '/api']) {
      expect((await app.inject(`${prefix}/health`)).json()).toMatchObject({ ok: true });
      const ready = await app.inject(`${prefix}/health/ready`);
      expect(ready.statusCode).toBe(200);
      expect(readiness.parse(ready.json())).toMatchObject({
        ready: true,
        draining: false,
        database: 'ok',
        markets: [{ market: 'main', status: 'running', halted: false }],
      });
    }
  });

  it('gives figures for machines that name no person', async () => {
    const person = await server.register();
    await person.post('/trading/positions', LONG);
    const { body, headers } = await server.context.app.inject('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toMatch(
      /plecho_http_request_seconds_count\{method="POST",route="\/api\/trading\/positions",status="200"\} 1/,
    );
    expect(body).toMatch(/plecho_market_commands_total\{market="main"\} [1-9]/);
    expect(body).toMatch(/plecho_market_rejected_ticks_total\{market="main",reason="\w+"\} \d/);
    expect(body).toContain('plecho_nodejs_eventloop_lag_seconds');
    expect(body).toContain('plecho_stream_clients 0');
    expect(body).not.toContain(person.phone.slice(1));
  });
});

describe('a market that is added while the server runs', () => {
  it('can be entered, traded in, and ends', async () => {
    const person = await server.register();
    const main = await person.post('/trading/positions', LONG);
    const store = new MarketStore(database.owner);
    await store.create(
      {
        id: 'crash',
        kind: 'synthetic',
        title: 'Синтетический рынок',
        label: 'Синтетический рынок',
        startAt: 0,
        rules: DEFAULT_RULES,
        startBalance: DEFAULT_START_BALANCE,
        parameters: { seed: 'x' },
        scenario: null,
        endAt: null,
        ended: false,
      },
      Date.now(),
    );
    await until(async () => (await person.get('/trading/markets/crash')).status === 200);
    expect((await person.get('/trading/balance?market=crash')).body['code']).toBe('market_not_entered');
    expect((await person.post('/trading/positions?market=crash', LONG)).body['code']).toBe('market_not_entered');
    expect((await person.post('/trading/markets/crash/enter')).body).toEqual({ ok: true });
    expect((await person.post('/trading/markets/crash/enter')).body).toEqual({ ok: true });
    expect((await person.get('/trading/balance?market=crash')).body).toMatchObject({
      market: 'crash',
      available: '1000',
    });
    expect((await person.get('/trading/positions?market=crash')).body).toMatchObject({
      label: 'Синтетический рынок',
      items: [],
    });
    const crossing = await person.delete(`/trading/positions/${String(main.body['id'])}?market=crash`);
    expect(crossing.body['code']).toBe('position_not_found');
    const ids = ((await person.get('/trading/markets')).body['items'] as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(['main', 'crash']);
  });
});

describe('behind a proxy that is trusted', () => {
  it('S1 S3 sees the person’s own address and how they came', async () => {
    const { app } = server.context;
    const register = (headers: Record<string, string>, remoteAddress: string): Promise<LightMyRequestResponse> =>
      app.inject({
        method: 'POST',
        url: '/api/auth/register',
        remoteAddress,
        headers: { host: 'plecho.example', 'sec-fetch-site': 'same-origin', ...headers },
        payload: { phone: newPhone(), password: PASSWORD },
      });
    await register({ 'x-forwarded-for': '203.0.113.1' }, '10.1.2.3');
    // Somebody else can't borrow an address by naming it.
    await register({ 'x-forwarded-for': '203.0.113.2' }, '198.51.100.9');
    const { rows } = await database.owner.query<{ key: string }>(
      `SELECT key FROM throttle_windows WHERE key ~ '^register:(203|198|10)[.]' ORDER BY key`,
    );
    expect(rows.map(({ key }) => key)).toEqual(['register:198.51.100.9', 'register:203.0.113.1']);
  });
});

describe('stopping', () => {
  it('S10 turns red, finishes what is in flight and loses nothing that was acknowledged', async () => {
    const person = await server.register();
    server.feed.tick('BTCUSDT', '100');
    const asked = Array.from({ length: 40 }, () =>
      person.post('/trading/positions', { ...LONG, amount: '1' }, { headers: { 'idempotency-key': newKey() } }),
    );
    await asked[0];
    const closing = server.context.close();
    const ready = await server.context.services.readiness();
    expect(ready).toMatchObject({ ready: false, draining: true });
    const acknowledged = (await Promise.all(asked))
      .filter(({ status }) => status === 200)
      .map(({ body }) => String(body['id']));
    await closing;
    expect(acknowledged.length).toBeGreaterThan(0);
    const { rows } = await database.owner.query<{ id: bigint }>('SELECT id FROM positions');
    expect(rows.map(({ id }) => String(id))).toEqual(expect.arrayContaining(acknowledged));
  });
});
