import {
  balance,
  candleList,
  market as marketBody,
  marketList,
  tradeList,
  type OperatorHealth,
  type NotedTrade,
} from '@plecho/contract';
import type { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namedKey } from '../../../../tools/product/request-key.ts';
import { useOwnDatabase } from '../../test/harness/database.ts';
import { addEarlierReplay, addReplay, openReplay, replayMarket } from '../../test/support/replays.ts';
import { newPhone, PASSWORD, Person, until } from '../../test/support/server.ts';
import { TestFeed } from '../../test/support/test-feed.ts';
import { createContext, type Context } from '../context.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { Feed } from '../feeds/feed.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { appConfig, connectClient, createPool, ownerConfig, type Installation } from '../storage/connection.ts';
import { checkLedger } from '../storage/ledger-check/ledger-check.ts';
import { withdrawReplay } from '../storage/market-store.ts';
import { migrate } from '../storage/migrate.ts';

const RUNNING = 50;
const ENDED = 100;
/** What the whole installation may take, however many markets it has. */
const CONNECTIONS = 20;
const ORDER = { symbol: 'LINKUSDT', type: 'long', amount: '10', leverage: 2 };

const { url } = useOwnDatabase('plecho_markets');
const target: Installation = { ownerUrl: url, schema: 'plecho' };
let role: string;
const ids = Array.from({ length: RUNNING }, (_, n) => `replay-${n}`);
const mainFeed = new TestFeed(['LINKUSDT']);
/** What the feed of a market does instead of working. */
const faults = new Map<string, (feed: Feed) => Promise<Feed>>();
let owner: Client;
let pool: Pool;
let recorder: Pool;
let context: Context;

async function createFeed(definition: MarketDefinition): Promise<Feed | null> {
  if (definition.id === 'main') return mainFeed;
  if (definition.parameters['dataset'] === undefined) return null;
  const feed = await openReplay(pool, definition);
  return faults.get(definition.id)?.(feed) ?? feed;
}

const open = (): Promise<Context> =>
  createContext({ target, clock: systemClock, log: createLogger('silent'), createFeed });

async function register(): Promise<Person> {
  const person = new Person(context);
  expect((await person.post('/auth/register', { phone: newPhone(), password: PASSWORD })).status).toBe(200);
  return person;
}

/** Backends that hold the lock of a market, each as often as it holds one. */
async function lockHolders(): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    `SELECT l.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted AND a.usename = $1 AND datname = current_database()`,
    [role],
  );
  return rows.map(({ pid }) => pid);
}

async function connections(): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE usename = $1 AND datname = current_database()',
    [role],
  );
  return rows.map(({ pid }) => pid);
}

beforeAll(async () => {
  const prepared = await migrate(target);
  role = prepared.app.user;
  owner = await connectClient(ownerConfig(target));
  pool = createPool({ ...appConfig(prepared), max: 1 });
  recorder = createPool({ ...ownerConfig(target), max: 1 });
  for (const id of ids) await addReplay(recorder, id);
  await owner.query(
    `INSERT INTO markets (id, kind, title, label, start_at, taker_fee, maintenance, stale_after_ms, max_jump,
                          jump_confirm_ms, start_balance, parameters, ended, created_at)
     SELECT 'ended-' || n, kind, title, label, start_at, taker_fee, maintenance, stale_after_ms, max_jump,
            jump_confirm_ms, start_balance, parameters, true, created_at
     FROM markets, generate_series(1, $1::integer) AS n WHERE id = 'replay-0'`,
    [ENDED],
  );
  // One of the 20 is this file's own, for the recordings of the feeds.
  await owner.query(`ALTER ROLE ${owner.escapeIdentifier(role)} CONNECTION LIMIT ${CONNECTIONS}`);
  context = await open();
});
afterAll(async () => {
  await context.close();
  await Promise.all([pool.end(), recorder.end(), owner.end()]);
});

