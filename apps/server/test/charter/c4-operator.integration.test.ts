import { adjustReason, blockReason } from '@plecho/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blockReasonText } from '../../src/identity/block-reasons.ts';
import { DESCRIBED } from '../../src/api/described.ts';
import { useDatabase } from '../harness/database.ts';
import { JumpingClock } from '../support/jumping-clock.ts';
import { setOperatorSecret, steppedUpOperator, type Operator } from '../support/operator.ts';
import { PASSWORD, until, useServer, type Answer, type Person } from '../support/server.ts';
import { describedRoutes, isFreeText, requestFields } from './api-fields.ts';

/** By then every chain has made all the blocks that a transaction needs. */
const CONFIRMED_MS = 120_000;

const clock = new JumpingClock();
const database = useDatabase();
const server = useServer(database, { clock });
let operator: Operator;

beforeAll(() => setOperatorSecret(database));
beforeEach(async () => {
  operator = await steppedUpOperator(database, server);
});

interface Line {
  at: number;
  kind: string;
  by: string;
  reason: string | null;
  market: string | null;
  amount: string | null;
}

const logOf = async (person: Person): Promise<Line[]> => (await person.get('/account/log')).body['items'] as Line[];

describe('C4 the operator is visible', () => {
  it.each<[string, string, object, Partial<Line>]>([
    [
      'an adjustment',
      'balance/adjust',
      { amount: '5', reason: 'classTask' },
      { kind: 'adjusted', reason: 'classTask', amount: '5', market: 'main' },
    ],
    [
      'taking away',
      'balance/adjust',
      { amount: '-5', reason: 'mistakeCorrected' },
      { kind: 'adjusted', reason: 'mistakeCorrected', amount: '-5', market: 'main' },
    ],
    ['a block', 'user/block', { blocked: true, reason: 'conduct' }, { kind: 'blocked', reason: 'conduct' }],
    [
      'an unblocking',
      'user/block',
      { blocked: false, reason: 'ownRequest' },
      { kind: 'unblocked', reason: 'ownRequest' },
    ],
    ['signing out', 'user/sign-out', {}, { kind: 'signedOut', reason: null }],
  ])('%s is in the person’s own log with its reason and its time', async (_name, url, body, expected) => {
    const person = await server.register();
    if (expected.kind === 'unblocked') {
      await operator.post('/admin/user/block', { phone: person.phone, blocked: true, reason: 'conduct' });
    }
    const before = clock.now();
    expect((await operator.post(`/admin/${url}`, { phone: person.phone, ...body })).status).toBe(200);
    await person.post('/auth/login', { phone: person.phone, password: PASSWORD });
    const [line] = await logOf(person);
    expect(line).toMatchObject({ by: 'operator', ...expected });
    expect(line?.at).toBeGreaterThanOrEqual(before);
    expect(line?.at).toBeLessThanOrEqual(clock.now());
  });

  it('what is in a log stays there', async () => {
    for (const text of ['UPDATE account_log SET at = 0', 'DELETE FROM account_log', 'TRUNCATE account_log']) {
      await expect(database.pool.query(text)).rejects.toThrow('permission denied');
      await expect(database.owner.query(text)).rejects.toThrow('append-only');
    }
  });
});

describe('C4 nothing that an operator types reaches anybody', () => {
  it('reasons come from fixed lists, each with a text of ours, in the database as well', async () => {
    const reasons = requestFields(await describedRoutes()).filter(
      ({ name, route }) => name === 'reason' && route.path.startsWith('/api/admin/'),
    );
    expect(reasons.map(({ route, schema }) => [route.path, schema['enum']])).toEqual([
      ['/api/admin/balance/adjust', adjustReason.options],
      ['/api/admin/user/block', blockReason.options],
    ]);
    const texts = blockReason.options.map((reason) => blockReasonText(reason));
    expect(new Set(texts).size).toBe(blockReason.options.length);
    expect(texts).not.toContain(blockReasonText('anything'));
    const { id } = (await database.owner.query<{ id: bigint }>('SELECT id FROM users LIMIT 1')).rows[0]!;
    const typed = 'напишите мне в t.me/plecho';
    await expect(database.owner.query('UPDATE users SET block_reason = $1', [typed])).rejects.toThrow(
      'block_reason_is_listed',
    );
    for (const kind of ['blocked', 'unblocked', 'adjusted']) {
      const text = `INSERT INTO account_log (id, user_id, at, kind, operator_id, reason, amount)
        VALUES (99999999, $1, 0, $2, $1, $3, CASE WHEN $2 = 'adjusted' THEN 1 END)`;
      await expect(database.owner.query(text, [id, kind, typed])).rejects.toThrow('reason_is_listed');
      await expect(database.owner.query(text, [id, kind, kind === 'adjusted' ? 'conduct' : 'prize'])).rejects.toThrow(
        'reason_is_listed',
      );
    }
    for (const reason of blockReason.options)
      await database.owner.query('UPDATE users SET block_reason = $1 WHERE id = $2', [reason, id]);
  });

  it('what they can type freely is what they look for, an amount, and the secret', async () => {
    const fields = requestFields(await describedRoutes()).filter(({ route }) => route.path.startsWith('/api/admin/'));
    const free = fields.filter(({ schema }) => isFreeText(schema)).map(({ name }) => name);
    expect([...new Set(free)].sort()).toEqual(['amount', 'code', 'operator', 'phone', 'secret', 'target']);
  });
});

