import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../harness/database.ts';
import { setOperatorSecret, steppedUpOperator, type Operator } from '../support/operator.ts';
import { PASSWORD, useServer, type Answer, type Person } from '../support/server.ts';
import {
  bodyOf,
  describedRoutes,
  namesIn,
  objectsIn,
  requestFields,
  streamSchemas,
  type Schema,
} from './api-fields.ts';

/** Fields that hold a price. */
const PRICES = /price$|^(open|high|low|close|high24h|low24h|takeProfit|stopLoss)$/i;

const database = useDatabase();
const server = useServer(database);
let operator: Operator;

beforeAll(async () => {
  await setOperatorSecret(database);
  operator = await steppedUpOperator(database, server);
});

describe('C2 every price belongs to a market', () => {
  it('each answer that carries one names its market', async () => {
    const priced: string[] = [];
    for (const { name, operation } of await describedRoutes()) {
      for (const { object, inside } of objectsIn(operation.responses)) {
        if (!Object.keys(object).some((field) => PRICES.test(field))) continue;
        priced.push(name);
        const names = [object, ...inside].flatMap((each) => Object.keys(each));
        expect(names, `${name}: ${Object.keys(object).join()}`).toContain('market');
      }
    }
    expect(new Set(priced).size).toBeGreaterThanOrEqual(15);
  });

  it('each message of the stream that carries data names its market', () => {
    const { oneOf, anyOf } = streamSchemas().server as { oneOf?: Schema[]; anyOf?: Schema[] };
    const kinds = (oneOf ?? anyOf ?? []).map((each) => each['properties'] as Schema);
    const carrying = kinds.filter((properties) => 'data' in properties);
    expect(carrying).toHaveLength(6);
    for (const properties of carrying) expect(Object.keys(properties)).toContain('market');
  });

  it('a market’s parameters are the same for everybody in it, and never change', async () => {
    const [one, other] = [await server.register(), await server.register()];
    const of = async (person: Person): Promise<unknown> => (await person.get('/trading/markets/main')).body;
    const before = await of(one);
    expect(await of(other)).toEqual(before);
    const changes = [
      'taker_fee = 1',
      'maintenance = 1',
      'start_balance = 1',
      `parameters = '{}'`,
      `label = 'x'`,
      `id = 'x'`,
    ];
    for (const change of changes) {
      await expect(database.pool.query(`UPDATE markets SET ${change}`), change).rejects.toThrow('permission denied');
      await expect(database.owner.query(`UPDATE markets SET ${change}`), change).rejects.toThrow("can't be changed");
    }
    await expect(database.owner.query('DELETE FROM markets')).rejects.toThrow('never removed');
    expect(await of(one)).toEqual(before);
  });
});

