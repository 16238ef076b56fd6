import { ERRORS, type ErrorBody, type ErrorCode } from '@plecho/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { namedKey } from '../../../../../tools/product/request-key.ts';
import { useDatabase } from '../../../test/harness/database.ts';
import {
  OPERATOR_SECRET,
  registerOperator,
  setOperatorSecret,
  steppedUpOperator,
  type Operator,
} from '../../../test/support/operator.ts';
import { newPhone, PASSWORD, useServer, type Answer, type Person } from '../../../test/support/server.ts';
import { DESCRIBED } from '../described.ts';
import { operatorText } from '../operator-texts.ts';

const database = useDatabase();
const server = useServer(database);
let operator: Operator;

beforeAll(() => setOperatorSecret(database));
beforeEach(async () => {
  operator = await steppedUpOperator(database, server);
});

function expectProblem({ status, body }: Answer, code: ErrorCode): void {
  expect(body).toMatchObject({ code });
  // The operator area answers in English, all others in Russian.
  expect([ERRORS[code].text, operatorText(code)]).toContain((body as ErrorBody).error);
  expect(status).toBe(ERRORS[code].status);
}

interface Line {
  kind: string;
  by: string;
  reason: string | null;
  market: string | null;
  amount: string | null;
}

/** The lines of somebody's own log, oldest first. */
async function logOf(person: { get(url: string): Promise<Answer> }): Promise<Line[]> {
  const { body } = await person.get('/account/log');
  const items = body['items'] as (Line & { id: string; at: number })[];
  return items.map(({ kind, by, reason, market, amount }) => ({ kind, by, reason, market, amount })).toReversed();
}

interface Call {
  action: string;
  targetPhone: string | null;
  details: Record<string, string>;
  status: number | null;
}

/** The newest calls of the operator, newest first. */
async function callsOf({ phone }: Operator, count: number): Promise<Call[]> {
  const { rows } = await database.owner.query<Call>(
    `SELECT a.action, t.phone AS "targetPhone", a.details, e.status FROM audit_log a JOIN users o ON o.id = a.operator_id
     LEFT JOIN users t ON t.id = a.target_id LEFT JOIN audit_outcomes e ON e.audit_id = a.id
     WHERE o.phone = $1 ORDER BY a.id DESC LIMIT $2`,
    [phone, count],
  );
  return rows;
}

const METHODS = { GET: 'get', POST: 'post' } as const;
const admin = [...DESCRIBED]
  .filter(([route]) => route.includes('/api/admin/'))
  .map(([route, { access, method, path }]) => ({
    ...{ route, access, method: METHODS[method as 'GET' | 'POST'], url: path.replace('/api', '') },
  }));

