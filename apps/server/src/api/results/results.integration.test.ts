import type { LeaderboardAnswer, Results } from '@plecho/contract';
import { parseUsdt, type Usdt } from '@plecho/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { JumpingClock } from '../../../test/support/jumping-clock.ts';
import { setOperatorSecret, steppedUpOperator } from '../../../test/support/operator.ts';
import { useServer, type Person } from '../../../test/support/server.ts';

const clock = new JumpingClock();
const database = useDatabase();
const server = useServer(database, { clock });
type Registered = Person & { phone: string };

let operator: Person;
let trader: Registered;

const usdt = (text: string | null | undefined): Usdt => parseUsdt(text ?? '') ?? -1n;

async function ok<T>(answer: Promise<{ status: number; body: object }>): Promise<T> {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as T;
}

/** Opens at 100 and closes at another price. */
async function trade(person: Person, exit: string, more: object = {}): Promise<void> {
  server.feed.tick('BTCUSDT', '100');
  const order = { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 2, ...more };
  const { id } = await ok<{ id: string }>(person.post('/trading/positions', order));
  server.feed.tick('BTCUSDT', exit);
  await ok(person.delete(`/trading/positions/${id}`));
}

const results = (person: Person, query = ''): Promise<Results> => ok(person.get(`/results${query}`));
const leaders = (person: Person, query = ''): Promise<LeaderboardAnswer> => ok(person.get(`/leaderboard${query}`));

const adjust = (phone: string, amount: string): Promise<unknown> =>
  ok(operator.post('/admin/balance/adjust', { phone, market: 'main', amount, reason: 'prize' }));

const appear = (person: Person, listed: boolean, animal = 'fox'): Promise<unknown> =>
  ok(person.ask('PUT', '/account/persona', { animal, colour: 'blue', listed }));

beforeAll(async () => {
  await setOperatorSecret(database);
  operator = await steppedUpOperator(database, server);
  trader = await server.register();
});

/** What the books say: every movement of an account's money in its order, nothing but the ledger asked. */
async function ledgerOf(phone: string): Promise<{ kind: string; amount: Usdt; held: Usdt }[]> {
  const { rows } = await database.owner.query<{ kind: string; amount: string; held: string }>(
    `SELECT t.kind, sum(e.amount)::text AS amount, (sum(sum(e.amount)) OVER (ORDER BY t.id))::text AS held
     FROM accounts a JOIN users u ON u.id = a.user_id
     JOIN ledger_entries e ON e.ledger_account_id BETWEEN a.id * 16 AND a.id * 16 + 3
     JOIN transfers t ON t.id = e.transfer_id WHERE u.phone = $1 GROUP BY t.id, t.kind ORDER BY t.id`,
    [phone],
  );
  return rows.map(({ kind, amount, held }) => ({ kind, amount: BigInt(amount), held: BigInt(held) }));
}

const IN_AND_OUT = new Set(['grant', 'seasonEnd', 'adjustment', 'deposit', 'card', 'withdrawPaid', 'cardPayout']);

describe('results', () => {
  it('E7 are what the ledger says: closes change the curve, money that comes in or goes out does not', async () => {
    await trade(trader, '110');
    await trade(trader, '95', { stopLoss: '90' });
    await adjust(trader.phone, '500');
    await trade(trader, '90', { type: 'short', leverage: 5 });
    await ok(trader.post('/payments/withdraw/card', { amount: '200', card: 'approved' }));
    await trade(trader, '97', { leverage: 10, amount: '50' });
    await ok(trader.post('/trading/seasons'));
    await adjust(trader.phone, '-100');
    server.feed.tick('BTCUSDT', '100');
    await ok(trader.post('/trading/positions', { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 10 }));
    server.feed.tick('BTCUSDT', '90');
    await expect.poll(async () => (await results(trader)).summary.liquidations).toBe(1);
    await trade(trader, '101');

    const { summary, curve, splits, liquidationsEver, gained } = await results(trader);
    const ledger = await ledgerOf(trader.phone);
    const closes = ledger.filter(({ kind }) => kind === 'close' || kind === 'liquidate');
    expect(curve.slice(1).map(({ equity }) => usdt(equity))).toEqual(closes.map(({ held }) => held));
    const made = ledger.filter(({ kind }) => !IN_AND_OUT.has(kind)).reduce((sum, { amount }) => sum + amount, 0n);
    expect(usdt(summary.net)).toBe(made);
    expect(usdt(curve.at(-1)?.net)).toBe(made);
    expect([summary.trades, summary.wins, summary.losses, liquidationsEver]).toEqual([6, 3, 3, 1]);
    expect(summary.averageR).toBe('-0.5');
    expect(splits.leverage.map(({ group, trades }) => [group, trades])).toEqual([
      ['2', 3],
      ['5', 1],
      ['10', 2],
    ]);
    // The chained shares of what the ledger held before each close.
    const index = closes.reduce((product, { amount, held }) => (product * Number(held)) / Number(held - amount), 1);
    expect(Number(gained)).toBeCloseTo((index - 1) * 100, 1);
  });

  it('are of one season or period, and liquidations stay in sight over seasons', async () => {
    const first = await results(trader, '?season=1');
    expect([first.summary.trades, first.summary.liquidations, first.liquidationsEver]).toEqual([4, 0, 1]);
    const second = await results(trader, '?season=2');
    expect(second.curve[0]).toMatchObject({ net: '0', equity: '900', gained: '0' });
    const future = await results(trader, '?from=99999999998&to=99999999999');
    expect([future.summary.trades, future.curve, future.summary.winRate]).toEqual([0, [], null]);
    expect((await trader.get('/results?season=9')).body).toMatchObject({ code: 'season_not_found' });
    for (const query of [
      'season=0',
      'from=-1',
      'to=1e3',
      'offset=9999',
      'offset=+60',
      'zone=Mars',
      'zone=1',
      'other=1',
    ]) {
      expect([query, (await trader.get(`/results?${query}`)).status]).toEqual([query, 400]);
    }
    expect((await trader.get('/results?zone=Mars/Base')).body).toMatchObject({ details: { fields: ['zone'] } });
    // Kolkata has one offset the whole year: both ways of asking agree.
    const [named, counted] = [await results(trader, '?zone=Asia/Kolkata'), await results(trader, '?offset=330')];
    expect(named.splits).toEqual(counted.splits);
    expect((await trader.get('/results?market=elsewhere')).body).toMatchObject({ code: 'unknown_market' });
  });
});

