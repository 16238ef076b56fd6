import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { replaySession, serverMessage, type ReplaySession, type SessionControl } from '@plecho/contract';
import { hash } from '@node-rs/argon2';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { namedKey } from '../../../../tools/product/request-key.ts';
import { useOwnDatabase } from '../../test/harness/database.ts';
import { newPhone, PASSWORD, Person, until } from '../../test/support/server.ts';
import { TestFeed } from '../../test/support/test-feed.ts';
import { createContext, type Context } from '../context.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { connectClient, ownerConfig, type Installation } from '../storage/connection.ts';
import { checkLedger } from '../storage/ledger-check/ledger-check.ts';

const { url } = useOwnDatabase('plecho_sessions');
const target: Installation = { ownerUrl: url, schema: 'plecho' };
const feed = new TestFeed(['BTCUSDT']);
/** By so much the even clock of the server is ahead, ms: time that nobody waits for. */
let ahead = 0;
/** Where the even clock stands still, ms: what takes as long as the machine takes is not to count as time without a look. */
let held: number | null = null;
const clock = { ...systemClock, monotonic: () => (held ?? systemClock.monotonic()) + ahead };
let context: Context;
let owner: Client;
let person: Person;

const open = (): Promise<Context> =>
  createContext({
    ...{ target, clock, log: createLogger('silent') },
    createFeed: ({ id }) => Promise.resolve(id === 'main' ? feed : null),
    passwordCost: { memoryCost: 1024, timeCost: 1, parallelism: 1 },
    ledgerCheckMs: 100,
  });

async function register(): Promise<Person> {
  const someone = new Person(context);
  expect((await someone.post('/auth/register', { phone: newPhone(), password: PASSWORD })).status).toBe(200);
  return someone;
}

const CRASH = { dataset: 'crash', symbols: ['BTCUSDT'], speed: 1, masked: false };
const CRASH_BEGINS = 1_769_990_400;
const CRASH_AT = CRASH_BEGINS + 3 * 86_400 + 14 * 3_600;

async function start(by: Person, body: object = CRASH, key?: string): Promise<ReplaySession> {
  const headers = key === undefined ? {} : { 'idempotency-key': namedKey(key) };
  const answer = await by.post('/replays/sessions', body, { headers });
  expect(answer.status, answer.response.body).toBe(200);
  return replaySession.parse(answer.body);
}

async function control(by: Person, { market }: Pick<ReplaySession, 'market'>, asked: SessionControl) {
  const { status, body } = await by.post(`/replays/sessions/${market}/control`, asked);
  return { status, code: body['code'], session: status === 200 ? replaySession.parse(body) : null };
}

async function done(by: Person, session: Pick<ReplaySession, 'market'>, asked: SessionControl): Promise<ReplaySession> {
  const answer = await control(by, session, asked);
  if (answer.session === null) throw new Error(`${asked.action}: ${String(answer.code)}`);
  return answer.session;
}

/** How many replays there are that play, hold a lock, or are in memory. */
async function figures(state: 'playing' | 'awake' | 'loaded'): Promise<number> {
  const { body } = await context.app.inject('/metrics');
  return Number(new RegExp(`^plecho_replay_sessions\\{state="${state}"\\} (\\d+)$`, 'm').exec(body)?.[1]);
}

beforeAll(async () => {
  context = await open();
  owner = await connectClient(ownerConfig(target));
  person = await register();
});
afterAll(async () => {
  await context.close();
  await owner.end();
});