describe('C4 no operator can hold a withdrawal', () => {
  it('there is no route for it', async () => {
    const admin = [...DESCRIBED.keys()].filter((route) => route.includes('admin'));
    expect(admin.sort()).toEqual([
      'GET /api/admin/audit',
      'GET /api/admin/classes',
      'GET /api/admin/classes/:id',
      'GET /api/admin/datasets',
      'GET /api/admin/drills',
      'GET /api/admin/health',
      'GET /api/admin/markets',
      'GET /api/admin/request-ref/:code',
      'GET /api/admin/session',
      'GET /api/admin/transfers',
      'GET /api/admin/user',
      'POST /api/admin/balance/adjust',
      'POST /api/admin/classes',
      'POST /api/admin/classes/:id/end',
      'POST /api/admin/datasets',
      'POST /api/admin/drills',
      'POST /api/admin/drills/:id',
      'POST /api/admin/markets/:id/end',
      'POST /api/admin/replays',
      'POST /api/admin/scenarios',
      'POST /api/admin/scenarios/preview',
      'POST /api/admin/step-down',
      'POST /api/admin/step-up',
      'POST /api/admin/user/block',
      'POST /api/admin/user/sign-out',
    ]);
    const described = (await describedRoutes()).filter(({ path }) => path.includes('admin')).map(({ name }) => name);
    expect(described.sort()).toEqual(admin.map((route) => route.replace(/:(\w+)/, '{$1}')).sort());
    const statuses = await database.owner.query(
      `SELECT column_name FROM information_schema.columns WHERE table_schema = $1 AND table_name = 'operations'
       AND column_name ~ '(status|approv|hold|held|review|reject|operator)'`,
      [database.target.schema],
    );
    expect(statuses.rows).toEqual([]);
  });

  it.each([
    ['USDT', 'tron', '50'],
    ['BTC', 'bitcoin', '0.5'],
  ])('one of %s is paid whatever an operator does meanwhile', async (currency, network, amount) => {
    const person = await server.register();
    const { phone } = person;
    const { body: wallet } = await person.get('/wallet');
    const own = (wallet['items'] as { asset: string; network: string; address: string }[]).find(
      (item) => item.asset === currency && item.network === network,
    );
    const act = async (url: string, body: object): Promise<void> => {
      expect((await operator.post(`/admin/${url}`, { phone, ...body })).status).toBe(200);
    };
    await act('user/block', { blocked: true, reason: 'conduct' });
    const asked: Answer = await person.post('/payments/withdraw/crypto', {
      currency,
      network,
      amount,
      address: own?.address,
    });
    expect(asked.body).toMatchObject({ status: 'pending', type: 'withdraw' });
    const id = String(asked.body['id']);

    const { body: balance } = await person.get('/trading/balance');
    expect(balance['locked']).not.toBe('0');
    await act('balance/adjust', { amount: `-${String(balance['available'])}`, reason: 'mistakeCorrected' });
    await act('user/sign-out', {});
    const pending = await operator.get('/admin/transfers?status=pending');
    expect(JSON.stringify(pending.body)).toContain(`"id":"${id}"`);
    await operator.get(`/admin/request-ref/${String(asked.body['code'])}`);

    await person.post('/auth/login', { phone, password: PASSWORD });
    const status = async (): Promise<unknown> => (await person.get(`/payments/transactions/${id}`)).body['status'];
    await until(async () => (await person.get(`/payments/transactions/${id}`)).body['txHash'] !== null);
    clock.jump(CONFIRMED_MS);
    await until(async () => (await status()) !== 'pending');
    expect(await status()).toBe('completed');
    expect((await person.get('/trading/balance')).body).toMatchObject({ locked: '0', total: '0' });
    const found = await operator.get(`/admin/request-ref/${String(asked.body['code'])}`);
    expect(found.body).toMatchObject({ phone, operation: { id, status: 'completed' } });
  });
});
