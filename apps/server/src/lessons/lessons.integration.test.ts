import { lessonCheck, lessonList, lessonProgress, type DepositAddress, type LessonProgress } from '@plecho/contract';
import type { Lesson } from '@plecho/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { until, useServer, type Person } from '../../test/support/server.ts';
import { CRASH } from './replays.ts';

const database = useDatabase();
const server = useServer(database);
/** When the crash is over, seconds. */
const AFTER = (CRASH.to + 1) / 1000;
let person: Person & { phone: string };

beforeAll(async () => {
  person = await server.register();
});

async function start(by: Person, lesson: Lesson, instead: string | null = null): Promise<LessonProgress> {
  const answer = await by.post(`/lessons/${lesson}/start`, { instead });
  expect(answer.status, answer.response.body).toBe(200);
  return lessonProgress.parse(answer.body);
}

/** The replay that a lesson is done in. */
async function marketOf(by: Person, lesson: Lesson): Promise<string> {
  const { market } = await start(by, lesson);
  if (market === null) throw new Error(`${lesson} has no replay`);
  return market;
}

async function check(by: Person, lesson: Lesson, answer: number | null = null) {
  const { status, body, response } = await by.post(`/lessons/${lesson}/check`, { answer });
  expect(status, response.body).toBe(200);
  const { gap, progress } = lessonCheck.parse(body);
  return { code: gap?.code ?? null, gap, progress };
}

const states = async (by: Person, market: string): Promise<string[]> =>
  ((await by.get('/replays/sessions')).body['items'] as { market: string; state: string }[])
    .filter((session) => session.market === market)
    .map(({ state }) => state);

const control = (by: Person, market: string, asked: object) => by.post(`/replays/sessions/${market}/control`, asked);

/** A position as the server opened it. */
async function opened(by: Person, market: string, order: object): Promise<{ id: string; entryPrice: string }> {
  let body: Record<string, unknown> = {};
  await until(async () => {
    const whole = { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 10, ...order };
    const answer = await by.post(`/trading/positions?market=${market}`, whole);
    body = answer.body;
    return answer.status === 200;
  });
  return body as { id: string; entryPrice: string };
}

describe('a lesson', () => {
  it('is begun once, in one replay that stands, whatever is asked twice or in two windows', async () => {
    const own = await server.register();
    const both = await Promise.all([start(own, 'sizing'), start(own, 'sizing')]);
    const { market } = await start(own, 'sizing');
    expect(both.map((each) => each.market)).toEqual([market, market]);
    expect(await states(own, market ?? '')).toEqual(['paused']);
    const all = (await own.get('/replays/sessions')).body['items'] as { state: string }[];
    expect(all.filter(({ state }) => state !== 'ended')).toHaveLength(1);
    const list = lessonList.parse((await own.get('/lessons')).body).items;
    expect(list.map(({ lesson, startedAt }) => [lesson, startedAt !== null])).toContainEqual(['sizing', true]);
    expect(list.filter(({ startedAt }) => startedAt !== null)).toHaveLength(1);
  });

  it('is begun again in another replay; the one that it takes the place of is over', async () => {
    const own = await server.register();
    const first = await marketOf(own, 'short');
    const second = await start(own, 'short', first);
    expect(second.market).not.toBe(first);
    expect(await states(own, first)).toEqual(['ended']);
    expect((await start(own, 'short', first)).market).toBe(second.market);
  });

  it('L7 goes on in the replay that a start left behind which was cut short, also of one that began it again', async () => {
    const own = await server.register();
    const cutShort = async (instead: string | null): Promise<void> => {
      await database.owner.query(`
        CREATE FUNCTION gone() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'gone'; END $$;
        CREATE TRIGGER gone BEFORE INSERT OR UPDATE ON lesson_progress FOR EACH ROW EXECUTE FUNCTION gone()`);
      const { status } = await own.post('/lessons/sizing/start', { instead });
      await database.owner.query('DROP TRIGGER gone ON lesson_progress; DROP FUNCTION gone()');
      expect(status).toBe(500);
    };
    const standing = async (): Promise<string[]> =>
      ((await own.get('/replays/sessions')).body['items'] as { market: string; state: string }[])
        .filter(({ state }) => state !== 'ended')
        .map(({ market }) => market);
    await cutShort(null);
    const left = await standing();
    expect(left).toHaveLength(1);
    const first = await marketOf(own, 'sizing');
    expect([first]).toEqual(left);
    await cutShort(first);
    const { market: second } = await start(own, 'sizing', first);
    expect(await standing()).toEqual([second]);
    expect(second).not.toBe(first);
  });

  it('is nobody else’s: their replay can’t be named, and says nothing', async () => {
    const market = await marketOf(person, 'stop-loss');
    const other = await server.register();
    expect((await start(other, 'stop-loss', market)).market).not.toBe(market);
    expect(await states(person, market)).toEqual(['paused']);
    expect((await control(other, market, { action: 'finish' })).body['code']).toBe('unknown_market');
    expect((await check(other, 'leverage')).code).toBe('not_started');
    expect((await server.stranger().get('/lessons')).status).toBe(401);
  });

  it('is read by who is blocked, and not begun', async () => {
    const own = await server.register();
    await database.owner.query(`UPDATE users SET block_reason = 'conduct' WHERE phone = $1`, [own.phone]);
    expect((await own.get('/lessons')).status).toBe(200);
    expect((await own.post('/lessons/leverage/start', { instead: null })).body['code']).toBe('blocked');
    expect((await check(own, 'leverage')).code).toBe('not_started');
  });

  it('refuses what is no lesson and no answer', async () => {
    expect((await person.post('/lessons/riches/start', { instead: null })).status).toBe(400);
    expect((await person.post('/lessons/costs/check', { answer: '4' })).status).toBe(400);
    expect((await person.post('/lessons/costs/check', { answer: null, done: true })).status).toBe(400);
  });
});

