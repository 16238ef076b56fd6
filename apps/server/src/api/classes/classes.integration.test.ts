import {
  classInfo,
  classMembers,
  operatedClass,
  operatedMembers,
  operatorUser,
  type NewClass,
  type NewClassRules,
  type OperatedMarket,
} from '@plecho/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { namedKey } from '../../../../../tools/product/request-key.ts';
import { useDatabase } from '../../../test/harness/database.ts';
import { setOperatorSecret, steppedUpOperator, type Operator } from '../../../test/support/operator.ts';
import { until, useServer, type Answer, type Person } from '../../../test/support/server.ts';

const database = useDatabase();
const server = useServer(database);
const FREE: NewClassRules = {
  ...{ maxLeverage: 10, maxSharePercent: null, maxDayLossPercent: null, maxLossPercent: null },
  ...{ targetPercent: null, days: null, calibration: false },
};
const MAIN = { kind: 'main' } as const;
const LONG = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 2 };
type Made = { id: string; code: string; market: string };
let operator: Operator;

beforeAll(async () => {
  await setOperatorSecret(database);
  operator = await steppedUpOperator(database, server);
});

const ask = (rules: Partial<NewClassRules> = {}, more: Partial<NewClass> = {}, key?: string): Promise<Answer> =>
  operator.post(
    '/admin/classes',
    { source: MAIN, rules: { ...FREE, ...rules }, ...more },
    { headers: key === undefined ? {} : { 'idempotency-key': namedKey(key) } },
  );

async function make(rules: Partial<NewClassRules> = {}, more: Partial<NewClass> = {}): Promise<Made> {
  const { status, body } = await ask(rules, more);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const { id, code } = body as { id: string; code: string };
  const found = classInfo.parse((await operator.get(`/classes/${code}`)).body);
  await until(async () => (await operator.get(`/classes/${code}`)).status === 200);
  return { id, code, market: found.market.id };
}

const join = (person: Person, { code }: Made): Promise<Answer> => person.post(`/classes/${code}/join`);

async function member(made: Made): Promise<Person & { phone: string }> {
  const person = await server.register();
  expect((await join(person, made)).status).toBe(200);
  expect((await person.post(`/trading/markets/${made.market}/enter`)).status).toBe(200);
  // Its prices are those of the base from now on.
  server.feed.tick('BTCUSDT', '100');
  return person;
}

const open = (person: Person, { market }: Made, more: object = {}): Promise<Answer> =>
  person.post(`/trading/positions?market=${market}`, { ...LONG, ...more });

const membersOf = async (person: Person, { code }: Made) =>
  classMembers.parse((await person.get(`/classes/${code}/members`)).body);

const rowsOf = async ({ id }: Made) => operatedMembers.parse((await operator.get(`/admin/classes/${id}`)).body);

describe('a class', () => {
  it('M1 is called and invited to by what was drawn, and its rules are public before one joins', async () => {
    const made = await make({ maxLeverage: 5, maxLossPercent: '10', days: 7 }, { startBalance: '500' });
    const stranger = await server.register();
    const seen = classInfo.parse((await stranger.get(`/classes/${made.code}`)).body);
    expect(seen).toMatchObject({ member: false, members: 0, endedAt: null, over: false });
    expect(seen.rules).toEqual({ ...FREE, maxLeverage: 5, maxLossPercent: '10', days: 7 });
    expect(seen.market).toMatchObject({ kind: 'scenario', startBalance: '500', classRules: seen.rules });
    expect(seen.market.endAt).toBe(seen.market.startAt + 7 * 86_400);
    expect((await stranger.get('/classes')).body).toEqual({ items: [] });
  });

  it('L6 one key makes one', async () => {
    const answers = await Promise.all([ask({}, {}, 'class'), ask({}, {}, 'class'), ask({}, {}, 'class')]);
    expect(new Set(answers.map(({ body }) => body['code'])).size).toBe(1);
    expect((await ask({ maxLeverage: 4 }, {}, 'class')).body).toMatchObject({ code: 'idempotency_conflict' });
  });

  it('refuses rules that contradict each other, and says which', async () => {
    const codeOf = async (rules: Partial<NewClassRules>, more: Partial<NewClass> = {}) =>
      (await ask(rules, more)).body['code'];
    expect(await codeOf({ maxDayLossPercent: '10', maxLossPercent: '5' })).toBe('class_day_loss_above_loss');
    expect(await codeOf({ calibration: true, maxLeverage: 3 })).toBe('class_calibration_idle');
    expect(await codeOf({ maxSharePercent: '0.05' })).toBe('class_share_too_small');
    for (const rules of [{ maxLossPercent: '100' }, { maxDayLossPercent: '0' }, { maxSharePercent: '100.0001' }]) {
      expect(await codeOf(rules), JSON.stringify(rules)).toBe('class_rules_out_of_range');
    }
    expect(await codeOf({}, { startBalance: '5' })).toBe('class_rules_out_of_range');
    const { items } = (await operator.get('/admin/datasets')).body as { items: { id: string; from: number }[] };
    const story = items.find(({ id }) => id === 'trend');
    if (story === undefined) throw new Error('no recording');
    const replay = {
      kind: 'replay' as const,
      ...{ dataset: story.id, from: story.from, startAt: Math.floor(Date.now() / 1000) + 60, speed: 60 },
    };
    expect(await codeOf({ days: 300 }, { source: replay })).toBe('class_days_too_long');
  });
});