describe('a personal replay', () => {
  it('is a market with one trader: its history is on the chart, it is traded in, and it ends with what was open', async () => {
    const session = await start(person, { ...CRASH, startAt: CRASH_AT });
    expect(session).toMatchObject({ state: 'playing', dataset: 'crash', symbols: ['BTCUSDT'], startAt: CRASH_AT });
    expect(session.label).toBe('Повтор: BTCUSDT, сделано генератором');
    const { market } = session;
    await done(person, session, { action: 'pause' });
    const { body: candles } = await person.get(`/trading/candles?market=${market}&symbol=BTCUSDT&interval=1h&limit=60`);
    expect(candles['items']).toHaveLength(60);
    await until(async () => {
      const order = { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 10 };
      return (await person.post(`/trading/positions?market=${market}`, order)).status === 200;
    });
    await done(person, session, { action: 'jump', to: CRASH_AT + 7_200 });
    const { body: trades } = await person.get(`/trading/trades?market=${market}`);
    expect(trades['items']).toMatchObject([{ reason: 'liquidation', label: session.label }]);
    const ended = await done(person, session, { action: 'finish' });
    expect(ended.state).toBe('ended');
    expect((await control(person, session, { action: 'resume' })).code).toBe('market_ended');
    expect(await done(person, session, { action: 'finish' })).toMatchObject({ state: 'ended' });
    expect((await person.get(`/trading/markets/${market}`)).body).toMatchObject({
      status: 'ended',
      session: { state: 'ended' },
    });
    expect((await checkLedger(owner)).violations).toEqual([]);
  });

  it('S6 is there for its owner alone', async () => {
    const session = await start(person);
    const other = await register();
    const { market } = session;
    const asked = [
      () => other.get(`/trading/markets/${market}`),
      () => other.get(`/trading/pairs?market=${market}`),
      () => other.get(`/trading/balance?market=${market}`),
      () => other.get(`/trading/candles?market=${market}&symbol=BTCUSDT&interval=1m`),
      () => other.post(`/trading/markets/${market}/enter`),
      () =>
        other.post(`/trading/positions?market=${market}`, {
          symbol: 'BTCUSDT',
          type: 'long',
          amount: '1',
          leverage: 1,
        }),
      () => other.post(`/replays/sessions/${market}/control`, { action: 'finish' }),
    ];
    for (const ask of asked) expect(await ask()).toMatchObject({ status: 404, body: { code: 'unknown_market' } });
    const marketsOf = async (by: Person) =>
      ((await by.get('/trading/markets')).body['items'] as { id: string }[]).map(({ id }) => id);
    expect(await marketsOf(other)).not.toContain(market);
    expect(await marketsOf(person)).toContain(market);
    expect((await other.get('/replays/sessions')).body['items']).toEqual([]);
    await done(person, session, { action: 'finish' });
  });

  it('L6 started twice with one key is one; controls repeated, from two devices, have one effect', async () => {
    const [first, second] = await Promise.all([start(person, CRASH, 'twice'), start(person, CRASH, 'twice')]);
    expect(second.market).toBe(first.market);
    const paused = await Promise.all([1, 2].map(() => done(person, first, { action: 'pause' })));
    expect(paused.map(({ state }) => state)).toEqual(['paused', 'paused']);
    const { playhead } = await done(person, first, { action: 'pause' });
    const steps = await Promise.all(
      [1, 2].map(() => done(person, first, { action: 'step', interval: '1m', playhead })),
    );
    const stepped = Math.floor((playhead + 1) / 60_000) * 60_000 + 59_999;
    expect(steps.map((step) => step.playhead)).toEqual([stepped, stepped]);
    expect(await done(person, first, { action: 'step', interval: '5m', playhead: stepped })).toMatchObject({
      playhead: Math.floor((stepped + 1) / 300_000) * 300_000 + 299_999,
    });
    expect((await control(person, first, { action: 'jump', to: first.startAt })).code).toBe('jump_backwards');
    expect(await done(person, first, { action: 'speed', speed: 600 })).toMatchObject({ speed: 600, state: 'paused' });
    await done(person, first, { action: 'finish' });
  });

  it('says on every device of its owner how it stands, whichever of them presses pause', async () => {
    await context.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = context.app.server.address() as AddressInfo;
    const session = await start(person);
    const told: string[][] = [];
    const sockets: WebSocket[] = [];
    for (const device of [0, 1]) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/api/stream`, {
        headers: { cookie: person.cookie ?? '', 'sec-fetch-site': 'same-origin' },
      });
      const states = (told[device] = [] as string[]);
      socket.on('message', (data: Buffer) => {
        const message = serverMessage.parse(JSON.parse(data.toString()));
        if (message.type !== 'tickers' || message.data.session === undefined) return;
        const { state, playhead } = message.data.session;
        states.push(state === 'paused' ? `paused ${playhead}` : state);
      });
      await once(socket, 'open');
      socket.send(JSON.stringify({ op: 'subscribe', channel: { channel: 'tickers', market: session.market } }));
      sockets.push(socket);
    }
    const bothSee = (state: string) => until(() => told.every((states) => states.at(-1) === state));
    await bothSee('playing');
    const [one, other] = await Promise.all([1, 2].map(() => done(person, session, { action: 'pause' })));
    expect(other?.playhead).toBe(one?.playhead);
    await bothSee(`paused ${one?.playhead}`);
    await done(person, session, { action: 'resume' });
    await bothSee('playing');
    for (const socket of sockets) socket.terminate();
    await done(person, session, { action: 'finish' });
  });

  it('E8 O1 is found again where it stood, paused, by a server that was started anew', async () => {
    const session = await start(person);
    await done(person, session, { action: 'pause' });
    // Within a minute that began at a speed of finer steps.
    const { playhead } = await done(person, session, { action: 'jump', to: session.startAt + 3_613 });
    const stood = await done(person, session, { action: 'speed', speed: 60 });
    expect(stood.playhead).toBe(playhead);
    const prices = async () => {
      const { body } = await person.get(`/trading/pairs?market=${session.market}`);
      return (body['items'] as { lastPrice: string; volume24h: string }[]).map((pair) => [
        pair.lastPrice,
        pair.volume24h,
      ]);
    };
    const stoodAt = await prices();
    const order = { symbol: 'BTCUSDT', type: 'short', amount: '10', leverage: 2 };
    expect((await person.post(`/trading/positions?market=${session.market}`, order)).status).toBe(200);
    await context.close();
    context = await open();
    const again = new Person(context);
    Object.assign(again, { cookie: person.cookie, device: person.device });
    person = again;
    const { body } = await person.get('/replays/sessions');
    expect((body['items'] as ReplaySession[]).find(({ market }) => market === session.market)).toMatchObject({
      ...{ state: 'paused', playhead: stood.playhead },
    });
    expect(await prices()).toEqual(stoodAt);
    const { body: positions } = await person.get(`/trading/positions?market=${session.market}`);
    expect(positions['items']).toMatchObject([{ type: 'short' }]);
    expect((await person.post(`/trading/positions?market=${session.market}`, order)).status).toBe(200);
    await done(person, session, { action: 'finish' });
    const { body: trades } = await person.get(`/trading/trades?market=${session.market}`);
    expect(trades['items']).toMatchObject([{ reason: 'marketEnd' }, { reason: 'marketEnd' }]);
  });

  it('C2 with masked dates tells nothing of what it plays before it has ended, and everything afterwards', async () => {
    const session = await start(person, { speed: 60, masked: true });
    const { market } = session;
    expect(session).toMatchObject({ masked: true, dataset: null, revealed: null, symbols: ['PAIRAUSDT'] });
    await done(person, session, { action: 'pause' });
    await done(person, session, { action: 'jump', to: session.startAt + 1_200 });
    const order = { symbol: 'PAIRAUSDT', type: 'long', amount: '10', leverage: 2 };
    expect((await person.post(`/trading/positions?market=${market}`, order)).status).toBe(200);
    const answers = [
      ...['/replays/sessions', `/trading/markets/${market}`, `/trading/pairs?market=${market}`],
      ...[`/trading/positions?market=${market}`, `/trading/trades?market=${market}`],
      ...['1m', '1h', '1d'].map(
        (each) => `/trading/candles?market=${market}&symbol=PAIRAUSDT&interval=${each}&limit=1000`,
      ),
    ];
    for (const path of answers) {
      const { status, response } = await person.get(path);
      expect(status, path).toBe(200);
      const own =
        path === '/replays/sessions'
          ? JSON.stringify(response.json<{ items: ReplaySession[] }>().items[0])
          : response.body;
      expect(own, path).not.toMatch(/BTC|ETH|SOL|trend|crash|sideways|:17[67]\d{7}[,}]|2026-|феврал/);
    }
    const { body: pairs } = await person.get(`/trading/pairs?market=${market}`);
    const [{ lastPrice }] = pairs['items'] as [{ lastPrice: string }];
    expect(Number(lastPrice)).toBeGreaterThan(80);
    expect(Number(lastPrice)).toBeLessThan(120);
    const { revealed, dataset } = await done(person, session, { action: 'finish' });
    expect(['trend', 'crash', 'sideways']).toContain(dataset);
    expect(revealed).toMatchObject({ shift: revealed!.startAt - session.startAt, pairs: [{ masked: 'PAIRAUSDT' }] });
  });

  it('O1 pauses when nobody looks, and then holds no lock; the first command gives it one again', async () => {
    const session = await start(person);
    const stateOf = async () => {
      const { body } = await person.get('/replays/sessions');
      return (body['items'] as ReplaySession[]).find(({ market }) => market === session.market)?.state;
    };
    const locks = async (): Promise<number> => {
      const { rows } = await owner.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM pg_locks WHERE locktype = 'advisory' AND objid::bigint = hashtext($1)::bigint & 4294967295`,
        [session.market],
      );
      return rows[0]?.count ?? 0;
    };
    expect([await stateOf(), await locks()]).toEqual(['playing', 1]);
    ahead += 16_000;
    await until(async () => (await stateOf()) === 'paused');
    expect(await locks()).toBe(1);
    ahead += 11_000;
    await until(async () => (await locks()) === 0);
    const order = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 2 };
    expect((await person.post(`/trading/positions?market=${session.market}`, order)).status).toBe(200);
    expect([await stateOf(), await locks()]).toEqual(['paused', 1]);
    await done(person, session, { action: 'finish' });
    expect(await locks()).toBe(0);
  });

  it('refuses a fourth that plays, a twenty-first that is kept, and what no recording has', async () => {
    const other = await register();
    const started: ReplaySession[] = [];
    for (let n = 0; n < 3; n += 1) started.push(await start(other));
    const fourth = await other.post('/replays/sessions', CRASH);
    expect(fourth.body).toMatchObject({ code: 'too_many_playing' });
    for (const each of started) await done(other, each, { action: 'pause' });
    for (let n = 3; n < 20; n += 1) await done(other, await start(other), { action: 'pause' });
    expect((await other.post('/replays/sessions', CRASH)).body).toMatchObject({ code: 'too_many_sessions' });
    const wrong: [object, string][] = [
      [{ ...CRASH, dataset: 'nothing' }, 'dataset_not_found'],
      [{ ...CRASH, symbols: ['DOTUSDT'] }, 'unknown_symbol'],
      [{ ...CRASH, startAt: 60 }, 'replay_start_outside'],
      [{ ...CRASH, startAt: CRASH_AT + 1 }, 'replay_start_outside'],
      [{ speed: 60, masked: false }, 'dataset_not_found'],
      [{ ...CRASH, speed: 601 }, 'invalid_request'],
    ];
    for (const [body, code] of wrong)
      expect((await person.post('/replays/sessions', body)).body['code'], code).toBe(code);
  });
});

