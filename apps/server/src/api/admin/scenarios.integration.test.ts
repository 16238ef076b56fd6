import { hash } from 'node:crypto';
import {
  market as marketBody,
  marketList,
  operatedMarketList,
  pairList,
  scenarioPreviewed,
  type Market,
  type ScenarioPublished,
} from '@plecho/contract';
import { isCommitted, type Recipe, type Stage } from '@plecho/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { namedKey } from '../../../../../tools/product/request-key.ts';
import { useDatabase } from '../../../test/harness/database.ts';
import { usd } from '../../../test/support/fixed-market.ts';
import { setOperatorSecret, steppedUpOperator, type Operator } from '../../../test/support/operator.ts';
import { until, useServer, type Answer, type Person } from '../../../test/support/server.ts';
import { createContext, type Context } from '../../context.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';

const database = useDatabase();
const server = useServer(database);
const ALL = { symbols: null };
const UP: Stage = { type: 'trend', mode: 'static', direction: 'up', driftPercent: '10', ...ALL };
const SPREAD: Stage = { type: 'spread', percent: '2', ...ALL };
const over = (base: string | null, ...stages: Stage[]): Recipe => ({ base, stages });
const sha256 = (text: string): string => hash('sha256', text);
let operator: Operator;

beforeAll(async () => {
  await setOperatorSecret(database);
  operator = await steppedUpOperator(database, server);
});

const ask = (recipe: object, more: object = {}, key?: string): Promise<Answer> =>
  operator.post(
    '/admin/scenarios',
    { recipe, blind: false, ...more },
    { headers: key === undefined ? {} : { 'idempotency-key': namedKey(key) } },
  );

async function publish(recipe: Recipe, more: object = {}): Promise<ScenarioPublished> {
  const { status, body } = await ask(recipe, more);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as unknown as ScenarioPublished;
}

const marketAt = async (person: Person, id: string): Promise<Market> =>
  marketBody.parse((await person.get(`/trading/markets/${id}`)).body);

const priceOf = async (person: Person, id: string): Promise<unknown> => {
  const { body } = await person.get(`/trading/pairs?market=${id}`);
  return (body['items'] as { symbol: string; lastPrice: string | null }[])[0]?.lastPrice;
};

async function enter(id: string): Promise<Person & { phone: string }> {
  const person = await server.register();
  expect((await person.post(`/trading/markets/${id}/enter`)).status).toBe(200);
  return person;
}

const openLong = (person: Person, market: string, type = 'long'): Promise<Answer> =>
  person.post(`/trading/positions?market=${market}`, { symbol: 'BTCUSDT', type, amount: '10', leverage: 2 });