describe('the leaderboard', () => {
  /** Ten trades that win one percent of the margin each, and one that loses. */
  async function active(loss: string): Promise<Registered> {
    const person = await server.register();
    for (let n = 0; n < 10; n += 1) await trade(person, '101');
    await trade(person, loss);
    return person;
  }

  it('has those who want to be in it from ten trades on, best first, and nothing that says who they are', async () => {
    const [careful, bold, shy] = [await active('99'), await active('80'), await active('99')];
    await appear(careful, true, 'owl');
    await appear(bold, true, 'bear');
    await appear(shy, false, 'mole');
    await appear(trader, true, 'wolf');
    const { items, rated } = await leaders(bold);
    expect(items.map(({ place, persona, own }) => [place, persona.animal, own])).toEqual([
      [1, 'owl', false],
      [2, 'bear', true],
    ]);
    expect(rated).toBe(2);
    expect(Object.keys(items[0] ?? {}).sort()).toEqual([
      ...['drawdown', 'gained', 'own', 'persona', 'place', 'score', 'trades'],
    ]);
    const [owl] = items;
    // A drawdown of 0.2 % counts as 1 %.
    expect(Number(owl?.score)).toBeCloseTo(Number(owl?.gained), 1);

    // Whoever leaves or is blocked is gone at once, whatever was counted.
    await appear(careful, false, 'owl');
    expect((await leaders(bold)).items.map(({ place, persona }) => [place, persona.animal])).toEqual([[1, 'bear']]);
    await appear(careful, true, 'owl');
    await ok(operator.post('/admin/user/block', { phone: bold.phone, blocked: true, reason: 'conduct' }));
    expect((await leaders(careful)).items.map(({ persona }) => persona.animal)).toEqual(['owl']);
  });

  it('is of the market where one has an account, over all seasons or the one that lasts', async () => {
    const person = await active('99');
    await appear(person, true, 'heron');
    const animals = async (query = ''): Promise<string[]> =>
      (await leaders(person, query)).items.map(({ persona }) => persona.animal);
    clock.jump(11_000);
    expect(await animals()).toContain('heron');
    await ok(person.post('/trading/seasons'));
    clock.jump(11_000);
    expect(await animals('?season=current')).not.toContain('heron');
    expect(await animals()).toContain('heron');
    expect((await person.get('/leaderboard?season=1')).status).toBe(400);
  });
});

describe('a persona', () => {
  it('is nobody’s before it is chosen, changes as a whole, and is of the lists', async () => {
    const person = await server.register();
    expect((await person.get('/account/persona')).body).toEqual({ persona: null });
    await appear(person, false, 'lynx');
    await appear(person, true, 'seal');
    const chosen = { animal: 'seal', colour: 'blue', listed: true };
    expect((await person.get('/account/persona')).body).toEqual({ persona: chosen });
    for (const wrong of [{ animal: 'Анна' }, { colour: 'red' }, { listed: 'yes' }, { name: 'Анна' }]) {
      expect((await person.ask('PUT', '/account/persona', { ...chosen, ...wrong })).status).toBe(400);
    }
    expect((await person.get('/account/persona')).body).toEqual({ persona: chosen });
  });
});
