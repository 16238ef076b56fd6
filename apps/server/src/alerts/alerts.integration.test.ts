import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../../../../tools/product/request-key.ts';
import { useDatabase } from '../../test/harness/database.ts';
import { newPhone, PASSWORD, Person, until } from '../../test/support/server.ts';
import { TestFeed } from '../../test/support/test-feed.ts';
import { IntegrityError } from '../commands/batch.ts';
import { createContext, type Context } from '../context.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { PgAlertBook } from '../storage/alerts/alert-book.ts';
import { PgAlertStore } from '../storage/alerts/alert-store.ts';
import { AlertWatch } from './alert-watch.ts';
import type { AlertStore } from './ports.ts';

const db = useDatabase();
let feed: TestFeed;
let context: Context;

async function start(): Promise<void> {
  feed = new TestFeed();
  context = await createContext({
    ...{ target: db.target, clock: systemClock, log: createLogger('silent') },
    passwordCost: { memoryCost: 1024, timeCost: 1, parallelism: 1 },
    createFeed: () => Promise.resolve(feed),
  });
}

beforeAll(start);
afterAll(() => context.close());

const CROSS = { kind: 'cross', symbol: 'BTCUSDT', level: '110', pause: null, expiresAt: null };
const ALERTS = '/trading/alerts';
type Row = Record<string, unknown>;

async function register(): Promise<Person & { id: bigint }> {
  const person = new Person(context);
  const phone = newPhone();
  await person.post('/auth/register', { phone, password: PASSWORD });
  const { rows } = await db.pool.query<{ id: bigint }>('SELECT id FROM users WHERE phone = $1', [phone]);
  return Object.assign(person, { id: rows[0]?.id ?? 0n });
}

/** The same browser after the server has started again. */
function again(before: Person): Person {
  return Object.assign(new Person(context), { cookie: before.cookie, device: before.device });
}

async function set(person: Person, alert: object = CROSS, options = {}): Promise<Row> {
  const { status, body } = await person.post(ALERTS, alert, options);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}
const listed = async (person: Person): Promise<Row[]> => (await person.get(ALERTS)).body['items'] as Row[];
const history = async (person: Person): Promise<Row[]> =>
  (await person.get(`${ALERTS}/history`)).body['items'] as Row[];
const rings = (person: Person, count: number): Promise<void> =>
  until(async () => (await history(person)).length === count);
/** What was set by now is watched: an alert that is set after it, and reached at once, has rung. */
async function watched(): Promise<void> {
  feed.tick('ETHUSDT', '10');
  const probe = await register();
  await set(probe, { ...CROSS, symbol: 'ETHUSDT', level: '11' });
  await until(async () => {
    feed.tick('ETHUSDT', '11');
    const rang = (await history(probe)).length === 1;
    feed.tick('ETHUSDT', '10');
    return rang;
  });
}

describe('an alert that makes no sense', () => {
  it('is refused with what is wrong', async () => {
    const person = await register();
    expect((await person.post(ALERTS, CROSS)).body['code']).toBe('price_unavailable');
    feed.tick('BTCUSDT', '100');
    const codes = [
      [{ ...CROSS, level: '100' }, 'alert_reached'],
      [{ ...CROSS, level: '0' }, 'invalid_price'],
      [{ ...CROSS, level: '1.123456789' }, 'invalid_price'],
      [{ ...CROSS, symbol: 'NOPEUSDT' }, 'unknown_symbol'],
      [{ ...CROSS, expiresAt: 1 }, 'alert_expired'],
      [{ ...CROSS, pause: 59 }, 'invalid_request'],
      [{ ...CROSS, text: 'купите' }, 'invalid_request'],
      [
        { ...CROSS, kind: 'change', level: undefined, percent: '0.09', window: 300, direction: 'up' },
        'invalid_percent',
      ],
      [{ ...CROSS, kind: 'change', level: undefined, percent: '5', window: 301, direction: 'up' }, 'invalid_request'],
      [{ ...CROSS, kind: 'close', interval: '1m', direction: 'either' }, 'invalid_request'],
    ] as const;
    for (const [alert, code] of codes)
      expect([alert, (await person.post(ALERTS, alert)).body['code']]).toEqual([alert, code]);
    expect((await person.post(`${ALERTS}?market=session-0000000000000000`, CROSS)).body['code']).toBe('unknown_market');
    expect(await listed(person)).toEqual([]);
  });
});