describe(`${ENDED} markets that are over and ${RUNNING} that run`, () => {
  const traded = ids.slice(0, 5);
  let person: Person;

  it(`O1 are traded in on ${CONNECTIONS} connections, every market under its own lock`, async () => {
    expect(context.markets.all()).toHaveLength(1 + RUNNING + ENDED);
    expect(context.markets.allRunning()).toHaveLength(1 + RUNNING);
    person = await register();
    await Promise.all(
      traded.map(async (id) => {
        expect((await person.post(`/trading/markets/${id}/enter`)).status).toBe(200);
        await until(async () => (await context.markets.get(id)?.lastPrices(['LINKUSDT']))?.has('LINKUSDT') === true);
        const key = { headers: { 'idempotency-key': namedKey(id) } };
        expect((await person.post(`/trading/positions?market=${id}`, ORDER, key)).status).toBe(200);
      }),
    );
    const holders = await lockHolders();
    expect(holders).toHaveLength(1 + RUNNING);
    expect(new Set(holders).size).toBeLessThan(10);
    expect((await connections()).length).toBeLessThanOrEqual(CONNECTIONS);
    expect((await checkLedger(owner)).violations).toEqual([]);
  });

  it('O1 lose their locks together with a connection, and go on when each has been loaded again', async () => {
    const before = new Set(await lockHolders());
    await owner.query('SELECT pg_terminate_backend(pid) FROM unnest($1::integer[]) AS pid', [[...before]]);
    for (const id of ['main', ...traded]) {
      const key = { headers: { 'idempotency-key': namedKey(`${id}-again`) } };
      await until(async () => {
        mainFeed.tick('LINKUSDT', '10');
        return (await person.post(`/trading/positions?market=${id}`, ORDER, key)).status === 200;
      });
      const { items } = (await person.get(`/trading/positions?market=${id}`)).body as { items: unknown[] };
      expect(items).toHaveLength(id === 'main' ? 1 : 2);
    }
    const after = await lockHolders();
    expect(after.filter((pid) => before.has(pid))).toEqual([]);
    expect(after.length).toBeGreaterThan(traded.length);
    expect((await checkLedger(owner)).violations).toEqual([]);
  });

  it('hold nothing when they have ended: no lock, no connection', async () => {
    const before = await lockHolders();
    for (const id of ids) expect(await withdrawReplay(owner, id)).toBe(true);
    await until(() => context.markets.allRunning().length === 1);
    const after = await lockHolders();
    expect(after).toHaveLength(1);
    const gone = new Set(before.filter((pid) => !after.includes(pid)));
    await until(async () => (await connections()).every((pid) => !gone.has(pid)));
    expect((await checkLedger(owner)).violations).toEqual([]);
  });

  async function expectReadable(): Promise<void> {
    const [id = ''] = traded;
    const of = `market=${id}`;
    expect(marketBody.parse((await person.get(`/trading/markets/${id}`)).body)).toMatchObject({
      ...{ status: 'ended', symbols: ['LINKUSDT'], parameters: { provenance: 'unverified' } },
    });
    const { items } = tradeList.parse((await person.get(`/trading/trades?${of}`)).body);
    const closed = { symbol: 'LINKUSDT', amount: '10', reason: 'marketEnd' };
    expect(items).toMatchObject([closed, closed]);
    expect((await person.get(`/trading/trades/${items[0]!.id}?${of}`)).status).toBe(200);
    const { available, inPositions } = balance.parse((await person.get(`/trading/balance?${of}`)).body);
    expect([Number(available), inPositions]).toEqual([expect.closeTo(1000, 0), '0']);
    expect((await person.get(`/trading/positions?${of}`)).body['items']).toEqual([]);
    expect((await person.get(`/trading/seasons?${of}`)).status).toBe(200);
    expect((await person.get(`/trading/moves?${of}&symbol=LINKUSDT`)).status).toBe(200);
    const candles = candleList.parse(
      (await person.get(`/trading/candles?${of}&symbol=LINKUSDT&interval=1m&limit=1000`)).body,
    );
    expect(candles.items.length).toBeGreaterThan(50);
    const last = candles.items.at(-1)!;
    const pairs = (await person.get(`/trading/pairs?${of}`)).body;
    expect(pairs['items']).toMatchObject([{ symbol: 'LINKUSDT', lastPrice: last.close, priceDecimals: 2 }]);
    expect(pairs['now']).toBe((last.time + 60) * 1000);
  }

  async function expectClosed(): Promise<void> {
    const [id = '', other = ''] = traded;
    const positions = `/trading/positions?market=${id}`;
    const again = await person.post(positions, ORDER, { headers: { 'idempotency-key': namedKey(id) } });
    expect([again.status, again.body['amount']]).toEqual([200, '10']);
    const changed = await person.post(
      positions,
      { ...ORDER, amount: '11' },
      { headers: { 'idempotency-key': namedKey(id) } },
    );
    expect(changed.body['code']).toBe('idempotency_conflict');
    expect((await person.post(positions, ORDER)).body['code']).toBe('market_ended');
    expect((await person.post(`/trading/markets/${other}/enter`)).body).toEqual({ ok: true });
    expect((await (await register()).post(`/trading/markets/${id}/enter`)).body['code']).toBe('market_ended');
  }

  it('C2 stay readable to whoever was there', () => expectReadable());

  it('L6 take nothing more, and what was answered stays answered', () => expectClosed());

  it('M1 when withdrawn are listed for nobody but those who traded in them', async () => {
    const listed = async (who: Person): Promise<string[]> =>
      marketList.parse((await who.get('/trading/markets')).body).items.map(({ id }) => id);
    const [own, others] = [await listed(person), await listed(await register())];
    expect(others).toHaveLength(1 + ENDED);
    expect(own.filter((id) => !others.includes(id))).toEqual(traded);
  });

  it('are the same after a restart, which starts none of them', async () => {
    await context.close();
    expect(await lockHolders()).toEqual([]);
    context = await open();
    person = Object.assign(new Person(context), { cookie: person.cookie });
    expect(context.markets.allRunning()).toHaveLength(1);
    await expectReadable();
    await expectClosed();
  });
});