describe('the operator area is closed', () => {
  it('S6 every route of it is of one of the two kinds', () => {
    expect(admin.length).toBeGreaterThanOrEqual(11);
    expect(new Set(admin.map(({ access }) => access))).toEqual(new Set(['operator', 'steppedUp']));
    const open = admin.filter(({ access }) => access === 'operator').map(({ url }) => url);
    expect(open.sort()).toEqual(['/admin/session', '/admin/step-down', '/admin/step-up']);
    const elsewhere = [...DESCRIBED.values()].filter(({ path }) => !path.includes('/api/admin/'));
    expect(elsewhere.filter(({ access }) => access === 'operator' || access === 'steppedUp')).toEqual([]);
  });

  it.each(admin)('S6 $route to a stranger and to a user', async ({ method, url }) => {
    expectProblem(await server.stranger()[method](url), 'unauthorized');
    expectProblem(await (await server.register())[method](url), 'forbidden');
  });

  it.each(admin.filter(({ access }) => access === 'steppedUp'))(
    'S6 $route to an operator without the secret',
    async ({ method, url }) => {
      const other = await registerOperator(database, server);
      expectProblem(await other[method](url), 'step_up_required');
      expect((await other.get('/admin/session')).body).toEqual({ steppedUp: false, idleEndsAt: null, endsAt: null });
    },
  );

  it('S1 to an operator whose role was removed a moment ago, on the next request', async () => {
    expect((await operator.get('/admin/health')).status).toBe(200);
    await database.owner.query(`UPDATE users SET role = 'user' WHERE phone = $1`, [operator.phone]);
    for (const { method, url } of admin) expectProblem(await operator[method](url), 'forbidden');
    expectProblem(await operator.post('/admin/step-up', { secret: OPERATOR_SECRET }), 'forbidden');
    expect((await operator.get('/trading/balance')).status).toBe(200);
  });

  it('S1 to a session that ended a moment ago', async () => {
    await operator.get('/admin/health');
    await database.owner.query('DELETE FROM sessions USING users WHERE users.id = user_id AND phone = $1', [
      operator.phone,
    ]);
    for (const { method, url } of admin) expectProblem(await operator[method](url), 'unauthorized');
  });

  it('after 15 minutes without use, and after 8 hours', async () => {
    const age = (column: string, ms: number): Promise<unknown> =>
      database.owner.query(
        `UPDATE sessions SET ${column} = ${column} - $2 FROM users WHERE users.id = user_id AND phone = $1`,
        [operator.phone, ms],
      );
    await age('operator_seen_at', 14 * 60_000);
    expect((await operator.get('/admin/health')).status).toBe(200);
    await age('operator_seen_at', 15 * 60_000);
    expectProblem(await operator.get('/admin/health'), 'step_up_required');
    await operator.post('/admin/step-up', { secret: OPERATOR_SECRET });
    await age('operator_since', 8 * 3_600_000);
    expectProblem(await operator.get('/admin/health'), 'step_up_required');
  });

  it('once it was left', async () => {
    expect((await operator.get('/admin/session')).body).toMatchObject({ steppedUp: true });
    expect((await operator.post('/admin/step-down')).body).toMatchObject({ steppedUp: false });
    expectProblem(await operator.get('/admin/health'), 'step_up_required');
  });

  it('S4 to a page of another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    expectProblem(await operator.post('/admin/user/sign-out', { phone: operator.phone }, { headers }), 'cross_site');
  });
});

describe('guessing the secret', () => {
  it('is throttled, and every guess is in the audit log without what was guessed', async () => {
    const guesser = await registerOperator(database, server);
    for (let n = 0; n < 5; n += 1) {
      expectProblem(await guesser.post('/admin/step-up', { secret: `guess-canary-${n}` }), 'wrong_secret');
    }
    const refused = await guesser.post('/admin/step-up', { secret: OPERATOR_SECRET });
    expectProblem(refused, 'secret_throttled');
    expect(Number(refused.response.headers['retry-after'])).toBeGreaterThan(0);
    const calls = await callsOf(guesser, 10);
    expect(calls).toEqual(
      [429, 403, 403, 403, 403, 403].map((status) => ({
        ...{ action: 'stepUp', targetPhone: null, details: {}, status },
      })),
    );
    await database.owner.query(`DELETE FROM throttle_windows WHERE key = 'secret'`);
  });
});