describe('alerts', () => {
  it('M8 L7 ring while nobody listens, once, and are seen later; nobody else sees them', async () => {
    feed.tick('BTCUSDT', '100');
    const [person, other] = [await register(), await register()];
    const alert = await set(person);
    expect(alert).toMatchObject({ direction: 'up', level: '110', label: 'Синтетический рынок', rings: 0 });
    expect((await other.delete(`${ALERTS}/${String(alert['id'])}`)).body['code']).toBe('alert_not_found');
    expect(await listed(person)).toEqual([alert]);
    await watched();
    feed.tick('BTCUSDT', '109.99');
    for (const price of ['110', '109', '111']) feed.tick('BTCUSDT', price);
    await rings(person, 1);
    const [ring] = await history(person);
    expect(ring).toMatchObject({ alert: alert['id'], direction: 'up', price: '110', seen: false });
    expect([await listed(person), await history(other)]).toEqual([[], []]);
    const upTo = ring?.['id'] as string;
    expect((await other.post(`${ALERTS}/seen`, { upTo })).body['code']).toBe('not_found');
    expect(await new PgAlertBook(db.pool).counts(person.id)).toEqual({ unseen: 1, waiting: 0 });
    await person.post(`${ALERTS}/seen`, { upTo });
    expect(await history(person)).toMatchObject([{ seen: true }]);
    expect(await person.get(`${ALERTS}/history?cursor=${upTo}`)).toMatchObject({
      body: { items: [], nextCursor: null },
    });
    feed.tick('BTCUSDT', '100');
  });

  it('M8 E8 what was crossed while the server was down rings on the first valid price, and no ring is lost or repeated', async () => {
    feed.tick('BTCUSDT', '100');
    const before = await register();
    const alert = await set(before);
    const other = await set(before, { ...CROSS, level: '90' });
    // It rings, and the server is gone before it could tell anybody.
    const store = new PgAlertStore(db.pool);
    const reached = {
      id: BigInt(other['id'] as string),
      rings: 0,
      direction: 'down',
      price: 90n,
      at: 1,
      change: null,
    } as const;
    expect([...(await store.ring([reached]))]).toEqual([reached.id]);
    await context.close();
    await start();
    const person = again(before);
    expect(await history(person)).toMatchObject([{ alert: other['id'], seen: false }]);
    expect([...(await store.ring([reached]))]).toEqual([]);
    feed.tick('BTCUSDT', '112');
    await rings(person, 2);
    expect((await history(person))[0]).toMatchObject({ alert: alert['id'], price: '112' });
    feed.tick('BTCUSDT', '100');
  });

  it('L6 posts of one key at once set one alert, and a hundred are the most however they come', async () => {
    feed.tick('BTCUSDT', '100');
    const person = await register();
    const key = { headers: { 'idempotency-key': newKey() } };
    const twins = await Promise.all(Array.from({ length: 4 }, () => set(person, CROSS, key)));
    expect(new Set(twins.map(({ id }) => id)).size).toBe(1);
    expect(await person.post(ALERTS, { ...CROSS, level: '111' }, key)).toMatchObject({ status: 409 });
    const answers = await Promise.all(
      Array.from({ length: 103 }, (_, n) => person.post(ALERTS, { ...CROSS, level: `${200 + n}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(99);
    expect(answers.find(({ status }) => status === 409)?.body['code']).toBe('too_many_alerts');
    expect(await listed(person)).toHaveLength(100);
    // All of them at one tick, once each; of a price that no venue has, none.
    await watched();
    feed.tick('BTCUSDT', '100000');
    feed.tick('BTCUSDT', '101');
    await watched();
    expect(await history(person)).toEqual([]);
    for (const price of ['120', '150', '190', '230', '280', '320', '319']) feed.tick('BTCUSDT', price);
    await until(async () => (await listed(person)).length === 0);
    const all = (await person.get(`${ALERTS}/history?limit=200`)).body['items'] as Row[];
    expect(new Set(all.map((ring) => ring['alert'])).size).toBe(100);
    expect(all).toHaveLength(100);
    for (const price of ['280', '230', '190', '150', '120', '100']) feed.tick('BTCUSDT', price);
  });

  it('M8 what a process rings that has lost the market and does not know it yet is rung once', async () => {
    feed.tick('BTCUSDT', '100');
    const person = await register();
    await set(person, { ...CROSS, pause: 60 });
    await set(person);
    await watched();
    const store = new PgAlertStore(db.pool);
    let told = 0;
    const counted: AlertStore = {
      ...{ ofMarket: (id) => store.ofMarket(id), byIds: (ids) => store.byIds(ids) },
      ...{ arm: (alerts) => store.arm(alerts), drop: (ids) => store.drop(ids) },
      ring: async (reached) => {
        const rung = await store.ring(reached);
        told += reached.length;
        return rung;
      },
    };
    const failures: unknown[] = [];
    const onFailure = (error: unknown): void => void failures.push(error);
    const late = new AlertWatch({
      store: counted,
      markets: context.markets,
      clock: systemClock,
      isHere: () => true,
      onFailure,
    });
    context.markets.listen(late);
    feed.tick('BTCUSDT', '101');
    await until(() => late.figures.alerts === 2);
    feed.tick('BTCUSDT', '110');
    await rings(person, 2);
    await until(() => told === 2);
    await watched();
    expect([(await history(person)).length, failures]).toEqual([2, []]);
    expect(await listed(person)).toMatchObject([{ pause: 60, rings: 1, direction: 'either' }]);
    await late.stop();
    feed.tick('BTCUSDT', '100');
  });

  it('M8 a ring that fits no column is refused, and the largest that does is written', async () => {
    feed.tick('BTCUSDT', '100');
    const person = await register();
    const { id } = await set(person, {
      ...{ kind: 'change', symbol: 'BTCUSDT', percent: '5', window: 300, direction: 'up' },
      ...{ pause: null, expiresAt: null },
    });
    const store = new PgAlertStore(db.pool);
    const ring = { id: BigInt(id as string), rings: 0, direction: 'up', price: 1n, at: 1 } as const;
    await expect(store.ring([{ ...ring, change: 2 ** 31 }])).rejects.toBeInstanceOf(IntegrityError);
    expect([...(await store.ring([{ ...ring, change: 2 ** 31 - 1 }]))]).toEqual([ring.id]);
    expect(await history(person)).toMatchObject([{ change: '21474836.47' }]);
  });

  it('a blocked person keeps them; one on a position ends with it, and none outlives its market', async () => {
    feed.tick('BTCUSDT', '100');
    const person = await register();
    const long = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 10 };
    const open = async (): Promise<string> => (await person.post('/trading/positions', long)).body['id'] as string;
    const near = (position: string): object => ({
      ...{ kind: 'liquidation', position, percent: '5', pause: null, expiresAt: null },
    });
    const [first, second] = [await open(), await open()];
    await set(person, near(first));
    await set(person, near(second));
    const other = await register();
    expect((await other.post(ALERTS, near(first))).body['code']).toBe('position_not_found');
    await person.delete(`/trading/positions/${first}`);
    await until(async () => (await listed(person)).length === 1);
    await db.owner.query(`UPDATE users SET block_reason = 'conduct' WHERE id = $1`, [person.id]);
    await watched();
    feed.tick('BTCUSDT', '95');
    await rings(person, 1);
    expect(await history(person)).toMatchObject([{ kind: 'liquidation', position: second, direction: 'down' }]);
    feed.tick('BTCUSDT', '100');
    await set(person);
    feed.end();
    await until(async () => (await listed(person)).length === 0);
    expect((await person.post(ALERTS, CROSS)).body['code']).toBe('market_ended');
  });
});