describe('a scenario', () => {
  it('C2 M7 is the same market for everybody: label, recipe in words, and the formula’s price', async () => {
    const { id, label, commitment } = await publish(over('main', UP));
    expect(label).toBe('Сценарий: рост на 10 %');
    const [one, other] = [await enter(id), await enter(id)];
    server.feed.tick('BTCUSDT', '100');
    const market = await marketAt(one, id);
    expect(market).toEqual(await marketAt(other, id));
    expect(market).toMatchObject({ kind: 'scenario', label, title: label, status: 'running', members: 2, endAt: null });
    expect(market.scenario).toMatchObject({ blind: false, commitment, recipe: over('main', UP) });
    expect(market.scenario?.words).toEqual(['Тренд: цены выше цен основы на 10 %.']);
    expect(market.startAt % 60).toBe(0);

    expect([await priceOf(one, id), await priceOf(other, id), await priceOf(one, 'main')]).toEqual([
      '110',
      '110',
      '100',
    ]);
    for (const person of [one, other]) {
      expect((await openLong(person, id)).body).toMatchObject({ market: id, entryPrice: '110' });
    }
  });

  it('E5 E10 fills from its first price on, however far from the base’s; figures are at what closing gets', async () => {
    const { id } = await publish(over('main', { ...UP, driftPercent: '900' }, SPREAD));
    const person = await enter(id);
    server.feed.tick('BTCUSDT', '100');
    expect((await openLong(person, id)).body).toMatchObject({ entryPrice: '1010' });
    const { body } = await person.get(`/trading/positions?market=${id}`);
    expect(body['items']).toMatchObject([{ currentPrice: '990', pnl: '-0.39604' }]);
    const { body: worth } = await person.get(`/trading/balance?market=${id}`);
    expect(worth).toMatchObject({ pnl: '-0.39604', equity: '999.60396' });
  });

  it('C2 M1 is changed by no route, by no SQL, and by no restart with another recipe', async () => {
    const { id } = await publish(over('main', SPREAD));
    const before = await marketAt(operator, id);
    for (const method of ['PUT', 'DELETE'] as const) {
      for (const url of [`/admin/scenarios/${id}`, `/admin/markets/${id}`, `/trading/markets/${id}`]) {
        expect(
          (await operator.ask(method, url, method === 'PUT' ? { recipe: over('main', UP) } : undefined)).status,
          url,
        ).toBe(404);
      }
    }
    const other = `recipe = '${JSON.stringify(over('main', UP))}'`;
    for (const change of [other, 'blind = true', `salt = '${'0'.repeat(64)}'`, 'end_at = 1', `market_id = 'main'`]) {
      const text = `UPDATE scenarios SET ${change} WHERE market_id = $1`;
      await expect(database.pool.query(text, [id]), change).rejects.toThrow('permission denied');
      await expect(database.owner.query(text, [id]), change).rejects.toThrow('append-only');
    }
    for (const text of ['DELETE FROM scenarios', 'TRUNCATE scenarios']) {
      await expect(database.pool.query(text)).rejects.toThrow('permission denied');
      await expect(database.owner.query(text)).rejects.toThrow('append-only');
    }
    await expect(
      database.pool.query(`INSERT INTO scenarios (market_id, recipe, salt, blind) VALUES ('main', '{}', '', false)`),
    ).rejects.toThrow('permission denied');
    await expect(
      database.pool.query(
        `SELECT publish_scenario(to_jsonb(m), s.recipe, s.salt, s.blind, s.end_at, NULL, 1)
         FROM markets m JOIN scenarios s ON s.market_id = m.id WHERE m.id = $1`,
        [id],
      ),
    ).rejects.toThrow('markets_pkey');
    expect(await marketAt(operator, id)).toEqual(before);
  });

  it('M2 names nobody and says nothing, whoever writes it', async () => {
    const odd = [
      { ...over('main', SPREAD), users: ['+79160000001'] },
      { base: 'main', stages: [{ ...SPREAD, userId: '7' }] },
      { base: 'main', stages: [{ ...SPREAD, percent: 'call me' }] },
      { base: 'main', stages: [{ ...SPREAD, symbols: ['t.me/x'] }] },
    ];
    for (const recipe of odd) {
      expect((await ask(recipe)).body).toMatchObject({ code: 'invalid_request' });
      await expect(
        database.owner.query(`INSERT INTO scenarios (market_id, recipe, salt, blind) VALUES ('main', $1, $2, false)`, [
          JSON.stringify(recipe),
          '0'.repeat(64),
        ]),
      ).rejects.toThrow('recipe_is_plain');
    }
  });

  it('L6 is published once, however often it is asked for, and everything asked is in the audit log', async () => {
    const first = await ask(over('main', UP, SPREAD), {}, 'twice');
    expect((await ask(over('main', UP, SPREAD), {}, 'twice')).body).toEqual(first.body);
    expect((await ask(over('main', UP), {}, 'twice')).body).toMatchObject({ code: 'idempotency_conflict' });
    const { body } = await operator.get('/admin/audit?action=scenarioPublished&limit=1');
    expect(body['items']).toMatchObject([{ details: { base: 'main', blind: 'false', stages: '1' }, status: 409 }]);
  });

  it('C2 blind: nothing but the commitment before the end, recipe and salt afterwards, and they match', async () => {
    const recipe = over('main', UP, SPREAD);
    const { id, label, commitment } = await publish(recipe, { blind: true });
    expect(label).toBe('Сценарий: вслепую');
    const person = await enter(id);
    const hidden = { blind: true, commitment, recipe: null, salt: null, words: null };
    expect((await marketAt(person, id)).scenario).toEqual(hidden);
    const { items } = marketList.parse((await person.get('/trading/markets')).body);
    expect(items.find((market) => market.id === id)?.scenario).toEqual(hidden);

    server.feed.tick('BTCUSDT', '100');
    server.feed.tick('ETHUSDT', '10');
    expect((await openLong(person, id)).status).toBe(200);
    expect((await operator.post(`/admin/markets/${id}/end`)).body).toEqual({ id, ending: true });
    await until(async () => (await marketAt(person, id)).status === 'ended');
    const { scenario } = await marketAt(person, id);
    expect(scenario).toMatchObject({ blind: true, commitment, recipe });
    const salt = scenario?.salt ?? '';
    expect(isCommitted({ recipe, salt }, commitment, sha256)).toBe(true);
    const { body } = await person.get(`/trading/trades?market=${id}`);
    expect(body['items']).toMatchObject([{ reason: 'marketEnd', label }]);
    expect((await operator.post(`/admin/markets/${id}/end`)).body).toMatchObject({ code: 'market_ended' });
    const asOperator = await operator.get(`/admin/user?phone=${encodeURIComponent(person.phone)}`);
    const balances = asOperator.body['balances'] as { market: string; ended: boolean }[];
    expect(balances.map(({ market, ended }) => [market, ended])).toEqual([
      ['main', false],
      [id, true],
    ]);
  });

  it('C2 blind: before its start neither pairs nor moves tell of the spread', async () => {
    const now = Math.floor(server.feed.now() / 1000);
    const { id } = await publish(over('main', SPREAD), { blind: true, startAt: now + 120 });
    const plain = await publish(over('main', UP), { startAt: now + 120 });
    const person = await enter(id);
    const told = async (market: string): Promise<{ spreads: unknown[]; moves: unknown }> => {
      const { items } = pairList.parse((await person.get(`/trading/pairs?market=${market}`)).body);
      const { long, short, starts } = (await person.get(`/trading/moves?market=${market}&symbol=BTCUSDT`)).body;
      return { spreads: [...new Set(items.map(({ spreadPercent }) => spreadPercent))], moves: { long, short, starts } };
    };
    expect(await marketAt(person, id)).toMatchObject({ status: 'upcoming' });
    expect(await told(id)).toEqual({ spreads: ['0'], moves: (await told(plain.id)).moves });
    server.feed.skip(180_000);
    server.feed.tick('BTCUSDT', '100');
    await until(async () => (await marketAt(person, id)).status === 'running');
    expect((await told(id)).spreads).toEqual(['2']);
  });

  it('M4 may be over a synthetic market of its own, whose keys are published like any other’s', async () => {
    const { id } = await publish(over(null, UP));
    const person = await enter(id);
    const { parameters, symbols } = await marketAt(person, id);
    expect(Object.keys(parameters).toSorted()).toEqual(['anchor', 'commitment', 'generator', 'version']);
    expect(symbols.length).toBeGreaterThan(50);
    expect((await person.get(`/trading/markets/${id}/keys`)).status).toBe(200);
    await until(async () => (await priceOf(person, id)) !== null);
  });

  it('waits for its start without a price, and starts and ends by itself by the clock of its base', async () => {
    const now = Math.floor(server.feed.now() / 1000);
    const { id } = await publish(over('main', UP), { startAt: now + 120, endAt: now + 600 });
    const person = await enter(id);
    expect(await marketAt(person, id)).toMatchObject({ status: 'upcoming', endAt: now + 600 });
    server.feed.tick('BTCUSDT', '100');
    expect((await openLong(person, id)).body).toMatchObject({ code: 'price_unavailable' });
    server.feed.skip(180_000);
    server.feed.tick('BTCUSDT', '100');
    expect((await openLong(person, id)).body).toMatchObject({ entryPrice: '110' });
    server.feed.skip(600_000);
    await until(async () => (await marketAt(person, id)).status === 'ended');
    expect((await person.get(`/trading/trades?market=${id}`)).body['items']).toMatchObject([{ exitPrice: '110' }]);
  });
});