describe('users', () => {
  it('are found by their phone, however it is typed', async () => {
    const person = await server.register();
    const typed = encodeURIComponent(person.phone.replace('+7', '8 '));
    const { status, body } = await operator.get(`/admin/user?phone=${typed}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user: { phone: person.phone, isBlocked: false, isOperator: false },
      isOperator: false,
      balances: [{ market: 'main', ended: false, available: '1000', total: '1000' }],
      sessions: 1,
    });
    expect(JSON.stringify(body)).not.toContain('argon2');
    const self = await operator.get(`/admin/user?phone=${encodeURIComponent(operator.phone)}`);
    expect(self.body).toMatchObject({ isOperator: true });
  });

  it.each(['+79990000000', 'nobody', '', '4111 1111 1111 1111'])('"%s" is nobody', async (phone) => {
    expectProblem(await operator.get(`/admin/user?phone=${encodeURIComponent(phone)}`), 'user_not_found');
    const [call] = await callsOf(operator, 1);
    const details = phone.startsWith('+') ? { phone } : {};
    expect(call).toEqual({ action: 'userViewed', targetPhone: null, details, status: 404 });
  });
});

describe('adjusting a balance', () => {
  const availableOf = async (person: { get(url: string): Promise<Answer> }): Promise<unknown> =>
    (await person.get('/trading/balance')).body['available'];

  it('C4 moves play money both ways and leaves a line in the person’s log', async () => {
    const person = await server.register();
    const ask = (amount: string, reason: string): Promise<Answer> =>
      operator.post('/admin/balance/adjust', { phone: person.phone, amount, reason });
    expect((await ask('250.5', 'prize')).body).toEqual({ market: 'main', amount: '250.5', available: '1250.5' });
    expect((await ask('-1250.5', 'mistakeCorrected')).body).toMatchObject({ amount: '-1250.5', available: '0' });
    expect(await availableOf(person)).toBe('0');
    expect((await logOf(person)).slice(1)).toEqual([
      { kind: 'adjusted', by: 'operator', reason: 'prize', market: 'main', amount: '250.5' },
      { kind: 'adjusted', by: 'operator', reason: 'mistakeCorrected', market: 'main', amount: '-1250.5' },
    ]);
    expect(await callsOf(operator, 1)).toEqual([
      {
        action: 'balanceAdjusted',
        targetPhone: person.phone,
        details: { market: 'main', amount: '-1250.5', reason: 'mistakeCorrected' },
        status: 200,
      },
    ]);
  });

  it.each<[string, object, ErrorCode]>([
    ['letters', { amount: 'много' }, 'amount_not_a_number'],
    ['nothing', { amount: '' }, 'amount_not_a_number'],
    ['an exponent', { amount: '1e3' }, 'amount_not_a_number'],
    ['a comma', { amount: '1,5' }, 'amount_not_a_number'],
    ['too many decimals', { amount: '0.0000001' }, 'amount_not_a_number'],
    ['a number instead of a text', { amount: 5 }, 'amount_not_a_number'],
    ['zero', { amount: '0' }, 'adjustment_zero'],
    ['more than there is', { amount: '-1000.000001' }, 'adjustment_below_zero'],
    ['an absurd amount', { amount: '100000001' }, 'amount_too_large'],
    ['a reason of one’s own', { reason: 'Напишите мне в t.me/plecho' }, 'invalid_request'],
    ['no reason', { reason: undefined }, 'invalid_request'],
    ['a comment', { comment: 'x' }, 'invalid_request'],
    ['a market that is not there', { market: 'nowhere' }, 'unknown_market'],
    ['nobody’s phone', { phone: '+79990000000' }, 'user_not_found'],
  ])('%s is refused, and nothing happens', async (_name, change, code) => {
    const person = await server.register();
    const body = { phone: person.phone, amount: '1', reason: 'prize', ...change };
    expectProblem(await operator.post('/admin/balance/adjust', body), code);
    expect(await availableOf(person)).toBe('1000');
    expect(await logOf(person)).toHaveLength(1);
  });

  it('L6 has one effect for one key, and one for each request without', async () => {
    const person = await server.register();
    const ask = (amount: string, key?: string): Promise<Answer> =>
      operator.post(
        '/admin/balance/adjust',
        { phone: person.phone, amount, reason: 'classTask' },
        { headers: key === undefined ? {} : { 'idempotency-key': namedKey(key) } },
      );
    const answers = await Promise.all([ask('10', 'once'), ask('10', 'once'), ask('10', 'once')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await availableOf(person)).toBe('1010');
    expectProblem(await ask('11', 'once'), 'idempotency_conflict');
    await ask('1');
    await ask('1');
    expect(await availableOf(person)).toBe('1012');
    expect((await logOf(person)).filter(({ kind }) => kind === 'adjusted')).toHaveLength(3);
  });

  it('L4 two that together take too much: one is refused', async () => {
    const person = await server.register();
    const body = { phone: person.phone, amount: '-600', reason: 'mistakeCorrected' };
    const answers = await Promise.all([1, 2].map(() => operator.post('/admin/balance/adjust', body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await availableOf(person)).toBe('400');
  });
});

describe('blocking', () => {
  const order = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 2 };

  it('S1 C4 takes effect with the next request, tells why, and stands in the person’s log', async () => {
    const person = await server.register();
    await person.get('/auth/profile');
    const set = (blocked: boolean, reason: string): Promise<Answer> =>
      operator.post('/admin/user/block', { phone: person.phone, blocked, reason });
    expect((await set(true, 'sharedAccount')).body).toMatchObject({ user: { isBlocked: true } });
    const refused = await person.post('/trading/positions', order);
    expectProblem(refused, 'blocked');
    expect(refused.body['details']).toEqual({ reason: 'Счётом пользуются несколько человек' });
    expect((await person.get('/auth/profile')).body).toMatchObject({
      isBlocked: true,
      blockReason: 'Счётом пользуются несколько человек',
    });
    await set(true, 'sharedAccount');
    expect((await set(false, 'ownRequest')).body).toMatchObject({ user: { isBlocked: false, blockReason: null } });
    await set(false, 'ownRequest');
    expect((await person.post('/trading/positions', order)).status).toBe(200);
    expect((await logOf(person)).slice(1)).toEqual([
      { kind: 'blocked', by: 'operator', reason: 'sharedAccount', market: null, amount: null },
      { kind: 'unblocked', by: 'operator', reason: 'ownRequest', market: null, amount: null },
    ]);
    expect((await callsOf(operator, 4)).map(({ action, status }) => `${action} ${status}`)).toEqual([
      'userUnblocked 200',
      'userUnblocked 200',
      'userBlocked 200',
      'userBlocked 200',
    ]);
  });

  it.each([{ reason: 'потому что' }, { reason: undefined }, { blocked: 'yes' }, { note: 'x' }])(
    'C4 %j is refused: nobody types a reason',
    async (change) => {
      const person = await server.register();
      const body = { phone: person.phone, blocked: true, reason: 'conduct', ...change };
      expectProblem(await operator.post('/admin/user/block', body), 'invalid_request');
      expect((await person.get('/auth/profile')).body).toMatchObject({ isBlocked: false });
    },
  );
});

describe('signing out everywhere', () => {
  it('S1 C4 ends every session with the next request; the log tells of it', async () => {
    const person = await server.register();
    const other = server.stranger();
    await other.post('/auth/login', { phone: person.phone, password: PASSWORD });
    const { status, body } = await operator.post('/admin/user/sign-out', { phone: person.phone });
    expect({ status, sessions: body['sessions'] }).toEqual({ status: 200, sessions: 0 });
    expectProblem(await person.get('/auth/profile'), 'unauthorized');
    expectProblem(await other.get('/auth/profile'), 'unauthorized');
    await other.post('/auth/login', { phone: person.phone, password: PASSWORD });
    expect((await logOf(other)).slice(1)).toEqual([
      { kind: 'signedOut', by: 'operator', reason: null, market: null, amount: null },
    ]);
  });
});

describe('operations', () => {
  interface Shown {
    phone: string;
    operation: { id: string; code: string; status: string; type: string };
  }
  const topUp = async (person: Person, card: string): Promise<Shown['operation']> =>
    (await person.post('/payments/deposit/card', { amountRub: 5000, card })).body['operation'] as never;
  const list = async (query: string): Promise<{ items: Shown[]; nextCursor: string | null }> =>
    (await operator.get(`/admin/transfers?${query}`)).body as never;

  it('are listed by status, newest first, page by page, with whose they are', async () => {
    const [one, other] = [await server.register(), await server.register()];
    const [paid, failed] = [await topUp(one, 'approved'), await topUp(other, 'declined')];
    const pending = [await topUp(other, 'secure'), await topUp(one, 'approved')];
    await one.post(`/payments/deposit/card/${paid.id}/confirm`, {});
    await other.post(`/payments/deposit/card/${failed.id}/confirm`, {});
    const shown = async (query: string): Promise<string[]> =>
      (await list(query)).items.map(({ phone, operation }) => `${phone} ${operation.status} ${operation.code}`);
    const lines = [
      `${one.phone} pending ${pending[1]!.code}`,
      `${other.phone} pending ${pending[0]!.code}`,
      `${other.phone} failed ${failed.code}`,
      `${one.phone} completed ${paid.code}`,
    ];
    expect(await shown('')).toEqual(lines);
    expect(await shown('status=pending')).toEqual(lines.slice(0, 2));
    expect(await shown('status=failed')).toEqual([lines[2]]);
    expect(await shown('status=completed')).toEqual([lines[3]]);
    const first = await list('limit=3');
    expect(first.items).toHaveLength(3);
    const rest = await list(`limit=3&cursor=${first.nextCursor ?? ''}`);
    expect(rest.items.map(({ operation }) => operation.id)).toEqual([paid.id]);
    expect(rest.nextCursor).toBeNull();
    expectProblem(await operator.get('/admin/transfers?status=held'), 'invalid_request');
  });

  it('are found by their request code as people read it out', async () => {
    const person = await server.register();
    const { code, id } = await topUp(person, 'secure');
    for (const typed of [code, `#${code}`, code.toLowerCase()]) {
      const { status, body } = await operator.get(`/admin/request-ref/${encodeURIComponent(typed)}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ phone: person.phone, operation: { id, code, market: 'main' } });
      expect(JSON.stringify(body)).not.toContain('Учебное сообщение');
    }
    for (const typed of ['REQ999999999999', 'REQ1', '4111111111111111', 'x']) {
      expectProblem(await operator.get(`/admin/request-ref/${typed}`), 'request_not_found');
    }
    const calls = await callsOf(operator, 4);
    expect(calls.map(({ details }) => details)).toEqual([{}, {}, {}, { code: 'REQ999999999999' }]);
  });
});

describe('the audit log', () => {
  it('C4 has every call before it is carried out: what can’t be written down isn’t done', async () => {
    const person = await server.register();
    await database.owner.query('ALTER TABLE audit_log RENAME TO audit_log_away');
    const { phone } = person;
    const answers = [
      await operator.post('/admin/balance/adjust', { phone, amount: '5', reason: 'prize' }),
      await operator.post('/admin/user/block', { phone, blocked: true, reason: 'conduct' }),
      await operator.post('/admin/user/sign-out', { phone }),
      await operator.get(`/admin/user?phone=${encodeURIComponent(phone)}`),
      await operator.post('/admin/step-up', { secret: OPERATOR_SECRET }),
    ];
    await database.owner.query('ALTER TABLE audit_log_away RENAME TO audit_log');
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500]);
    expect((await person.get('/auth/profile')).body).toMatchObject({ isBlocked: false });
    expect((await person.get('/trading/balance')).body).toMatchObject({ available: '1000' });
    expect(await logOf(person)).toHaveLength(1);
  });

  it('an act whose outcome can’t be added stands, and shows no status', async () => {
    const { phone } = await server.register();
    await database.owner.query('ALTER TABLE audit_outcomes RENAME TO audit_outcomes_away');
    const { status } = await operator.post('/admin/user/block', { phone, blocked: true, reason: 'conduct' });
    await database.owner.query('ALTER TABLE audit_outcomes_away RENAME TO audit_outcomes');
    expect(status).toBe(200);
    expect(await callsOf(operator, 1)).toMatchObject([{ action: 'userBlocked', status: null }]);
  });

  it('is read newest first, page by page, and by action, operator and target', async () => {
    const person = await server.register();
    const { phone } = person;
    for (let n = 1; n <= 3; n += 1)
      await operator.post('/admin/balance/adjust', { phone, amount: `${n}`, reason: 'prize' });
    const by = `operator=${encodeURIComponent(operator.phone)}`;
    const first = (await operator.get(`/admin/audit?${by}&limit=3`)).body as never as {
      items: { action: string; details: Record<string, string>; operatorPhone: string }[];
      nextCursor: string;
    };
    expect(first.items.map(({ action, details }) => `${action} ${details['amount'] ?? ''}`)).toEqual([
      'auditViewed ',
      'balanceAdjusted 3',
      'balanceAdjusted 2',
    ]);
    expect(new Set(first.items.map(({ operatorPhone }) => operatorPhone))).toEqual(new Set([operator.phone]));
    const next = await operator.get(`/admin/audit?${by}&limit=3&cursor=${first.nextCursor}`);
    expect(next.body).toMatchObject({
      items: [
        { action: 'balanceAdjusted', status: 200 },
        { action: 'stepUp', status: 200 },
      ],
      nextCursor: null,
    });
    const about = await operator.get(`/admin/audit?target=${encodeURIComponent(phone)}&action=balanceAdjusted`);
    expect(about.body['items']).toHaveLength(3);
    expect((await operator.get(`/admin/audit?${by}&action=userBlocked`)).body['items']).toEqual([]);
    expectProblem(await operator.get('/admin/audit?target=nobody'), 'user_not_found');
    expectProblem(await operator.get('/admin/audit?limit=201'), 'invalid_request');
    expectProblem(await operator.get('/admin/audit?action=anything'), 'invalid_request');
  });

  it('has one call for every request', async () => {
    const { phone } = await server.register();
    const other = await steppedUpOperator(database, server);
    const query = encodeURIComponent(phone);
    await other.get(`/admin/user?phone=${query}`);
    await other.post('/admin/balance/adjust', { phone, amount: '1', reason: 'prize' });
    await other.post('/admin/user/block', { phone, blocked: true, reason: 'conduct' });
    await other.post('/admin/user/block', { phone, blocked: false, reason: 'conduct' });
    await other.post('/admin/user/sign-out', { phone });
    await other.get('/admin/transfers?status=pending');
    await other.get('/admin/request-ref/REQ999999999');
    await other.get('/admin/audit');
    await other.get('/admin/health');
    await other.post('/admin/step-down');
    expect((await callsOf(other, 20)).map(({ action, status }) => `${action} ${status}`).toReversed()).toEqual([
      ...['stepUp 200', 'userViewed 200', 'balanceAdjusted 200', 'userBlocked 200', 'userUnblocked 200'],
      ...['userSignedOut 200', 'transfersViewed 200', 'requestViewed 404', 'auditViewed 200', 'healthViewed 200'],
      'stepDown 200',
    ]);
  });
});

describe('health', () => {
  it('shows the running server as it is', async () => {
    const { status, body } = await operator.get('/admin/health');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      readiness: { ready: true, draining: false, database: 'ok' },
      processes: [{ here: true, roles: ['edge', 'engine', 'jobs'], silent: false, markets: 1, streams: 0 }],
      feeds: [{ market: 'main', label: 'Синтетический рынок', halt: null }],
      streams: { clients: 0, cut: 0 },
      ledger: { state: expect.stringMatching(/^(unchecked|ok)$/), violations: [] },
      database: { state: 'ok' },
      payments: { locked: '0' },
    });
    const { eventLoop, memory, feeds } = body as never as {
      eventLoop: { utilization: number };
      memory: { rssBytes: number };
      feeds: { ticks: number; priceAgeMs: number }[];
    };
    expect(eventLoop.utilization).toBeGreaterThan(0);
    expect(memory.rssBytes).toBeGreaterThan(1_000_000);
    expect(feeds[0]?.ticks).toBeGreaterThan(0);
    server.feed.tick('BTCUSDT', '101');
    const later = (await operator.get('/admin/health')).body as never as { feeds: { ticks: number }[] };
    expect(later.feeds[0]!.ticks).toBeGreaterThan(feeds[0]!.ticks);
  });
});

describe('one’s own log', () => {
  it('C4 tells, newest first and page by page, what was done to the account, and nothing of others', async () => {
    const person = await server.register(newPhone());
    await person.post('/auth/password', { currentPassword: PASSWORD, newPassword: 'судак43' });
    await person.post('/auth/logout-everywhere');
    await person.post('/auth/login', { phone: person.phone, password: 'судак43' });
    const first = (await person.get('/account/log?limit=2')).body as never as { items: Line[]; nextCursor: string };
    expect(first.items.map(({ kind, by }) => `${kind} by ${by}`)).toEqual([
      'signedOutEverywhere by owner',
      'passwordChanged by owner',
    ]);
    const rest = await person.get(`/account/log?limit=2&cursor=${first.nextCursor}`);
    expect(rest.body).toMatchObject({ items: [{ kind: 'registered', by: 'owner' }], nextCursor: null });
    expect(Object.keys(first.items[0] ?? {}).sort()).toEqual(['amount', 'at', 'by', 'id', 'kind', 'market', 'reason']);
    expectProblem(await person.get('/account/log?limit=201'), 'invalid_request');
    expectProblem(await server.stranger().get('/account/log'), 'unauthorized');
  });
});
