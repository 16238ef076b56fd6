import { parsePrice, parseUsdt } from '@plecho/domain';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { setOperatorSecret, steppedUpOperator, type Operator } from '../../test/support/operator.ts';
import { until, useServer, type Answer, type Person } from '../../test/support/server.ts';

const database = useDatabase();
const server = useServer(database);
const LONG = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 2 };
type Named = Person & { phone: string };
let operator: Operator;

beforeAll(() => setOperatorSecret(database));
beforeEach(async () => {
  operator = await steppedUpOperator(database, server);
});

const at = (path: string, market = 'main'): string => `/trading/${path}?market=${market}`;
const block = (person: Named, blocked = true): Promise<Answer> =>
  operator.post('/admin/user/block', { phone: person.phone, blocked, reason: 'conduct' });
const halt = (): Promise<void> => running().halt('the books do not add up');

function running() {
  const market = server.context.markets.running('main');
  if (market === null) throw new Error('the market is not there');
  return market;
}

async function place(person: Person, limitPrice: string, market = 'main'): Promise<void> {
  const { status, body } = await person.post(at('orders', market), { ...LONG, limitPrice });
  expect(status, JSON.stringify(body)).toBe(200);
}

async function itemsOf(person: Person, path: string, market = 'main'): Promise<Record<string, unknown>[]> {
  return (await person.get(at(path, market))).body['items'] as Record<string, unknown>[];
}

const linesOf = async (person: Person): Promise<string[]> =>
  ((await person.get('/account/log')).body['items'] as { kind: string; by: string; reason: string | null }[]).map(
    ({ kind, by, reason }) => `${kind} ${by} ${reason}`,
  );

/** The price comes, and the market has done what it fires. */
async function reach(price: string): Promise<void> {
  server.feed.tick('BTCUSDT', price);
  const witness = await server.register();
  expect((await witness.post(at('positions'), LONG)).status).toBe(200);
}

/** Places an order as one does that was past the door when its owner was blocked. */
async function placeLate(person: Named): Promise<void> {
  const { rows } = await database.owner.query<{ id: bigint }>(
    `SELECT a.id FROM accounts a JOIN users u ON u.id = a.user_id WHERE u.phone = $1 AND a.market_id = 'main'`,
    [person.phone],
  );
  const outcome = await server.context.markets.submit('main', {
    ...{ type: 'placeOrder', accountId: BigInt(rows[0]?.id ?? 0), symbol: 'BTCUSDT', side: 'long', leverage: 2 },
    ...{ margin: parseUsdt('10') ?? 0n, limitPrice: parsePrice('90') ?? 0n, takeProfit: null, stopLoss: null },
  });
  expect(outcome).toMatchObject({ ok: true });
}

describe('somebody who is blocked', () => {
  it('S1 C4 opens nothing by what rests, gets its money back, and closes by what closes', async () => {
    const person = await server.register();
    const { body: position } = await person.post(at('positions'), LONG);
    const closing = { portion: '1', kind: 'limit', limitPrice: '105' };
    expect((await person.post(at(`positions/${String(position['id'])}/orders`), closing)).status).toBe(200);
    const { body: before } = await person.get(at('balance'));
    await place(person, '90');
    expect((await block(person)).body).toMatchObject({ balances: [{ inOrders: '0', available: before['available'] }] });
    expect(await itemsOf(person, 'orders')).toMatchObject([{ limitPrice: '105' }]);
    await reach('90');
    expect(await itemsOf(person, 'positions')).toMatchObject([{ id: position['id'] }]);
    await reach('105');
    await until(async () => (await itemsOf(person, 'positions')).length === 0);
    expect((await linesOf(person)).slice(0, 2)).toEqual([
      'entriesCancelled market blocked',
      'blocked operator conduct',
    ]);
    await block(person, false);
    expect(await itemsOf(person, 'orders')).toEqual([]);
  });

  it('S1 nor by what was past the door when that happened', async () => {
    const person = await server.register();
    await block(person);
    await placeLate(person);
    await until(async () => (await itemsOf(person, 'orders')).length === 0);
    await reach('90');
    expect(await itemsOf(person, 'positions')).toEqual([]);
  });

  it('S1 nor when whoever runs the server does it, from elsewhere', async () => {
    const person = await server.register();
    await place(person, '90');
    await database.owner.query(`UPDATE users SET block_reason = 'conduct' WHERE phone = $1`, [person.phone]);
    await until(async () => (await itemsOf(person, 'orders')).length === 0);
    expect((await linesOf(person))[0]).toBe('entriesCancelled market blocked');
  });

  it('S1 E12 nor in a market that was halted meanwhile, whatever price is its first one then', async () => {
    const [person, other] = [await server.register(), await server.register()];
    for (const each of [person, other]) await place(each, '90');
    await halt();
    expect((await block(person)).status).toBe(200);
    expect(await itemsOf(person, 'orders')).toHaveLength(1);
    server.feed.tick('BTCUSDT', '89');
    expect(await running().resume()).toBe(true);
    await reach('89');
    await until(async () => (await itemsOf(other, 'positions')).length === 1);
    expect([await itemsOf(person, 'orders'), await itemsOf(person, 'positions')]).toEqual([[], []]);
    expect((await linesOf(person))[0]).toBe('entriesCancelled market blocked');
  });
});

describe('somebody who has left a class', () => {
  it('E17 opens nothing by what rests in its market, and keeps what rests elsewhere', async () => {
    const rules = { maxLeverage: 10, maxSharePercent: null, maxDayLossPercent: null, maxLossPercent: null };
    const { body: made } = await operator.post('/admin/classes', {
      source: { kind: 'main' },
      rules: { ...rules, targetPercent: null, days: null, calibration: false },
    });
    const code = String(made['code']);
    await until(async () => (await operator.get(`/classes/${code}`)).status === 200);
    const { id: market } = (await operator.get(`/classes/${code}`)).body['market'] as { id: string };
    const [person, other] = [await server.register(), await server.register()];
    for (const each of [person, other]) {
      await each.post(`/classes/${code}/join`);
      expect((await each.post(`/trading/markets/${market}/enter`)).status).toBe(200);
      server.feed.tick('BTCUSDT', '100');
      await place(each, '90', market);
    }
    await place(person, '80');
    expect((await person.post(`/classes/${code}/leave`)).status).toBe(200);
    expect(await itemsOf(person, 'orders', market)).toEqual([]);
    server.feed.tick('BTCUSDT', '90');
    await until(async () => (await itemsOf(other, 'positions', market)).length === 1);
    expect(await itemsOf(person, 'positions', market)).toEqual([]);
    expect(await itemsOf(person, 'orders')).toHaveLength(1);
    expect((await linesOf(person))[0]).toBe('entriesCancelled market leftClass');
  });
});