describe('what operators see and are refused', () => {
  it('M7 a preview has the base before and the scenario after, in candles and words', async () => {
    const { status, body } = await operator.post('/admin/scenarios/preview', {
      recipe: over('main', UP, SPREAD),
      symbol: 'BTCUSDT',
    });
    expect(status).toBe(200);
    const { label, before, after, words } = scenarioPreviewed.parse(body);
    expect(label).toBe('Сценарий: рост на 10 %, спред 2 %');
    expect(words).toHaveLength(2);
    expect(after.map(({ time }) => time)).toEqual(before.map(({ time }) => time));
    expect(before.at(-1)).toMatchObject({ close: '100' });
    expect(after.at(-1)).toMatchObject({ close: '110', high: '111.1', low: '108.9' });
  });

  it('the list says what can be ended and what can be a base', async () => {
    const { id } = await publish(over('main', UP));
    const { items } = operatedMarketList.parse((await operator.get('/admin/markets')).body);
    const of = (wanted: string): unknown => items.find(({ market }) => market.id === wanted);
    expect(of('main')).toMatchObject({ canEnd: false, canBeBase: true, ending: false });
    expect(of(id)).toMatchObject({ canEnd: true, canBeBase: false, ending: false });
    expect((await operator.post('/admin/markets/main/end')).body).toMatchObject({ code: 'market_not_endable' });
  });

  it('M7 recipes, bases and times that make no sense are refused with a code, and make no market', async () => {
    const { id } = await publish(over('main', UP));
    const count = async (): Promise<unknown> => (await database.owner.query('SELECT count(*) FROM markets')).rows[0];
    const before = await count();
    const now = Math.floor(server.feed.now() / 1000);
    const refused: [object, object, string][] = [
      [over('main'), {}, 'recipe_empty'],
      [over('main', ...Array.from({ length: 10_000 }, () => UP)), {}, 'body_too_large'],
      [over('main', ...Array.from({ length: 21 }, () => UP)), {}, 'recipe_too_long'],
      [over('main', { ...SPREAD, percent: '200' }), {}, 'recipe_out_of_range'],
      [over('main', { ...UP, direction: 'down', driftPercent: '100' }), {}, 'recipe_out_of_range'],
      [over('main', { ...UP, symbols: ['XXXUSDT'] }), {}, 'recipe_symbols'],
      [over('nowhere', UP), {}, 'base_not_running'],
      [over(id, UP), {}, 'base_not_shared'],
      [over('main', UP), { startAt: now - 3_600 }, 'scenario_times'],
      [over('main', UP), { startAt: now + 40 * 86_400 }, 'scenario_times'],
      [over('main', UP), { endAt: now - 10 }, 'scenario_times'],
      [over('main', { ...UP, driftPercent: 'NaN' }), {}, 'invalid_request'],
      [over('main', { ...UP, driftPercent: '1e9' }), {}, 'invalid_request'],
      [over('main', { type: 'outage', afterSeconds: 0, seconds: 1e300, ...ALL }), {}, 'invalid_request'],
    ];
    for (const [recipe, more, code] of refused) expect((await ask(recipe, more)).body, code).toMatchObject({ code });
    expect(await count()).toEqual(before);
  });
});

