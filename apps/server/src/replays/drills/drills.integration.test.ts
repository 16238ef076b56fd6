import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  debrief,
  drill,
  serverMessage,
  type ClassSource,
  type Drill,
  type DrillControl,
  type NewClassRules,
} from '@plecho/contract';
import { hash } from '@node-rs/argon2';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { namedKey } from '../../../../../tools/product/request-key.ts';
import { useOwnDatabase } from '../../../test/harness/database.ts';
import { newPhone, PASSWORD, Person, until, type Answer } from '../../../test/support/server.ts';
import { TestFeed } from '../../../test/support/test-feed.ts';
import { createContext, type Context } from '../../context.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { connectClient, createPool, ownerConfig, type Installation } from '../../storage/connection.ts';
import { PgDrillStore } from '../../storage/drill-store.ts';
import { checkLedger } from '../../storage/ledger-check/ledger-check.ts';

const { url } = useOwnDatabase('plecho_drills');
const target: Installation = { ownerUrl: url, schema: 'plecho' };
/** By so much the server's clock is ahead, ms. */
let ahead = 0;
const clock = { ...systemClock, now: () => systemClock.now() + ahead };
const SECRET = 'k3x7m';
/** The hour in which the prices of the crash begin to fall. */
const CRASH_AT = 1_769_990_400 + 3 * 86_400 + 14 * 3_600;
const CRASH = { dataset: 'crash', symbols: ['BTCUSDT'], from: CRASH_AT, minutes: 45, speed: 60 };
const RULES: NewClassRules = {
  ...{ maxLeverage: 10, maxSharePercent: '20', maxDayLossPercent: null, maxLossPercent: '10' },
  ...{ targetPercent: null, days: null, calibration: false },
};
const COSTS = { takerFeePercent: '0.1', makerFeePercent: '0.05', funding: { intervalHours: 8, capPercent: '0.5' } };

interface Made {
  code: string;
  market: string;
}

let context: Context;
let ofReplay: Made;
let owner: Client;
let operator: Person;
let colleague: Person;
let member: Person;
let late: Person;
let stranger: Person;

const open = (): Promise<Context> =>
  createContext({
    ...{ target, clock, log: createLogger('silent') },
    createFeed: ({ id }) => Promise.resolve(id === 'main' ? new TestFeed(['BTCUSDT']) : null),
    passwordCost: { memoryCost: 1024, timeCost: 1, parallelism: 1 },
    ledgerCheckMs: 60_000,
  });

async function register(): Promise<Person> {
  const someone = new Person(context);
  expect((await someone.post('/auth/register', { phone: newPhone(), password: PASSWORD })).status).toBe(200);
  return someone;
}

/** Somebody with the role alone. */
async function registerPowerless(): Promise<Person> {
  const someone = await register();
  await owner.query(`UPDATE users SET role = 'operator' WHERE id = (SELECT max(id) FROM users)`);
  return someone;
}

async function registerOperator(): Promise<Person> {
  const someone = await registerPowerless();
  expect((await someone.post('/admin/step-up', { secret: SECRET })).status).toBe(200);
  return someone;
}

/** A body of a request that has to work. */
async function done(asked: Promise<Answer>): Promise<Record<string, unknown>> {
  const { status, body, response } = await asked;
  expect(status, response.body).toBe(200);
  return body;
}

async function makeClass(source: ClassSource): Promise<Made> {
  const { code } = (await done(operator.post('/admin/classes', { source, rules: RULES }))) as { code: string };
  const { market } = (await done(operator.get(`/classes/${code}`))) as { market: { id: string } };
  return { code, market: market.id };
}

const join = (by: Person, { code }: Made): Promise<unknown> => done(by.post(`/classes/${code}/join`));

async function make(more: object = { masked: true }, key = 'drill'): Promise<Drill> {
  const headers = { 'idempotency-key': namedKey(key) };
  const body = { ...CRASH, class: ofReplay.code, ...more };
  return drill.parse(await done(operator.post('/admin/drills', body, { headers })));
}

const openIn = (by: Person, market: string, order: object): Promise<Answer> =>
  by.post(`/trading/positions?market=${market}`, { type: 'long', amount: '100', leverage: 10, ...order });

async function control(by: Person, { market }: Pick<Drill, 'market'>, asked: DrillControl): Promise<Drill | string> {
  const { status, body } = await by.post(`/admin/drills/${market}`, asked);
  return status === 200 ? drill.parse(body) : String(body['code']);
}

