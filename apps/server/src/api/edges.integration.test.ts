import type { ProcessRole } from '@plecho/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namedKey } from '../../../../tools/product/request-key.ts';
import { useDatabase } from '../../test/harness/database.ts';
import { useNats } from '../../test/harness/nats.ts';
import { OPERATOR_SECRET, setOperatorSecret } from '../../test/support/operator.ts';
import { newPhone, PASSWORD, Person, until } from '../../test/support/server.ts';
import { TestFeed } from '../../test/support/test-feed.ts';
import { createContext, type Context } from '../context.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';

const database = useDatabase();
const nats = useNats();
const feed = new TestFeed();
const processes: Context[] = [];
let one: Context;
let other: Context;

async function start(roles: ProcessRole[], clock: Clock = systemClock): Promise<Context> {
  const context = await createContext({
    ...{ target: database.target, clock, log: createLogger('silent'), roles, natsUrl: new URL(nats.url) },
    passwordCost: { memoryCost: 1024, timeCost: 1, parallelism: 1 },
    createFeed: () => Promise.resolve(roles.includes('engine') ? feed : new TestFeed()),
  });
  processes.push(context);
  return context;
}

beforeAll(async () => {
  await setOperatorSecret(database);
  await start(['engine', 'jobs']);
  [one, other] = [await start(['edge']), await start(['edge'])];
});
afterAll(async () => {
  for (const context of processes.toReversed()) await context.close();
});

/** The same browser, whose next request the load balancer gives to another edge. */
const at = (edge: Context, { cookie, device }: Person): Person => Object.assign(new Person(edge), { cookie, device });

async function register(edge: Context, phone = newPhone()): Promise<Person> {
  const person = new Person(edge);
  await until(async () => {
    feed.tick('BTCUSDT', '100');
    return (await person.post('/auth/register', { phone, password: PASSWORD })).status === 200;
  });
  return person;
}

const ORDER = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 2 };

/** Opens a position at a price of now. @returns its id */
async function open(person: Person, market = 'main'): Promise<string> {
  let id: unknown;
  await until(async () => {
    feed.tick('BTCUSDT', '100');
    const { status, body } = await person.post(`/trading/positions?market=${market}`, ORDER);
    id = body['id'];
    return status === 200;
  });
  return String(id);
}

const itemsOf = async (person: Person, url: string): Promise<Record<string, unknown>[]> =>
  (await person.get(url)).body['items'] as Record<string, unknown>[];

async function operatorAt(edge: Context): Promise<Person> {
  const phone = newPhone();
  const operator = await register(edge, phone);
  await database.owner.query(`UPDATE users SET role = 'operator' WHERE phone = $1`, [phone]);
  expect((await operator.post('/admin/step-up', { secret: OPERATOR_SECRET })).status).toBe(200);
  return operator;
}