describe('C2 nobody has a price of their own', () => {
  it('nobody brings one into a fill', async () => {
    const opening = (await describedRoutes()).find(({ name }) => name === 'POST /api/trading/positions');
    const names = namesIn(opening === undefined ? null : bodyOf(opening));
    expect(names.sort()).toEqual([
      ...['amount', 'leverage', 'stopLoss', 'symbol', 'takeProfit'],
      // By how much a stop follows: a share or a distance.
      ...['trailing', 'type', 'unit', 'value'],
    ]);
  });

  it('an operator can send nothing that could change one', async () => {
    const fields = requestFields(await describedRoutes()).filter(({ route }) => route.path.startsWith('/api/admin/'));
    expect([...new Set(fields.map(({ name }) => name))].sort()).toEqual([
      ...[
        'action',
        'amount',
        'blind',
        'blocked',
        'class',
        'code',
        ...['costs', 'costs.funding', 'costs.funding.capPercent', 'costs.funding.intervalHours'],
        ...['costs.makerFeePercent', 'costs.takerFeePercent'],
        'cursor',
        'dataset',
        'endAt',
        'from',
        'id',
        'idempotency-key',
        'limit',
        'market',
        'masked',
        'minutes',
      ],
      ...[
        'name',
        'operator',
        'phone',
        'reason',
        'recipe',
        'recipe.base',
        'recipe.stages',
        // The rules of a class limit its members, and its prices are a scenario's or a replay's.
        ...['rules', 'rules.calibration', 'rules.days', 'rules.maxDayLossPercent', 'rules.maxLeverage'],
        ...['rules.maxLossPercent', 'rules.maxSharePercent', 'rules.targetPercent'],
        'seconds',
        'secret',
        ...['source', 'source.blind', 'source.costs', 'source.costs.funding', 'source.costs.funding.capPercent'],
        ...['source.costs.funding.intervalHours', 'source.costs.makerFeePercent', 'source.costs.takerFeePercent'],
        ...['source.dataset', 'source.from', 'source.kind', 'source.recipe', 'source.recipe.base'],
        ...['source.recipe.stages', 'source.speed', 'source.startAt', 'source.symbols'],
        'speed',
        'startAt',
        'startBalance',
        'status',
        'symbol',
        'symbols',
      ],
      'target',
      'version',
    ]);
  });

  it('M2 a recipe speaks of pairs, shares and times, and of nobody', async () => {
    const publishing = (await describedRoutes()).find(({ name }) => name === 'POST /api/admin/scenarios');
    const names = new Set(namesIn(publishing === undefined ? null : bodyOf(publishing)));
    expect([...names].sort()).toEqual([
      ...['afterSeconds', 'base', 'blind', 'capPercent', 'costs', 'direction', 'driftPercent', 'dropPercent', 'endAt'],
      ...['factor', 'funding', 'intervalHours', 'intervalSeconds', 'makerFeePercent', 'minutes', 'mode', 'percent'],
      ...['recipe', 'recoveryMinutes', 'seconds', 'stages', 'startAt', 'stepMaxPercent', 'stepMinPercent', 'symbols'],
      ...['takerFeePercent', 'type'],
    ]);
  });

  it('no table quotes prices to a person or a group: those that hold both tell what a fill used, funding was paid by, an alert rang at or a guess was scored by', async () => {
    const { rows } = await database.owner.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = $1 GROUP BY table_name
       HAVING bool_or(column_name ~ '(price|spread|drift|factor|^open$|^high$|^low$|^close$|takes?_profit|stop_loss)')
          AND bool_or(column_name ~ '(user|account|person|group|role|class|operator)_?(id)?$') ORDER BY 1`,
      [database.target.schema],
    );
    expect(rows.map(({ name }) => name)).toEqual([
      ...['alert_rings', 'funding_payments', 'guesses', 'operations', 'orders', 'positions', 'trades'],
    ]);
  });

  it('two people at the same instant get the same, whatever an operator did to either', async () => {
    const [left, touched] = [await server.register(), await server.register()];
    const { phone } = touched;
    const act = (url: string, body: object): Promise<Answer> => operator.post(`/admin/${url}`, { phone, ...body });
    const acts: (() => Promise<Answer>)[] = [
      () => act('balance/adjust', { amount: '500', reason: 'prize' }),
      () => act('balance/adjust', { amount: '-700', reason: 'mistakeCorrected' }),
      () => act('user/block', { blocked: true, reason: 'conduct' }),
      () => act('user/block', { blocked: false, reason: 'conduct' }),
      () => act('user/sign-out', {}),
    ];
    for (const [n, done] of acts.entries()) {
      expect((await done()).status).toBe(200);
      await touched.post('/auth/login', { phone, password: PASSWORD });
      server.feed.tick('BTCUSDT', `${100 + n}.5`);
      const pair = [left, touched];
      const [pairsLeft, pairsTouched] = await Promise.all(pair.map((person) => person.get('/trading/pairs')));
      expect(pricesOf(pairsTouched!)).toEqual(pricesOf(pairsLeft!));

      const isBlocked = n === 2;
      const order = { symbol: 'BTCUSDT', type: n % 2 === 0 ? 'long' : 'short', amount: '10', leverage: 3 };
      const opened = await Promise.all(pair.map((person) => person.post('/trading/positions', order)));
      expect(opened.map(({ status }) => status)).toEqual([200, isBlocked ? 403 : 200]);
      if (isBlocked) continue;
      expect(fillOf(opened[1]!)).toEqual(fillOf(opened[0]!));
      expect(opened[0]?.body['entryPrice']).toBe(`${100 + n}.5`);

      server.feed.tick('BTCUSDT', `${103 + n}`);
      const closed = await Promise.all(
        pair.map((person, k) => person.delete(`/trading/positions/${String(opened[k]?.body['id'])}`)),
      );
      expect(closed[1]?.body).toEqual({ ...closed[0]?.body, ...idsOf(closed[1]!) });
    }
  });
});

/** Prices as a person is told them, without the moment of the answer. */
const pricesOf = ({ body }: Answer): unknown => ({ ...body, now: null });
const fillOf = ({ body }: Answer): unknown => [body['entryPrice'], body['entryRecord'], body['liquidationPrice']];
const idsOf = ({ body }: Answer): object => ({
  ...{ id: body['id'], positionId: body['positionId'], openTime: body['openTime'], closeTime: body['closeTime'] },
});