describe('a personal replay whose books are wrong', () => {
  it('E12 is halted alone, and neither rests nor forgets it', async () => {
    const other = await register();
    const session = await start(other);
    const order = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 2 };
    const open = (market: string) => other.post(`/trading/positions?market=${market}`, order);
    await until(async () => (await open(session.market)).status === 200);
    const add = (amount: number) =>
      owner.query(`UPDATE ledger_accounts SET balance = balance + $2 WHERE market_id = $1 AND book = 'fees'`, [
        ...[session.market, amount],
      ]);
    await add(1);
    await until(async () => (await open(session.market)).body['code'] === 'market_halted');
    await add(-1);
    feed.tick('BTCUSDT', '100');
    expect((await open('main')).status).toBe(200);
    ahead += 16_000;
    await until(async () => (await context.markets.get(session.market)?.status())?.playback?.playing === false);
    ahead += 11_000;
    await until(async () => (await figures('awake')) === 1);
    expect((await open(session.market)).body['code']).toBe('market_halted');
  });
});

describe('a shared replay', () => {
  it('M1 is upcoming until its time, runs, ends with what was open, and is the same for everybody; a repeated request adds none', async () => {
    await owner.query(`UPDATE users SET role = 'operator' WHERE id = (SELECT max(id) FROM users)`);
    const { rows } = await owner.query<{ phone: string }>(`SELECT phone FROM users WHERE role = 'operator'`);
    await owner.query('INSERT INTO operator_secret (hash, set_at) VALUES ($1, 0)', [
      await hash('k3x7m', { timeCost: 2 }),
    ]);
    const operator = new Person(context);
    await operator.post('/auth/login', { phone: rows[0]?.phone, password: PASSWORD });
    expect((await operator.post('/admin/step-up', { secret: 'k3x7m' })).status).toBe(200);
    const body = {
      dataset: 'crash',
      // An hour before its end.
      from: CRASH_BEGINS + 7 * 86_400 - 3_600,
      startAt: Math.ceil(context.services.clock.now() / 1000) + 3,
      speed: 600,
    };
    const headers = { 'idempotency-key': namedKey('publish') };
    const [first, second] = [
      await operator.post('/admin/replays', body, { headers }),
      await operator.post('/admin/replays', body, { headers }),
    ];
    expect(first.status, first.response.body).toBe(200);
    expect(second.body).toEqual(first.body);
    const { id } = first.body as { id: string };
    expect((await operator.post('/admin/replays', { ...body, startAt: 60 })).body['code']).toBe('schedule_in_the_past');
    const statusOf = async () => (await person.get(`/trading/markets/${id}`)).body;
    await until(async () => (await statusOf())['id'] === id);
    expect(await statusOf()).toMatchObject({
      ...{ status: 'upcoming', label: 'Повтор: BTCUSDT и ещё 2, сделано генератором' },
      ...{ symbols: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'], parameters: first.body['parameters'] },
    });
    await until(async () => (await statusOf())['status'] === 'running');
    await until(async () => (await context.markets.get(id)?.lastPrices(['BTCUSDT', 'ETHUSDT', 'SOLUSDT']))?.size === 3);
    expect((await person.post(`/trading/markets/${id}/enter`)).status).toBe(200);
    const order = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 2 };
    expect((await person.post(`/trading/positions?market=${id}`, order)).status).toBe(200);
    await until(async () => (await statusOf())['status'] === 'ended');
    const { body: trades } = await person.get(`/trading/trades?market=${id}`);
    expect(trades['items']).toMatchObject([{ reason: 'marketEnd' }]);
    await expect(
      owner.query(`UPDATE markets SET parameters = '{"dates": "masked"}' WHERE id = $1`, [id]),
    ).rejects.toThrow("can't be changed");
  });
});