describe('its members', () => {
  it('join once however often they ask, leave, and come back to what they did', async () => {
    const made = await make();
    const person = await member(made);
    for (const answer of await Promise.all([join(person, made), join(person, made)])) expect(answer.status).toBe(200);
    expect((await membersOf(person, made)).items).toHaveLength(1);
    const { body: position } = await open(person, made);
    expect((await person.post(`/classes/${made.code}/leave`)).status).toBe(200);
    expect((await person.get(`/classes/${made.code}/members`)).body).toMatchObject({ code: 'not_a_member' });
    expect((await open(person, made)).body).toMatchObject({ code: 'not_a_member' });
    // Who has left looks and closes, and the operator still sees what they did.
    expect((await person.delete(`/trading/positions/${String(position['id'])}?market=${made.market}`)).status).toBe(
      200,
    );
    expect((await person.get(`/trading/trades?market=${made.market}`)).body['items']).toHaveLength(1);
    expect((await rowsOf(made)).items).toMatchObject([{ phone: person.phone, trades: 1, openPositions: 0 }]);
    expect((await rowsOf(made)).items[0]?.leftAt).not.toBeNull();
    await join(person, made);
    expect((await membersOf(person, made)).items).toMatchObject([{ own: true, attempt: 'active', trades: 1 }]);
  });

  it('E17 who have left still close, cancel and keep their notes by every address, and open by none', async () => {
    const made = await make();
    const person = await member(made);
    const at = (path: string): string => `/trading/${path}?market=${made.market}`;
    const held: string[] = [];
    for (let n = 0; n < 3; n += 1) held.push(String((await open(person, made)).body['id']));
    const [first = '', second = '', third = ''] = held;
    await person.post(at('orders'), { ...LONG, limitPrice: '50' });
    await person.post(`/classes/${made.code}/leave`);
    const opening = [
      open(person, made),
      person.post(at('orders'), { ...LONG, limitPrice: '50' }),
      person.post(at(`positions/${first}/add`), { amount: '10' }),
      person.post(at(`positions/${first}/reverse`), {}),
      person.post(at('seasons')),
    ];
    for (const answer of await Promise.all(opening)) {
      expect(answer.body, answer.response.raw.req.url).toMatchObject({ code: 'not_a_member' });
    }
    const closed = await person.delete(at(`positions/${third}`));
    const closing = [
      await person.put(at(`positions/${first}`), { takeProfit: '150', stopLoss: null }),
      await person.post(at(`positions/${second}/orders`), { portion: '1', kind: 'limit', limitPrice: '200' }),
      await person.post(at('orders/cancel-all'), {}),
      await person.post(at('positions/close-all'), {}),
      await person.put(at(`trades/${String(closed.body['id'])}/note`), { text: 'Рано', tags: [], version: 0 }),
    ];
    for (const { status, response } of closing) expect(status, `${response.raw.req.url} ${response.body}`).toBe(200);
    expect((await person.get(at('positions'))).body['items']).toEqual([]);
  });

  it('C4 see each other by persona and figures, and by nothing else', async () => {
    const made = await make({ maxLossPercent: '50' });
    const [one, other] = [await member(made), await member(made)];
    await one.put('/account/persona', { animal: 'fox', colour: 'blue', listed: false });
    const { body: position } = await open(one, made, { amount: '1000', leverage: 10 });
    expect(position).toMatchObject({ entryPrice: '100' });
    server.feed.tick('BTCUSDT', '98');
    await one.delete(`/trading/positions/${String(position['id'])}?market=${made.market}`);
    const response = await other.get(`/classes/${made.code}/members`);
    const seen = classMembers.parse(response.body);
    expect(seen.items).toEqual([
      expect.objectContaining({ persona: null, own: true, returnPercent: '0' }),
      expect.objectContaining({
        ...{ persona: { animal: 'fox', colour: 'blue' }, own: false, returnPercent: '-20', drawdownPercent: '20' },
      }),
    ]);
    for (const { phone } of [one, other]) expect(response.response.body).not.toContain(phone.slice(1));
    expect((await membersOf(one, made)).own).toEqual({ startBalance: '1000', result: '-200', dayResult: '-200' });
    expect(seen.label).toEqual({ accounts: 1, losing: 1 });
    expect(seen.byLeverage).toEqual([{ leverage: 10, trades: 1, losing: 1, liquidations: 0, result: '-200' }]);
    expect((await rowsOf(made)).items.find(({ phone }) => phone === one.phone)).toMatchObject({
      ...{ equity: '800', result: '-200', attempt: 'active', attempts: 1, liquidations: 0 },
    });
  });

  it('may be five hundred who come at once', async () => {
    const made = await make();
    const ids = await database.owner.query<{ id: bigint }>(
      `INSERT INTO users (phone, password_hash, created_at)
       SELECT '+7917' || lpad(n::text, 7, '0'), 'x', 0 FROM generate_series(1, 500) AS n RETURNING id`,
    );
    const [{ id: classId }] = (
      await database.owner.query<{ id: bigint }>('SELECT id FROM classes WHERE code = $1', [made.code])
    ).rows as [{ id: bigint }];
    const { people } = server.context.services.classes;
    const asking = ids.rows.map(({ id }) => ({ userId: id, address: '198.51.100.7' }));
    await Promise.all([...asking, ...asking].map((one) => people.join(made.code, one)));
    const { rows } = await database.owner.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM class_members WHERE class_id = $1',
      [classId],
    );
    expect(rows).toEqual([{ count: 500 }]);
    expect((await rowsOf(made)).items).toHaveLength(500);
  });
});