const stateOf = async ({ market }: Pick<Drill, 'market'>, by = member): Promise<Drill> =>
  drill.parse((await by.get(`/drills/${market}`)).body);

/** What the stream has told of a drill so far. */
async function follow({ market }: Drill, by: Person): Promise<{ told: Drill[]; socket: WebSocket }> {
  const { port } = context.app.server.address() as AddressInfo;
  const told: Drill[] = [];
  const headers = { cookie: by.cookie ?? '', 'sec-fetch-site': 'same-origin' };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/stream`, { headers });
  socket.on('message', (data: Buffer) => {
    const message = serverMessage.parse(JSON.parse(data.toString()));
    if (message.type === 'drill') told.push(message.data);
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ op: 'subscribe', channel: { channel: 'drill', market } }));
  return { told, socket };
}

/** The same people with the server that was started after the one that is gone. */
async function startAgain(): Promise<void> {
  await context.close();
  context = await open();
  const withCookies = (person: Person): Person =>
    Object.assign(new Person(context), { cookie: person.cookie, device: person.device });
  operator = withCookies(operator);
  colleague = withCookies(colleague);
  member = withCookies(member);
  late = withCookies(late);
  stranger = withCookies(stranger);
}

beforeAll(async () => {
  context = await open();
  owner = await connectClient(ownerConfig(target));
  await owner.query('INSERT INTO operator_secret (hash, set_at) VALUES ($1, 0)', [
    await hash(SECRET, { memoryCost: 1024, timeCost: 1, parallelism: 1 }),
  ]);
  operator = await registerOperator();
  const startAt = Math.floor(Date.now() / 1000);
  const { dataset, symbols } = CRASH;
  ofReplay = await makeClass({ kind: 'replay', dataset, symbols, from: CRASH_AT - 600, startAt, speed: 600 });
  colleague = await registerOperator();
  member = await register();
  await join(member, ofReplay);
  await owner.query(`INSERT INTO personas SELECT max(id), 'fox', 'blue', false, 0 FROM users`);
  late = await register();
  await join(late, ofReplay);
  stranger = await register();
  await context.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await context.close();
  await owner.end();
});

describe('a drill', () => {
  let played: Drill;

  it('L6 is made once, within the recording, for a class that is there', async () => {
    played = await make();
    expect(played).toMatchObject({ state: 'waiting', label: 'Повтор: пара A, даты скрыты', symbols: ['PAIRAUSDT'] });
    expect(await make()).toEqual(played);
    const refused = async (body: object): Promise<unknown> =>
      (await operator.post('/admin/drills', { ...CRASH, class: ofReplay.code, masked: false, ...body })).body['code'];
    expect(await refused({ minutes: 10_080 })).toBe('drill_too_long');
    expect(await refused({ dataset: 'none' })).toBe('dataset_not_found');
    expect(await refused({ class: 'ABCDEFGH' })).toBe('class_not_found');
    expect((await member.get(`/classes/${ofReplay.code}/drills`)).body).toEqual({ items: [played] });
  });

  it('S6 is open to the members of its class alone', async () => {
    const { market } = played;
    for (const [method, path] of [
      ['GET', `/trading/pairs?market=${market}`],
      ['POST', `/trading/markets/${market}/enter`],
      ['GET', `/drills/${market}`],
      ['GET', `/classes/${ofReplay.code}/drills`],
    ] as const) {
      expect((await stranger.ask(method, path)).body['code'], path).toBe('not_a_member');
    }
    const { body } = await stranger.get('/trading/markets');
    expect(JSON.stringify(body)).not.toContain(market);
    expect(JSON.stringify((await member.get('/trading/markets')).body)).toContain(market);
    expect((await stranger.get('/drills/drill-none')).body['code']).toBe('drill_not_found');
    expect((await member.post(`/trading/markets/${market}/enter`)).status).toBe(200);
    expect((await member.get(`/drills/${market}/debrief`)).body['code']).toBe('drill_not_over');
    const start: DrillControl = { action: 'start', seconds: 3, version: played.version };
    expect(await control(member, played, start)).toBe('forbidden');
    expect((await stateOf(played)).state).toBe('waiting');
  });

  it('counts down and plays for everybody who looks, and one of two operators who act at once is told', async () => {
    const { told, socket } = await follow(played, member);
    await until(() => told.at(-1)?.state === 'waiting');
    const start: DrillControl = { action: 'start', seconds: 60, version: played.version };
    const [one, other] = await Promise.all([control(operator, played, start), control(colleague, played, start)]);
    expect([one, other]).toMatchObject([{ state: 'countdown' }, { state: 'countdown' }]);
    await until(() => told.at(-1)?.state === 'countdown');
    expect(told.at(-1)?.countdownMs).toBeGreaterThan(50_000);
    // Other processes have other clocks, and people count down together.
    ahead = 60_000;
    expect(await stateOf(played)).toMatchObject({ state: 'countdown' });
    expect((await stateOf(played)).countdownMs).toBeGreaterThan(30_000);
    await owner.query('UPDATE drills SET plays_at = plays_at - 60000 WHERE market_id = $1', [played.market]);
    await until(() => told.at(-1)?.state === 'playing');
    const order = { symbol: 'PAIRAUSDT' };
    await until(async () => (await openIn(member, played.market, order)).status === 200);
    const { version } = await stateOf(played);
    const answers = await Promise.all([
      control(operator, played, { action: 'pause', version }),
      control(colleague, played, { action: 'speed', speed: 1, version }),
    ]);
    expect(answers).toContain('drill_changed');
    const now = await stateOf(played);
    if (now.state === 'playing') await control(operator, played, { action: 'pause', version: now.version });
    await until(() => told.at(-1)?.state === 'paused');
    expect(await control(colleague, played, { action: 'pause', version: 1 })).toMatchObject({ state: 'paused' });
    socket.terminate();
  });

  it('goes on when the connection of its operator is lost, and another operator takes over', async () => {
    const paused = await stateOf(played);
    const { socket } = await follow(played, operator);
    await control(operator, played, { action: 'resume', version: paused.version });
    socket.terminate();
    await until(async () => (await stateOf(played)).playhead > paused.playhead);
    const goesOn = await stateOf(played);
    expect(goesOn.state).toBe('playing');
    expect(await control(colleague, played, { action: 'pause', version: goesOn.version })).toMatchObject({
      state: 'paused',
    });
  });

  it('O1 stands after its server was gone where it stood, until another operator lets it go on', async () => {
    const paused = await stateOf(played);
    await control(operator, played, { action: 'resume', version: paused.version });
    await until(async () => (await stateOf(played)).playhead > paused.playhead);
    const clockOf = async (): Promise<number | undefined> => (await context.markets.get(played.market)?.status())?.now;
    await startAgain();
    const stands = await stateOf(played);
    expect(stands.state).toBe('paused');
    expect(stands.playhead).toBeGreaterThan(paused.playhead);
    expect(await clockOf()).toBeGreaterThanOrEqual(stands.playhead);
    const before = await clockOf();
    expect((await late.post(`/trading/markets/${played.market}/enter`)).status).toBe(200);
    const order = { symbol: 'PAIRAUSDT', type: 'short', amount: '10', leverage: 2 };
    await done(openIn(late, played.market, order));
    // Closes it, and is another attempt.
    await done(late.post(`/trading/seasons?market=${played.market}`));
    await done(openIn(late, played.market, order));
    expect(await clockOf()).toBe(before);
    const going = await control(colleague, played, { action: 'speed', speed: 600, version: stands.version });
    if (typeof going === 'string') throw new Error(going);
    expect(await control(colleague, played, { action: 'resume', version: going.version })).toMatchObject({
      state: 'playing',
      members: 2,
    });
    expect(await control(operator, played, { action: 'resume', version: 1 })).toMatchObject({ state: 'playing' });
  });

  it('E8 ends with its window: everybody’s trades are in the debrief, by persona, and what it was', async () => {
    await until(async () => (await stateOf(played)).state === 'ended');
    const over = await stateOf(played);
    expect(over.playhead).toBe(over.end);
    const { body } = await member.get(`/drills/${played.market}/debrief`);
    const seen = debrief.parse(body);
    expect(seen.people).toEqual([
      { persona: { animal: 'fox', colour: 'blue' }, own: true },
      { persona: null, own: false },
    ]);
    const closedAt = seen.trades.map(({ exitRecord }) => exitRecord.time);
    expect(closedAt).toEqual(closedAt.toSorted((a, b) => a - b));
    const byAttempt = seen.trades.toSorted((a, b) => a.person * 10 + a.season - (b.person * 10 + b.season));
    expect(byAttempt).toMatchObject([
      { person: 0, season: 1, type: 'long', leverage: 10, reason: 'liquidation' },
      { person: 1, season: 1, type: 'short', leverage: 2, reason: 'user' },
      { person: 1, season: 2, type: 'short', leverage: 2, reason: 'marketEnd' },
    ]);
    expect(seen).toMatchObject({ dataset: 'crash', revealed: { startAt: CRASH_AT } });
    expect(JSON.stringify(body)).not.toMatch(/\+7916|userId/);
    // An operator looks back with the class: on the prices, and on nothing that is anybody's own.
    expect(debrief.parse((await operator.get(`/drills/${played.market}/debrief`)).body).trades).toEqual(seen.trades);
    const prices = `/trading/candles?market=${played.market}&symbol=PAIRAUSDT&interval=1m`;
    const candlesOf = async (by: Person): Promise<unknown> => (await done(by.get(prices)))['items'];
    expect(await candlesOf(operator)).toEqual(await candlesOf(member));
    expect((await stranger.get(prices)).body['code']).toBe('not_a_member');
    expect((await operator.get(`/trading/positions?market=${played.market}`)).body['code']).toBe('not_a_member');
    expect(await control(operator, played, { action: 'resume', version: 1 })).toBe('market_ended');
    expect((await member.get(`/trading/markets/${played.market}`)).body).toMatchObject({
      session: { state: 'ended', masked: true },
    });
    expect((await checkLedger(owner)).violations).toEqual([]);
  });

  it('S6 C4 lets operators look back with a step-up and in the audit log, and no blocked one', async () => {
    const { market } = played;
    const looks = [
      `/drills/${market}/debrief`,
      `/trading/candles?market=${market}&symbol=PAIRAUSDT&interval=1m`,
      `/trading/candles?market=${ofReplay.market}&symbol=BTCUSDT&interval=1m`,
    ];
    const answersOf = async (by: Person): Promise<unknown[]> => {
      const answers: unknown[] = [];
      for (const path of looks) {
        const { status, body } = await by.get(path);
        answers.push(status === 200 ? 'shown' : body['code']);
      }
      return answers;
    };
    const refused = Array(looks.length).fill('not_a_member');
    const powerless = await registerPowerless();
    expect(await answersOf(powerless)).toEqual(refused);
    const third = await registerOperator();
    expect(await answersOf(third)).toEqual(Array(looks.length).fill('shown'));
    const [drill, ofClass] = [market, ofReplay.market].map((id) => ({ details: { market: id } }));
    const each = (status: number): object[] => [
      ...[
        { action: 'marketsViewed', ...ofClass, status },
        { action: 'marketsViewed', ...drill, status },
      ],
      { action: 'drillsViewed', ...drill, status },
    ];
    const written = async (): Promise<object[]> => {
      const { items } = (await operator.get('/admin/audit?limit=40')).body as { items: Record<string, unknown>[] };
      const looked = items.filter(({ action }) => action === 'marketsViewed' || action === 'drillsViewed');
      return looked.map(({ action, details, status }) => ({ action, details, status }));
    };
    const before = (await written()).slice(6);
    expect(await written()).toEqual([...each(200), ...each(403), ...before]);
    await owner.query(`UPDATE users SET block_reason = 'conduct' WHERE id = (SELECT max(id) FROM users)`);
    expect(await answersOf(third)).toEqual(refused);
    expect(await written()).toEqual([...each(200), ...each(403), ...before]);
    expect((await third.get(`/drills/${market}`)).body['code']).toBe('not_a_member');
    // The drills of a class are listed for operators in their own area.
    expect((await operator.get(`/classes/${ofReplay.code}/drills`)).body['code']).toBe('not_a_member');
    expect((await operator.get(`/admin/drills?class=${ofReplay.code}`)).status).toBe(200);
  });

  it('E17 the rules of a class hold in its replay and in its drill, each of which is an attempt of its own', async () => {
    const { market } = ofReplay;
    const attemptIn = async (id: string): Promise<unknown> =>
      (await done(member.get(`/trading/balance?market=${id}`)))['attempt'];
    // Liquidated in the drill, with which a tenth of the balance was lost.
    expect(await attemptIn(played.market)).toMatchObject({ status: 'ended', endedBy: 'maxLoss' });
    const another = await make({ masked: false }, 'third');
    for (const id of [market, another.market]) {
      await done(member.post(`/trading/markets/${id}/enter`));
      expect(await attemptIn(id)).toMatchObject({ status: 'active' });
      const open = (amount: string): Promise<Answer> => openIn(member, id, { symbol: 'BTCUSDT', amount, leverage: 1 });
      await until(async () => (await open('200.01')).body['code'] === 'class_share');
      await until(async () => (await open('200')).status === 200);
    }
  });

  it('C2 a drill costs what the market of its class does, and is nobody’s who has left the class', async () => {
    const stage = { type: 'spread' as const, percent: '1', symbols: null };
    const recipe = { base: 'main', stages: [stage] };
    const costly = await makeClass({ kind: 'scenario', recipe, blind: false, costs: COSTS });
    await join(late, costly);
    const { market } = await make({ class: costly.code, masked: false }, 'costly');
    const costsOf = async (id: string): Promise<unknown> => {
      const { takerFeePercent, makerFeePercent, funding } = await done(late.get(`/trading/markets/${id}`));
      return { takerFeePercent, makerFeePercent, funding };
    };
    expect(await costsOf(market)).toEqual(COSTS);
    expect(await costsOf(costly.market)).toEqual(COSTS);
    await done(late.post(`/trading/markets/${market}/enter`));
    const order = { symbol: 'BTCUSDT', leverage: 1 };
    await until(async () => (await openIn(late, market, order)).status === 200);
    // 0.1 % of 100 USDT.
    expect(await done(late.get(`/trading/balance?market=${market}`))).toMatchObject({ total: '999.9' });
    await done(late.post(`/classes/${costly.code}/leave`));
    expect((await late.get(`/drills/${market}`)).body['code']).toBe('not_a_member');
    expect((await openIn(late, market, order)).body['code']).toBe('not_a_member');
  });

  it('is made for no class that is over: by its operator, or by its recording', async () => {
    const refusal = async ({ code }: Made): Promise<unknown> =>
      (await operator.post('/admin/drills', { ...CRASH, class: code, masked: false })).body['code'];
    const { items } = (await operator.get('/admin/datasets')).body as { items: { id: string; to: number }[] };
    const end = items.find(({ id }) => id === CRASH.dataset)?.to ?? 0;
    const startAt = Math.floor(clock.now() / 1000);
    const { dataset, symbols } = CRASH;
    const short = await makeClass({ kind: 'replay', dataset, symbols, from: end - 300, startAt, speed: 600 });
    const isOver = async (): Promise<boolean> => (await operator.get(`/classes/${short.code}`)).body['over'] === true;
    await until(isOver);
    expect((await operator.get(`/classes/${short.code}`)).body['endedAt']).toBeNull();
    expect(await refusal(short)).toBe('class_ended');
    const ended = await makeClass({ kind: 'main' });
    const { items: classes } = (await operator.get('/admin/classes')).body as { items: { id: string; code: string }[] };
    const { id } = classes.find(({ code }) => code === ended.code) ?? { id: '' };
    await done(operator.post(`/admin/classes/${id}/end`));
    expect(await refusal(ended)).toBe('class_ended');
  });

  it('ends when an operator says so, before it has begun too', async () => {
    const other = await make({ masked: false }, 'other');
    expect(await control(operator, other, { action: 'end', version: 1 })).toMatchObject({ state: 'waiting' });
    await until(async () => (await stateOf(other)).state === 'ended');
    const stopped = await stateOf(other);
    expect(stopped.playhead).toBe(stopped.startAt * 1000);
    const { body } = await operator.get(`/admin/audit`);
    expect(JSON.stringify(body)).toContain('drillControlled');
  });

  it('O1 stands where its owner has it, whatever an earlier one says', async () => {
    const other = await make({ masked: false }, 'owned');
    const { playhead } = await stateOf(other);
    const { rows } = await owner.query<{ term: string }>('SELECT term FROM market_owners WHERE market_id = $1', [
      other.market,
    ]);
    const pool = createPool(ownerConfig(target));
    const term = BigInt(rows[0]?.term ?? 0);
    const save = (by: bigint): Promise<void> =>
      new PgDrillStore(pool).save([{ marketId: other.market, playhead: playhead + 60_000, pathStep: 1_000, term: by }]);
    await save(term - 1n);
    expect((await stateOf(other)).playhead).toBe(playhead);
    await save(term);
    expect((await owner.query('SELECT playhead FROM drills WHERE market_id = $1', [other.market])).rows).toEqual([
      { playhead: BigInt(playhead + 60_000) },
    ]);
    await pool.end();
  });

  it('is never played backwards, whoever writes', async () => {
    await expect(owner.query('UPDATE drills SET playhead = playhead - 1')).rejects.toThrow('a drill goes forward');
    await expect(owner.query('DELETE FROM drills')).rejects.toThrow('a drill goes forward');
  });
});
