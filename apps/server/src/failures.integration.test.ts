import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serverMessage } from '@plecho/contract';
import { FakeClock } from '@plecho/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { namedKey } from '../../../tools/product/request-key.ts';
import { useDatabase } from '../test/harness/database.ts';
import { PASSWORD, until, useServer, type Answer, type Person } from '../test/support/server.ts';

import { definitionOf } from './engine/log/definition.ts';
import { MarketLog } from './engine/log/market-log.ts';
import { appConfig, createPool } from './storage/connection.ts';
import { PgJournal } from './storage/journal/journal.ts';
import { PgLogStore } from './storage/log/log-store.ts';
import { LogKeyring } from './wiring/log-keys.ts';

const database = useDatabase();
const server = useServer(database, { ledgerCheckMs: 100 });
const LONG = { symbol: 'BTCUSDT', type: 'long', amount: '1', leverage: 2 };
const sockets: WebSocket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.terminate();
});

/** Ends every connection of the application, as a restart of the database would. @param atLeast how many there must be */
async function dropConnections(atLeast = 1): Promise<void> {
  const { rowCount } = await database.owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND application_name = $1`,
    [database.target.schema],
  );
  expect(rowCount).toBeGreaterThanOrEqual(atLeast);
}

/** Each attempt is an order of its own: one that is refused because there is no price yet stays refused. @returns the position's id */
async function openLong(person: Person): Promise<string> {
  let id = '';
  await until(async () => {
    server.feed.tick('BTCUSDT', '100');
    const { status, body } = await person.post('/trading/positions', LONG);
    id = String(body['id']);
    return status === 200;
  });
  return id;
}

describe('a database that drops its connections', () => {
  it('is a clear error at most, and the server recovers by itself', async () => {
    const person = await server.register();
    const answers: Answer[] = [];
    for (let round = 0; round < 3; round += 1) {
      await dropConnections();
      server.feed.tick('BTCUSDT', '100');
      const asked = Array.from({ length: 10 }, (_, n) => [
        person.post('/trading/positions', LONG, { headers: { 'idempotency-key': namedKey(`${round}-${n}`) } }),
        person.get('/trading/positions'),
        person.get('/trading/trades'),
      ]).flat();
      answers.push(...(await Promise.all(asked)));
    }
    for (const { status, body, response } of answers) {
      if (status === 200) continue;
      expect([status, body]).toEqual([
        503,
        { error: 'Сервис временно недоступен. Повторите попытку.', code: 'unavailable' },
      ]);
      expect(response.headers['retry-after']).toBe('1');
    }
    await openLong(person);
    const again = Array.from({ length: 30 }, (_, n) =>
      person.post('/trading/positions', LONG, {
        headers: { 'idempotency-key': namedKey(`${Math.floor(n / 10)}-${n % 10}`) },
      }),
    );
    expect(new Set((await Promise.all(again)).map(({ status }) => status))).toEqual(new Set([200]));
    const { items } = (await person.get('/trading/positions')).body as { items: unknown[] };
    expect(items).toHaveLength(31);
  });

  it('S1 does not hide the end of a session', async () => {
    await server.context.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.context.app.server.address() as AddressInfo;
    const person = await server.register();
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/stream`, {
      headers: { cookie: person.cookie ?? '', 'sec-fetch-site': 'same-origin' },
    });
    sockets.push(socket);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    await dropConnections();
    await database.owner.query('DELETE FROM sessions USING users WHERE users.id = user_id AND phone = $1', [
      person.phone,
    ]);
    expect((await closed)[0]).toBe(4001);
  });
});

describe('a market that another server on the database has had in between', () => {
  /** Has the market for as long as it takes to write a price into its log. */
  async function haveMarket(): Promise<void> {
    const pool = createPool({ ...appConfig(database.target), application_name: 'another server', max: 2 });
    const journal = new PgJournal(database.target, 'main');
    // The server may not be back from the last time.
    do await dropConnections(0);
    while (!(await journal.claim()));
    const { lastSeq } = await journal.load();
    const clock = new FakeClock(Date.now());
    const signer = await LogKeyring.open(database.target, randomBytes, clock.now());
    const { definition, pairs } = server.context.markets.get('main')!;
    const ignored = (): void => undefined;
    const log = new MarketLog({
      ...{ signer, clock, beat: clock, isLazy: false, onFailure: ignored, rules: definition.rules },
      store: new PgLogStore(journal, pool, 'main'),
      definition: definitionOf(definition, [...pairs.values()], signer.name('main')),
    });
    const watch = { refused: ignored, superseded: ignored, lost: ignored, inUse: () => null };
    const logged = await log.start({ now: () => clock.now(), ...watch });
    const seq = (logged.lastSeq > lastSeq ? logged.lastSeq : lastSeq) + 1n;
    log.record({ seq, symbol: 'BTCUSDT', price: 100_00000000n, time: clock.now() });
    await log.finish();
    await journal.close();
    await pool.end();
  }

  it('L6 E12 O1 is started anew by itself: nothing is halted, and nothing is lost', async () => {
    const person = await server.register();
    const before = await openLong(person);
    await haveMarket();
    const after = await openLong(person);
    const { items } = (await person.get('/trading/positions')).body as { items: { id: string }[] };
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([before, after]));
    expect((await database.owner.query('SELECT FROM market_halts')).rowCount).toBe(0);
  });
});

describe('a ledger that is found wrong', () => {
  it('stops trading instead of going on, and everybody can see that', async () => {
    const person = await server.register();
    const id = await openLong(person);
    const { port } = server.context.app.server.address() as AddressInfo;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/stream`, {
      headers: { cookie: person.cookie ?? '', 'sec-fetch-site': 'same-origin' },
    });
    sockets.push(socket);
    let isHalted = false;
    socket.on('message', (data: Buffer) => {
      const message = serverMessage.parse(JSON.parse(data.toString()));
      if (message.type === 'tickers') isHalted = message.data.halted;
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ op: 'subscribe', channel: { channel: 'tickers', market: 'main' } }));
    await until(async () => (await server.context.services.readiness()).ledger === 'ok');
    database.leaveLedgerBroken();
    await database.owner.query("UPDATE ledger_accounts SET balance = balance + 1 WHERE book = 'available'");
    await until(async () => (await server.context.services.readiness()).ledger === 'violated');
    expect((await person.post('/trading/positions', LONG)).body['code']).toBe('market_halted');
    expect((await person.delete(`/trading/positions/${id}`)).body['code']).toBe('market_halted');
    const ready = await server.context.app.inject('/api/health/ready');
    expect([ready.statusCode, ready.json()]).toMatchObject([
      503,
      { ready: false, ledger: 'violated', markets: [{ halted: true }] },
    ]);
    expect((await server.context.app.inject('/metrics')).body).toContain('plecho_ledger_violated 1');
    expect((await person.get('/trading/markets/main')).body['halted']).toBe(true);
    await until(() => isHalted);
    expect((await person.get('/trading/positions')).status).toBe(200);
    expect((await server.stranger().post('/auth/login', { phone: person.phone, password: PASSWORD })).status).toBe(200);
  });
});