describe('who may come near', () => {
  it('S6 nobody but members, whatever the route of its market', async () => {
    const made = await make();
    const stranger = await server.register();
    const at = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}market=${made.market}`;
    const reads = ['pairs', 'candles?symbol=BTCUSDT&interval=1m', 'moves?symbol=BTCUSDT', 'courses', 'balance'];
    const lists = ['positions', 'orders', 'trades', 'seasons', 'funding'];
    const refused = [
      ...[...reads, ...lists].map((path) => stranger.get(at(`/trading/${path}`))),
      stranger.get(`/trading/markets/${made.market}`),
      stranger.post(`/trading/markets/${made.market}/enter`),
      stranger.post(at('/trading/positions'), LONG),
      stranger.post(at('/trading/orders'), { ...LONG, limitPrice: '90' }),
      stranger.post(at('/trading/orders/oco'), {
        first: { ...LONG, limitPrice: '90' },
        second: { ...LONG, limitPrice: '91' },
      }),
      stranger.post(at('/trading/positions/close-all'), {}),
      stranger.post(at('/trading/seasons')),
      stranger.delete(at('/trading/positions/1')),
      stranger.post(at('/trading/alerts'), {
        kind: 'cross',
        symbol: 'BTCUSDT',
        level: '150',
        pause: null,
        expiresAt: null,
      }),
    ];
    for (const answer of await Promise.all(refused)) {
      expect(answer.body, answer.response.raw.req.url).toMatchObject({ code: 'not_a_member' });
    }
    const listed = async (person: Person): Promise<unknown[]> =>
      ((await person.get('/trading/markets')).body['items'] as { id: string }[]).map(({ id }) => id);
    expect(await listed(stranger)).not.toContain(made.market);
    await join(stranger, made);
    expect(await listed(stranger)).toContain(made.market);
    const { admission } = server.context.services.classes;
    await expect(admission.admit(made.market, 999_999n, 'look')).rejects.toMatchObject({ code: 'not_a_member' });
    await expect(admission.admit('main', 999_999n, 'open')).resolves.toBeNull();
  });

  it('S3 whoever guesses codes is slowed down, and holds up nobody whose code is right', async () => {
    const made = await make();
    const guesser = await server.register();
    const wrong = (n: number): string => `AAAA${String(n).padStart(4, '2').replaceAll(/[01]/g, '9')}`;
    const from = '203.0.113.5';
    const codes: unknown[] = [];
    for (let n = 0; n < 21; n += 1) {
      const path = `/classes/${wrong(n)}${n % 2 === 0 ? '' : '/drills'}`;
      codes.push((await guesser.get(path, { from })).body['code']);
    }
    expect(codes.slice(0, 20)).toEqual(Array(20).fill('class_not_found'));
    expect(codes[20]).toBe('too_many_requests');
    expect((await guesser.get(`/classes/${made.code}`, { from })).status).toBe(429);
    const neighbour = await server.register();
    for (let n = 0; n < 30; n += 1) {
      expect((await neighbour.get(`/classes/${made.code}`, { from })).status).toBe(200);
    }
    expect((await guesser.post(`/classes/${wrong(1)}/join`, undefined, { from })).status).toBe(429);
    expect((await guesser.get(`/classes/${wrong(1)}/drills`, { from })).status).toBe(429);
  });

  it('C4 a blocked person sees a class, and neither joins nor opens', async () => {
    const made = await make();
    const person = await member(made);
    const late = await server.register();
    for (const { phone } of [person, late]) {
      await operator.post('/admin/user/block', { phone, blocked: true, reason: 'conduct' });
    }
    expect((await late.get(`/classes/${made.code}`)).status).toBe(200);
    expect((await join(late, made)).body).toMatchObject({ code: 'blocked' });
    expect((await person.get(`/classes/${made.code}/members`)).status).toBe(200);
    expect((await open(person, made)).body).toMatchObject({ code: 'blocked' });
  });
});

describe('its operator', () => {
  it('M7 ends it with its market, once: everything closes, and nobody joins any more', async () => {
    const made = await make();
    const person = await member(made);
    expect((await open(person, made)).status).toBe(200);
    const end = (): Promise<Answer> => operator.post(`/admin/classes/${made.id}/end`);
    const { body: first } = await end();
    expect(first['endedAt']).not.toBeNull();
    expect((await end()).body['endedAt']).toBe(first['endedAt']);
    await until(async () => (await rowsOf(made)).items[0]?.openPositions === 0);
    expect((await rowsOf(made)).items).toMatchObject([{ trades: 1, attempt: 'active' }]);
    expect((await join(await server.register(), made)).body).toMatchObject({ code: 'class_ended' });
    expect((await person.get(`/classes/${made.code}/members`)).status).toBe(200);
  });

  it('C4 is told whose market each balance of a member is, and ends it here alone', async () => {
    const made = await make();
    const person = await member(made);
    const { items } = (await operator.get('/admin/classes')).body as { items: { id: string; marketLabel: string }[] };
    const { word, number, marketLabel } = operatedClass.parse(items.find(({ id }) => id === made.id));
    const seen = operatorUser.parse((await operator.get(`/admin/user?phone=${encodeURIComponent(person.phone)}`)).body);
    expect(seen.balances.map(({ market, label, class: of }) => ({ market, label, of }))).toEqual([
      { market: 'main', label: expect.any(String), of: null },
      { market: made.market, label: marketLabel, of: { word, number } },
    ]);
    const markets = (await operator.get('/admin/markets')).body['items'] as OperatedMarket[];
    expect(markets.find(({ market }) => market.id === made.market)).toMatchObject({ canEnd: false });
    const refused = await operator.post(`/admin/markets/${made.market}/end`);
    expect(refused.body).toMatchObject({ code: 'market_not_endable' });
    expect((await open(person, made)).status).toBe(200);
  });

  it('S6 C4 alone sees phones, and each look is in the audit log', async () => {
    const made = await make();
    const person = await member(made);
    for (const url of ['/admin/classes', `/admin/classes/${made.id}`]) expect((await person.get(url)).status).toBe(403);
    expect((await person.post('/admin/classes', { source: MAIN, rules: FREE })).status).toBe(403);
    await rowsOf(made);
    await operator.get('/admin/classes');
    const { items } = (await operator.get('/admin/audit?limit=50')).body as { items: { action: string }[] };
    expect(items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['classMade', 'classViewed', 'classesViewed']),
    );
    expect((await operator.get('/admin/classes/999999')).body).toMatchObject({ code: 'class_not_found' });
  });
});