describe('whichever edge is asked', () => {
  it('S1 L7 a session, positions, trades, notes and a fresh start are the same', async () => {
    const person = await register(one);
    const here = at(other, person);
    expect((await here.get('/auth/profile')).status).toBe(200);
    const position = await open(person);
    expect((await itemsOf(here, '/trading/positions')).map(({ id }) => id)).toEqual([position]);
    const { body: trade } = await here.delete(`/trading/positions/${position}`);
    expect((await itemsOf(person, '/trading/trades')).map(({ id }) => id)).toEqual([trade['id']]);
    const note = { text: 'зря', tags: ['пробой'], version: 0 };
    expect((await person.put(`/trading/trades/${String(trade['id'])}/note`, note)).status).toBe(200);
    expect((await itemsOf(here, '/trading/trades'))[0]).toMatchObject({ note: { text: 'зря' } });
    const late = await here.put(`/trading/trades/${String(trade['id'])}/note`, { ...note, text: 'иначе' });
    expect(late.body).toMatchObject({ code: 'note_changed' });
    expect((await here.post('/trading/seasons')).status).toBe(200);
    expect((await itemsOf(person, '/trading/seasons')).map(({ number }) => number)).toEqual([2, 1]);
    expect((await itemsOf(here, '/account/log')).map(({ kind }) => kind)).toEqual(
      (await itemsOf(person, '/account/log')).map(({ kind }) => kind),
    );
  });

  it('L6 a key that one edge has answered is answered by the other in the same way', async () => {
    const person = await register(one);
    const headers = { 'idempotency-key': namedKey('edges') };
    await open(person);
    feed.tick('BTCUSDT', '100');
    const first = await person.post('/trading/positions', ORDER, { headers });
    expect(first.status).toBe(200);
    expect((await at(other, person).post('/trading/positions', ORDER, { headers })).body).toEqual(first.body);
    expect(await itemsOf(person, '/trading/positions')).toHaveLength(2);
  });

  it('S3 wrong passwords count together, and the same browser gets in at either', async () => {
    const phone = newPhone();
    const owner = await register(one, phone);
    const strangers = [new Person(one), new Person(other)];
    const from = '203.0.113.7';
    const codes: unknown[] = [];
    for (let n = 0; !codes.includes('login_throttled') && n < 40; n += 1) {
      const answers = await Promise.all(
        strangers.map((stranger) => stranger.post('/auth/login', { phone, password: 'не тот 43' }, { from })),
      );
      codes.push(...answers.map(({ body }) => body['code']));
    }
    // Ten are free; of the next ones some wait for the door, and the first who is not drawn is refused.
    const tried = codes.indexOf('login_throttled');
    expect(tried).toBeGreaterThanOrEqual(10);
    expect(tried).toBeLessThan(20);
    const known = Object.assign(new Person(other), { device: owner.device });
    expect((await known.post('/auth/login', { phone, password: PASSWORD }, { from })).status).toBe(200);
  });

  it('S1 a changed password and a sign-out everywhere hold at once', async () => {
    const person = await register(one);
    const elsewhere = at(other, person);
    expect((await person.post('/auth/password', { currentPassword: PASSWORD, newPassword: 'судак43' })).status).toBe(
      200,
    );
    const here = at(other, person);
    expect((await here.get('/auth/profile')).status).toBe(200);
    expect((await here.post('/auth/logout-everywhere')).status).toBe(200);
    expect((await person.get('/auth/profile')).status).toBe(401);
    expect((await elsewhere.get('/auth/profile')).status).toBe(401);
  });

  it('S1 C5 an operator who stepped up at one blocks at the other, and everybody is told there', async () => {
    const operator = await operatorAt(one);
    const phone = newPhone();
    const person = await register(one, phone);
    const blocked = await at(other, operator).post('/admin/user/block', { phone, blocked: true, reason: 'ownRequest' });
    expect(blocked.status).toBe(200);
    feed.tick('BTCUSDT', '100');
    expect((await person.post('/trading/positions', ORDER)).body).toMatchObject({ code: 'blocked' });
    expect((await itemsOf(at(other, person), '/account/log')).map(({ kind }) => kind)).toContain('blocked');
    expect((await itemsOf(operator, '/admin/audit?limit=50')).map(({ action }) => action)).toContain('userBlocked');
  });

  it('a class that is made at one is joined at the other, and its members are the same', async () => {
    const operator = await operatorAt(one);
    const rules = {
      ...{ maxLeverage: 10, maxSharePercent: null, maxDayLossPercent: null, maxLossPercent: null },
      ...{ targetPercent: null, days: null, calibration: false },
    };
    const made = await operator.post('/admin/classes', { source: { kind: 'main' }, rules });
    expect(made.status, made.response.body).toBe(200);
    const code = String(made.body['code']);
    const person = await register(other);
    await until(async () => (await person.get(`/classes/${code}`)).status === 200);
    expect((await person.post(`/classes/${code}/join`)).status).toBe(200);
    const here = at(one, person);
    await until(async () => (await itemsOf(here, `/classes/${code}/members`)).length === 1);
    expect(await itemsOf(person, `/classes/${code}/members`)).toHaveLength(1);
    expect((await person.post(`/classes/${code}/leave`)).status).toBe(200);
    expect((await here.get(`/classes/${code}/members`)).body).toMatchObject({ code: 'not_a_member' });
  });

  it('a guest of one stays at the other, and a lesson goes on there', async () => {
    const guest = new Person(one);
    feed.tick('BTCUSDT', '100');
    expect((await guest.post('/auth/guest')).status).toBe(200);
    const here = at(other, guest);
    const phone = newPhone();
    expect((await here.post('/auth/guest/register', { phone, password: PASSWORD })).status).toBe(200);
    expect((await guest.get('/auth/profile')).status).toBe(401);
    expect((await at(one, here).get('/auth/profile')).body).toMatchObject({ phone });
    const begun = await here.post('/lessons/fake-exchange/start', { instead: null });
    expect(begun.status, begun.response.body).toBe(200);
    const lessons = await itemsOf(at(one, here), '/lessons');
    expect(lessons.find(({ lesson }) => lesson === 'fake-exchange')).toMatchObject({
      startedAt: begun.body['startedAt'],
    });
  });
});

describe('an edge that stops', () => {
  it('S10 says for a while that it is not ready and answers all the same, until the load balancer has heard it', async () => {
    const held: (() => void)[] = [];
    let isHeld = false;
    const clock: Clock = {
      ...systemClock,
      after(ms, run) {
        if (!isHeld) return systemClock.after(ms, run);
        held.push(run);
        return () => undefined;
      },
    };
    const edge = await start(['edge'], clock);
    const person = at(edge, await register(one));
    expect((await edge.app.inject('/api/health/ready')).statusCode).toBe(200);
    isHeld = true;
    const closing = edge.close();
    isHeld = false;
    const ready = await edge.app.inject('/api/health/ready');
    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toMatchObject({ ready: false, draining: true });
    expect((await person.get('/auth/profile')).status).toBe(200);
    for (const run of held) run();
    await closing;
    expect((await at(other, person).get('/auth/profile')).status).toBe(200);
  });
});
