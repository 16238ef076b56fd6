import { ERRORS, type ErrorCode, type Guess, type GuessList } from '@plecho/contract';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { JumpingClock } from '../../../test/support/jumping-clock.ts';
import { until, useServer, type Answer, type Person } from '../../../test/support/server.ts';

const MINUTE_MS = 60_000;
const clock = new JumpingClock();
const database = useDatabase();
const server = useServer(database, { clock });

/** A 10x long at 100 is liquidated at 90.4522613 and loses 50 of 100 at −5 %. */
const ABOUT = { symbol: 'BTCUSDT', type: 'long', leverage: 10, amount: '100' };
const RIGHT = { ...ABOUT, liquidation: '90.4522613', loss: '50' };

const guess = (person: Person, body: object): Promise<Answer> => person.post('/guesses', body);

async function listOf(person: Person): Promise<GuessList> {
  return (await person.get('/guesses')).body as unknown as GuessList;
}

function expectProblem({ status, body }: Answer, code: ErrorCode): void {
  expect([status, body['code']]).toEqual([ERRORS[code].status, code]);
}

/** Asks so that all have looked for earlier guesses, or wait for their turn to look, before one is stored. */
async function atOnce(asks: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await database.owner.query('BEGIN; LOCK TABLE guesses IN SHARE MODE');
  const answers = Promise.all(asks.map((ask) => ask()));
  try {
    await until(async () => (await database.pool.query(waiting)).rowCount === asks.length);
  } finally {
    await database.owner.query('COMMIT');
  }
  return answers;
}

describe('a guess', () => {
  it('is scored at the server’s own price, and the answer says what is true', async () => {
    const person = await server.register();
    const { status, body } = await guess(person, { ...ABOUT, liquidation: '90', loss: '40' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ market: 'main', ...ABOUT, quote: '100' },
      liquidation: { guess: '90', truth: '90.4522613', error: 474 },
      loss: { guess: '40', truth: '50', error: 2_000 },
    });
    server.feed.tick('BTCUSDT', '102');
    const { body: other } = await guess(person, { ...ABOUT, type: 'short', liquidation: null, loss: '50' });
    expect(other).toMatchObject({ quote: '102', liquidation: { guess: null, error: 10_000 } });
    expect((await listOf(person)).items.map(({ id }) => id)).toEqual([other['id'], body['id']]);
  });

  it('can be that there is no liquidation price, which says nothing about guesses of one', async () => {
    const person = await server.register();
    const { body } = await guess(person, { ...ABOUT, leverage: 1, liquidation: null, loss: '5' });
    expect(body).toMatchObject({ liquidation: { guess: null, truth: null, error: 0 } });
    expect(await listOf(person)).toMatchObject({ guesses: 1, liquidation: null, loss: { within: 10_000 }, curve: [] });
  });

  it('counts once a minute for what it is about, in however many windows; a repetition is answered like the first', async () => {
    const person = await server.register();
    const answers = await atOnce([1, 2, 3].map(() => () => guess(person, RIGHT)));
    expect(new Set(answers.map(({ response }) => response.body)).size).toBe(1);
    const better = await guess(person, { ...RIGHT, liquidation: '90.5' });
    expect(better.body['id']).toBeNull();
    expect((await listOf(person)).guesses).toBe(1);
    clock.jump(MINUTE_MS + 1);
    server.feed.tick('BTCUSDT', '100');
    expect((await guess(person, RIGHT)).body['id']).not.toBeNull();
    expect((await listOf(person)).guesses).toBe(2);
  });

  it.each<[string, object, ErrorCode]>([
    ['a margin below the least', { amount: '0.5' }, 'amount_too_small'],
    ['a margin beyond all bounds', { amount: '99999999999999999999' }, 'amount_too_large'],
    ['a negative loss', { loss: '-50' }, 'invalid_amount'],
    ['a liquidation price of nothing', { liquidation: '0' }, 'invalid_price'],
    ['a pair that is not there', { symbol: 'NOUSDT' }, 'unknown_symbol'],
    ['a leverage that there is not', { leverage: 11 }, 'invalid_leverage'],
    ['a price of the client', { entryPrice: '1' }, 'invalid_request'],
  ])('is refused with %s', async (_name, change, code) => {
    const person = await server.register();
    expectProblem(await guess(person, { ...RIGHT, ...change }), code);
    expect((await listOf(person)).guesses).toBe(0);
  });

  it('is refused at a stale price, and of somebody who is not signed in', async () => {
    const person = await server.register();
    server.feed.skip(20_000);
    expectProblem(await guess(person, RIGHT), 'price_unavailable');
    server.feed.tick('BTCUSDT', '100');
    expectProblem(await guess(server.stranger(), RIGHT), 'unauthorized');
    expectProblem(await person.post('/guesses?market=nowhere', RIGHT), 'unknown_market');
  });

  it('is for its owner alone', async () => {
    const [person, other] = [await server.register(), await server.register()];
    await guess(person, RIGHT);
    expect(await listOf(other)).toMatchObject({ items: [], guesses: 0, liquidation: null, loss: null, curve: [] });
  });
});