describe('the task', () => {
  it('«leverage»: liquidated by the crash, and read in the receipt', async () => {
    const market = await marketOf(person, 'leverage');
    expect((await check(person, 'leverage', 950)).code).toBe('no_position');
    const { entryPrice } = await opened(person, market, {});
    expect((await check(person, 'leverage', 950)).code).toBe('still_open');
    await control(person, market, { action: 'jump', to: AFTER });
    expect((await check(person, 'leverage')).code).toBe('no_answer');
    const { body } = await person.get(`/trading/trades?market=${market}`);
    const [{ exitPrice }] = body['items'] as [{ exitPrice: string }];
    const moved = Math.round((1 - Number(exitPrice) / Number(entryPrice)) * 10_000);
    expect((await check(person, 'leverage', moved + 100)).code).toBe('wrong_answer');
    const done = await check(person, 'leverage', moved);
    expect(done.code).toBeNull();
    // Once done, it stays done.
    const again = await start(person, 'leverage', market);
    expect(again).toMatchObject({ doneAt: done.progress.doneAt, ended: false });
    expect((await check(person, 'leverage', moved)).code).toBe('no_position');
  });

  it('«liquidation»: twice is what the crash leaves, three times is not', async () => {
    const own = await server.register();
    const market = await marketOf(own, 'liquidation');
    await opened(own, market, { leverage: 3 });
    expect(await check(own, 'liquidation')).toMatchObject({ code: 'crash_ahead' });
    await control(own, market, { action: 'jump', to: AFTER });
    expect((await check(own, 'liquidation')).code).toBe('liquidated');
    const again = await start(own, 'liquidation', market);
    await opened(own, again.market ?? '', { leverage: 2 });
    await control(own, again.market ?? '', { action: 'jump', to: AFTER });
    expect((await check(own, 'liquidation')).code).toBeNull();
  });

  it('«sizing»: by what the position is, not by what is said', async () => {
    const market = await marketOf(person, 'sizing');
    await opened(person, market, { amount: '100', leverage: 5 });
    expect((await check(person, 'sizing', 1)).gap).toEqual({ code: 'loss_share', need: '1', have: '2.5' });
    await opened(person, market, { amount: '50', leverage: 4 });
    expect((await check(person, 'sizing')).code).toBeNull();
  });

  it('«stop-loss»: behind the noise of the hours before', async () => {
    const market = await marketOf(person, 'stop-loss');
    const probe = await opened(person, market, { amount: '50', leverage: 1 });
    expect((await check(person, 'stop-loss')).code).toBe('no_stop');
    const entry = Number(probe.entryPrice);
    const order = (share: number) => ({ amount: '200', leverage: 1, stopLoss: (entry * share).toFixed(2) });
    await opened(person, market, order(0.9999));
    const near = await check(person, 'stop-loss');
    expect(near.code).toBe('stop_in_noise');
    const noise = Number(near.gap?.need) / entry;
    expect(noise).toBeGreaterThan(0.001);
    expect(noise).toBeLessThan(0.05);
    await opened(person, market, order(0.8));
    expect((await check(person, 'stop-loss')).code).toBe('stop_too_dear');
    await opened(person, market, order(1 - noise * 1.1));
    expect((await check(person, 'stop-loss')).code).toBeNull();
  });

  it('«limit-order»: one that waits is not one that filled', async () => {
    const market = await marketOf(person, 'limit-order');
    const { entryPrice } = await opened(person, market, { amount: '10', leverage: 1 });
    expect((await check(person, 'limit-order')).code).toBe('not_limit');
    const limitPrice = (Number(entryPrice) * 0.999).toFixed(2);
    const order = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 1, limitPrice };
    expect((await person.post(`/trading/orders?market=${market}`, order)).status).toBe(200);
    expect((await check(person, 'limit-order')).code).toBe('order_waits');
    await control(person, market, { action: 'jump', to: AFTER });
    expect((await check(person, 'limit-order')).code).toBeNull();
  });

  it('«wrong-network»: coins that are lost, since the lesson was begun', async () => {
    const own = await server.register();
    const { body } = await own.get('/payments/deposit-addresses');
    const addresses = body['items'] as DepositAddress[];
    const address = addresses.find(({ asset, network }) => asset === 'USDT' && network === 'polygon')?.address;
    const send = (network: string) =>
      own.post('/wallet/send', { asset: 'USDT', network, address, amount: '10', fee: 'fast', memo: null });
    expect((await send('arbitrum')).status).toBe(200);
    expect((await start(own, 'wrong-network')).market).toBeNull();
    expect((await send('polygon')).status).toBe(200);
    expect((await check(own, 'wrong-network', 1)).code).toBe('nothing_lost');
    expect((await send('arbitrum')).status).toBe(200);
    expect((await check(own, 'wrong-network')).code).toBeNull();
  });

  it('«fake-exchange» and «costs»: by the answer, which the server knows', async () => {
    expect((await check(person, 'fake-exchange')).code).toBe('no_answer');
    expect((await check(person, 'fake-exchange', 1)).code).toBe('wrong_answer');
    const done = await check(person, 'fake-exchange', 4);
    expect(done.code).toBeNull();
    expect(done.progress.doneAt).not.toBeNull();
    expect((await check(person, 'costs', 200)).code).toBe('wrong_answer');
    expect((await check(person, 'costs', 400)).code).toBeNull();
    expect(lessonList.parse((await person.get('/lessons')).body).items.at(-1)).toEqual(done.progress);
  });
});