/** Its prices do not come. */
const silent = (feed: Feed): Feed => ({
  ...{ pairs: feed.pairs, historyStart: feed.historyStart },
  now: () => feed.now(),
  history: (...range) => feed.history(...range),
  start: () => Promise.reject(new Error('silence')),
  stop: () => feed.stop(),
});

const failedStarts = async (): Promise<OperatorHealth['failedStarts']> =>
  (await context.services.operators.health()).failedStarts;

describe('a market whose start fails', () => {
  it.each<[string, string, ((feed: Feed) => Promise<Feed>) | null]>([
    ['late-1', 'no recording', () => Promise.reject(new Error('no recording'))],
    ['late-2', 'silence', (feed) => Promise.resolve(silent(feed))],
    ['late-3', 'permission denied for table candle_series', null],
  ])('is tried again by itself until it runs, and holds nothing meanwhile: %s, %s', async (id, reason, fault) => {
    if (fault === null) await owner.query(`REVOKE SELECT ON candle_series FROM ${owner.escapeIdentifier(role)}`);
    else faults.set(id, fault);
    const begun = Date.now();
    const { label } = await addReplay(recorder, id);
    const person = await register();
    let failures: OperatorHealth['failedStarts'] = [];
    await until(async () => {
      failures = await failedStarts();
      return failures.some(({ attempts }) => attempts >= 2);
    });
    const [failed, ...others] = failures;
    expect([failed, others]).toMatchObject([{ market: id, label, reason }, []]);
    expect(failed!.since).toBeGreaterThanOrEqual(begun);
    expect(failed!.nextTryAt - failed!.since).toBeGreaterThanOrEqual(3_000);
    // The next attempt may be under way.
    await expect.poll(lockHolders).toHaveLength(1);
    expect((await person.get(`/trading/markets/${id}`)).body['code']).toBe('unavailable');
    expect((await person.get('/trading/markets/nowhere')).body['code']).toBe('unknown_market');

    faults.delete(id);
    await owner.query(`GRANT SELECT ON candle_series TO ${owner.escapeIdentifier(role)}`);
    await until(async () => (await person.get(`/trading/markets/${id}`)).status === 200);
    expect((await person.post(`/trading/markets/${id}/enter`)).status).toBe(200);
    expect(await failedStarts()).toEqual([]);
    expect(await lockHolders()).toHaveLength(2);
    await withdrawReplay(owner, id);
    await until(() => context.markets.allRunning().length === 1);
  });
});

describe('a market that was withdrawn while no server ran', () => {
  // This one was started before recordings were for everybody, and goes on with its own.
  it('E2 M1 ends at the next start, at the prices that come then', async () => {
    const id = 'left';
    await addEarlierReplay(recorder, replayMarket(id, 120), 120);
    const person = await register();
    await until(async () => (await person.post(`/trading/markets/${id}/enter`)).status === 200);
    await until(async () => (await person.post(`/trading/positions?market=${id}`, ORDER)).status === 200);
    await context.close();
    await withdrawReplay(owner, id);
    context = await open();
    const again = Object.assign(new Person(context), { cookie: person.cookie });
    await until(() => context.markets.allRunning().length === 1);
    const { items } = tradeList.parse((await again.get(`/trading/trades?market=${id}`)).body);
    expect(items).toMatchObject([{ reason: 'marketEnd' }]);
    const [{ id: trade, entryRecord, exitRecord }] = items as [NotedTrade];
    const note = { text: 'рано', tags: ['повтор'], version: 0 };
    expect((await again.put(`/trading/trades/${trade}/note?market=${id}`, note)).status).toBe(200);
    expect(BigInt(exitRecord.seq)).toBeGreaterThan(BigInt(entryRecord.seq));
    expect((await checkLedger(owner)).violations).toEqual([]);
  });
});