describe('calibration', () => {
  it('is not reached by what has no liquidation price', async () => {
    const person = await server.register();
    for (let n = 0; n < 10; n += 1) {
      clock.jump(MINUTE_MS + 1);
      server.feed.tick('BTCUSDT', '100');
      const { body } = await guess(person, { ...ABOUT, leverage: 1, liquidation: null, loss: '5' });
      expect(body).toMatchObject({ liquidation: { truth: null, error: 0 } });
    }
    expect(await listOf(person)).toMatchObject({ guesses: 10, calibrated: false });
    const id = BigInt(String((await person.get('/auth/profile')).body['id']));
    expect(await server.context.services.guesses.isCalibrated(id)).toBe(false);
  });

  it('is eight of the newest ten within 5 %, and the curve shows the way there', async () => {
    const person = await server.register();
    const id = BigInt(String((await person.get('/auth/profile')).body['id']));
    const { guesses } = server.context.services;
    const about = async (leverage: number, type: string, isRight: boolean): Promise<void> => {
      const { body } = await guess(person, { ...ABOUT, leverage, type, liquidation: null, loss: '0' });
      if (!isRight) return;
      clock.jump(MINUTE_MS + 1);
      server.feed.tick('BTCUSDT', '100');
      const { liquidation, loss } = body as unknown as Guess;
      await guess(person, { ...ABOUT, leverage, type, liquidation: liquidation.truth, loss: loss.truth });
    };
    for (let leverage = 2; leverage <= 9; leverage += 1) await about(leverage, 'short', true);
    expect(await guesses.isCalibrated(id)).toBe(false);
    clock.jump(MINUTE_MS + 1);
    server.feed.tick('BTCUSDT', '100');
    for (let leverage = 2; leverage <= 9; leverage += 1) {
      const { liquidation } = (await guess(person, { ...ABOUT, type: 'long', leverage, liquidation: '1', loss: '0' }))
        .body as unknown as Guess;
      clock.jump(MINUTE_MS + 1);
      server.feed.tick('BTCUSDT', '100');
      if (leverage > 3) continue;
      await guess(person, { ...ABOUT, type: 'long', leverage, liquidation: liquidation.truth, loss: '0' });
    }
    expect(await guesses.isCalibrated(id)).toBe(false);
    for (let leverage = 2; leverage <= 9; leverage += 1) {
      clock.jump(MINUTE_MS + 1);
      server.feed.tick('BTCUSDT', '100');
      const truth = (await listOf(person)).items.find((each) => each.type === 'long' && each.leverage === leverage);
      await guess(person, { ...ABOUT, leverage, liquidation: truth?.liquidation.truth ?? null, loss: '0' });
    }
    expect(await guesses.isCalibrated(id)).toBe(true);
    const { calibrated, curve, guesses: count } = await listOf(person);
    expect([calibrated, curve.length]).toEqual([true, count]);
    expect(curve.at(-1)?.within).toBeGreaterThanOrEqual(8_000);
    expect(curve[0]).toMatchObject({ within: 0, meanError: 10_000 });
    expect(curve.map(({ at }) => at)).toEqual(curve.map(({ at }) => at).toSorted((a, b) => a - b));
  });
});