describe('two hundred personal replays', () => {
  it('O1 begin at once, three of a person, on four connections at most, while the other markets trade, and leave fifty in memory', async () => {
    const people = await Promise.all(Array.from({ length: 67 }, () => register()));
    held = systemClock.monotonic();
    const starting = Promise.all(
      people.map((each) => Promise.all([1, 2, 3, 4].map(() => each.post('/replays/sessions', CRASH)))),
    );
    const order = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 2 };
    for (let n = 0; n < 5; n += 1) {
      feed.tick('BTCUSDT', '100');
      expect((await person.post('/trading/positions', order)).status).toBe(200);
    }
    const answers = await starting;
    for (const ofOne of answers) {
      expect(ofOne.map(({ body }) => body['code'] ?? body['state']).sort()).toEqual([
        ...['playing', 'playing', 'playing', 'too_many_playing'],
      ]);
    }
    expect(await figures('playing')).toBe(201);
    const { rows } = await owner.query<{ count: number }>(
      `SELECT count(DISTINCT pid)::integer AS count FROM pg_locks l JOIN markets m ON objid::bigint = hashtext(m.id)::bigint & 4294967295
       WHERE locktype = 'advisory' AND m.owner_id IS NOT NULL`,
    );
    expect(rows[0]?.count).toBeLessThanOrEqual(4);
    const markets = answers.flat().flatMap(({ status, body }) => (status === 200 ? [String(body['market'])] : []));
    const pausing = markets.map((market, n) => done(people[Math.floor(n / 3)]!, { market }, { action: 'pause' }));
    expect(new Set((await Promise.all(pausing)).map(({ state }) => state))).toEqual(new Set(['paused']));
    const again = markets.slice(0, 3).map((market) => control(people[0]!, { market }, { action: 'resume' }));
    expect((await Promise.all(again)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await people[0]!.post('/replays/sessions', CRASH)).body['code']).toBe('too_many_playing');
    ahead += 16_000;
    await until(async () => (await figures('playing')) === 0);
    ahead += 11_000;
    // One of an earlier test is halted.
    await until(async () => (await figures('awake')) === 1);
    ahead += 11_000;
    await until(async () => (await figures('loaded')) === 51);
    const all = await Promise.all(
      markets.map((market, n) => people[Math.floor(n / 3)]!.get(`/trading/markets/${market}`)),
    );
    expect(new Set(all.map(({ body }) => (body['session'] as { state: string }).state))).toEqual(new Set(['paused']));
  }, 120_000);
});