describe('a restart', () => {
  const restarted = () =>
    createContext({
      ...{ target: database.target, clock: systemClock, log: createLogger('silent') },
      createFeed: () => Promise.resolve(server.feed),
    });

  const lastPrice = async (context: Context, id: string): Promise<unknown> =>
    (await context.markets.get(id)?.lastPrices(['BTCUSDT']))?.get('BTCUSDT')?.price;

  it('C2 M1 M7 days later finds every scenario as it was, also when its base has lost its past, and does not run one whose stored recipe is another', async () => {
    const kept = await publish(over('main', UP));
    const changed = await publish(over('main', UP));
    const bent = await publish(over('main', { type: 'volatility', factor: '2', ...ALL }));
    const person = await enter(kept.id);
    const before = await marketAt(person, kept.id);
    server.feed.skip(60_000);
    await until(async () => {
      server.feed.tick('BTCUSDT', '100');
      return (await lastPrice(server.context, bent.id)) !== undefined;
    });
    await server.context.close();
    server.feed.skip(2 * 86_400_000);
    await database.owner.query('ALTER TABLE scenarios DISABLE TRIGGER append_only');
    await database.owner.query('UPDATE scenarios SET recipe = $2 WHERE market_id = $1', [
      changed.id,
      JSON.stringify(over('main', { ...UP, driftPercent: '1' })),
    ]);
    await database.owner.query('ALTER TABLE scenarios ENABLE TRIGGER append_only');
    const context = await restarted();
    try {
      expect(context.markets.get(kept.id)?.definition).toMatchObject({
        label: before.label,
        scenario: { recipe: before.scenario?.recipe, commitment: kept.commitment },
      });
      expect(context.markets.get(changed.id)).toBeNull();
      expect(context.markets.isExpected(changed.id)).toBe(true);
      server.feed.tick('BTCUSDT', '103');
      expect(await lastPrice(context, bent.id)).toBe(usd('106'));
    } finally {
      await context.close();
    }
  });
});
