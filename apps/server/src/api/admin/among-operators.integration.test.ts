import { ERRORS, type ErrorBody, type ErrorCode } from '@plecho/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import {
  OPERATOR_SECRET,
  registerOperator,
  setOperatorSecret,
  steppedUpOperator,
  type Operator,
} from '../../../test/support/operator.ts';
import { PASSWORD, useServer, type Answer, type Person } from '../../../test/support/server.ts';
import { setOperatorBlocked } from '../../storage/operators/roles.ts';
import { DESCRIBED } from '../described.ts';
import { operatorText } from '../operator-texts.ts';

const database = useDatabase();
const server = useServer(database);
let [one, other]: Operator[] = [];

beforeAll(() => setOperatorSecret(database));
beforeEach(async () => {
  one = await steppedUpOperator(database, server);
  other = await steppedUpOperator(database, server);
});

function expectProblem({ status, body }: Answer, code: ErrorCode): void {
  expect(body).toMatchObject({ code });
  // The operator area answers in English, all others in Russian.
  expect([ERRORS[code].text, operatorText(code)]).toContain((body as ErrorBody).error);
  expect(status).toBe(ERRORS[code].status);
}

const block = (by: Person, { phone }: Operator, blocked = true): Promise<Answer> =>
  by.post('/admin/user/block', { phone, blocked, reason: 'conduct' });

/** Every call of the operator area. */
async function everyCall(person: Person): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { method, path } of [...DESCRIBED.values()].filter((each) => each.path.includes('/api/admin/'))) {
    answers.push(await person.ask(method, path.replace('/api', '')));
  }
  return answers;
}

const logOf = async (person: Person): Promise<object[]> => {
  const items = (await person.get('/account/log')).body['items'] as { kind: string; by: string; reason: string }[];
  return items.map(({ kind, by, reason }) => ({ kind, by, reason }));
};

describe('an operator’s own account', () => {
  it.each<[string, string, object]>([
    ['a balance', 'balance/adjust', { amount: '5', reason: 'prize' }],
    ['a block', 'user/block', { blocked: true, reason: 'conduct' }],
    ['an unblocking', 'user/block', { blocked: false, reason: 'conduct' }],
    ['signing out', 'user/sign-out', {}],
  ])('C4 %s is refused, and is in the audit log', async (_name, url, body) => {
    expectProblem(await one!.post(`/admin/${url}`, { phone: one!.phone, ...body }), 'operator_self');
    expect((await one!.get('/trading/balance')).body).toMatchObject({ available: '1000' });
    expect((await one!.get('/auth/profile')).body).toMatchObject({ isBlocked: false });
    expect(await logOf(one!)).toHaveLength(1);
    const audit = await other!.get(`/admin/audit?target=${encodeURIComponent(one!.phone)}`);
    expect(audit.body['items']).toMatchObject([{ operatorPhone: one!.phone, status: 403 }]);
  });

  it('may be looked at', async () => {
    expect((await one!.get(`/admin/user?phone=${encodeURIComponent(one!.phone)}`)).status).toBe(200);
  });
});

describe('a blocked operator', () => {
  it('S1 C4 has no power from the next request on, and can’t step up again', async () => {
    expect((await block(one!, other!)).status).toBe(200);
    for (const answer of await everyCall(other!)) expectProblem(answer, 'operator_blocked');
    expectProblem(await other!.post('/admin/step-up', { secret: OPERATOR_SECRET }), 'operator_blocked');
    expectProblem(await block(other!, one!), 'operator_blocked');
    expectProblem(await block(other!, other!, false), 'operator_blocked');
    expect((await one!.get('/auth/profile')).body).toMatchObject({ isBlocked: false });
    expect((await other!.get('/trading/balance')).status).toBe(200);
  });

  it('has power in no session that begins later', async () => {
    await block(one!, other!);
    const again = server.stranger();
    await again.post('/auth/login', { phone: other!.phone, password: PASSWORD });
    for (const answer of await everyCall(again)) expectProblem(answer, 'operator_blocked');
  });

  it('has to step up anew after an unblocking', async () => {
    await block(one!, other!);
    expect((await block(one!, other!, false)).status).toBe(200);
    expectProblem(await other!.get('/admin/health'), 'step_up_required');
    expect((await other!.post('/admin/step-up', { secret: OPERATOR_SECRET })).status).toBe(200);
    expect((await other!.get('/admin/health')).status).toBe(200);
  });

  it('is blocked and let in again from the command line, also when there is no other one', async () => {
    expect(await setOperatorBlocked(database.owner, one!.phone, true, null, 7)).toBe(true);
    expectProblem(await one!.get('/admin/health'), 'operator_blocked');
    expect(await setOperatorBlocked(database.owner, one!.phone, false, 'ownRequest', 8)).toBe(true);
    expectProblem(await one!.get('/admin/health'), 'step_up_required');
    expect(await logOf(one!)).toEqual([
      { kind: 'unblocked', by: 'server', reason: 'ownRequest' },
      { kind: 'blocked', by: 'server', reason: 'conduct' },
      { kind: 'registered', by: 'owner', reason: null },
    ]);
  });
});

describe('operators who block each other at once', () => {
  const isBlocked = async (person: Person): Promise<unknown> => (await person.get('/auth/profile')).body['isBlocked'];

  it('C4 two: exactly one of them is blocked', async () => {
    for (let n = 0; n < 20; n += 1) {
      const [a, b] = [await steppedUpOperator(database, server), await steppedUpOperator(database, server)];
      const answers = await Promise.all([block(a, b), block(b, a)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
      const blocked = [await isBlocked(a), await isBlocked(b)];
      expect(blocked.filter(Boolean)).toHaveLength(1);
    }
  });

  it('C4 L10 many, in a ring: at least one is left, and none waits for ever', async () => {
    const ring = await Promise.all(Array.from({ length: 6 }, () => steppedUpOperator(database, server)));
    const answers = await Promise.all(ring.map((each, n) => block(each, ring[(n + 1) % ring.length]!)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]));
    const blocked = await Promise.all(ring.map(isBlocked));
    expect(blocked.filter((each) => each === false).length).toBeGreaterThan(0);
  });
});

describe('the step-up', () => {
  it('S1 gives the session a new secret; the old one opens nothing at all', async () => {
    const operator = await registerOperator(database, server);
    await operator.get('/auth/profile');
    const before = operator.cookie;
    const { response } = await operator.post('/admin/step-up', { secret: OPERATOR_SECRET });
    expect(response.cookies).toMatchObject([{ name: 'plecho', httpOnly: true, sameSite: 'Lax', path: '/' }]);
    expect(operator.cookie).not.toBe(before);
    expect((await operator.get('/admin/health')).status).toBe(200);
    expect((await operator.get('/auth/sessions')).body['items']).toHaveLength(1);
    const thief = server.stranger();
    thief.cookie = before;
    expectProblem(await thief.get('/auth/profile'), 'unauthorized');
    expectProblem(await thief.get('/admin/health'), 'unauthorized');
  });

  it('S1 that is refused leaves the session as it was', async () => {
    const operator = await registerOperator(database, server);
    const before = operator.cookie;
    expectProblem(await operator.post('/admin/step-up', { secret: 'no' }), 'wrong_secret');
    expect(operator.cookie).toBe(before);
    expect((await operator.get('/auth/profile')).status).toBe(200);
  });
});

describe('refused calls', () => {
  interface Call {
    action: string;
    targetPhone: string | null;
    details: Record<string, string>;
    status: number;
  }
  const callsBy = async ({ phone }: Operator): Promise<Call[]> => {
    const query = `operator=${encodeURIComponent(phone)}&limit=100`;
    const items = (await other!.get(`/admin/audit?${query}`)).body['items'] as Call[];
    return items.map(({ action, targetPhone, details, status }) => ({ action, targetPhone, details, status }));
  };
  const refusal = (route: string, code: ErrorCode): Call => ({
    ...{ action: 'refused', targetPhone: null, details: { route, code }, status: ERRORS[code].status },
  });
  const CANARY = 'канарейка-Kx7';

  it('C4 are in the audit log with route and code and with nothing that was sent', async () => {
    const { phone } = await server.register();
    const operator = await steppedUpOperator(database, server);
    const adjust = 'POST /api/admin/balance/adjust';
    const asked: [() => Promise<Answer>, Call][] = [
      [
        () => operator.post('/admin/balance/adjust', { phone, amount: CANARY, reason: CANARY }),
        refusal(adjust, 'invalid_request'),
      ],
      [
        () => operator.post('/admin/balance/adjust', { phone, amount: '1', reason: 'prize', market: 'nowhere' }),
        refusal(adjust, 'unknown_market'),
      ],
      [() => operator.post('/admin/balance/adjust', `{"phone":"${CANARY}`), refusal(adjust, 'invalid_request')],
      [
        () => operator.post('/admin/user/block', CANARY, { headers: { 'content-type': 'text/plain' } }),
        refusal('POST /api/admin/user/block', 'unsupported_media_type'),
      ],
      [() => operator.get(`/admin/audit?action=${CANARY}`), refusal('GET /api/admin/audit', 'invalid_request')],
      [
        () => operator.get(`/admin/request-ref/${'x'.repeat(60)}`),
        refusal('GET /api/admin/request-ref/:code', 'invalid_request'),
      ],
      [
        () => operator.post('/admin/user/sign-out', { phone }, { headers: { 'sec-fetch-site': 'cross-site' } }),
        refusal('POST /api/admin/user/sign-out', 'cross_site'),
      ],
    ];
    for (const [ask, { status }] of asked) expect((await ask()).status).toBe(status);
    const calls = await callsBy(operator);
    expect(calls.slice(0, -1).toReversed()).toEqual(asked.map(([, call]) => call));
    expect(calls.at(-1)).toMatchObject({ action: 'stepUp', status: 200 });
    expect(JSON.stringify(calls)).not.toContain('канарейка');
  });

  it('C4 without a step-up and of a blocked operator are in it, one for each', async () => {
    const operator = await registerOperator(database, server);
    await operator.get('/admin/health');
    await operator.post('/admin/step-up', { secret: OPERATOR_SECRET });
    await block(other!, operator);
    await operator.get('/admin/session');
    expect((await callsBy(operator)).toReversed()).toEqual([
      refusal('GET /api/admin/health', 'step_up_required'),
      { action: 'stepUp', targetPhone: null, details: {}, status: 200 },
      refusal('GET /api/admin/session', 'operator_blocked'),
    ]);
  });

  it('of people who are no operators are not', async () => {
    const rows = async (): Promise<number | null> => (await database.owner.query('SELECT FROM audit_log')).rowCount;
    const [person, before] = [await server.register(), await rows()];
    for (const answer of await everyCall(person)) expectProblem(answer, 'forbidden');
    for (const answer of await everyCall(server.stranger())) expectProblem(answer, 'unauthorized');
    expect(await rows()).toBe(before);
  });

  it('are refused all the same when they can’t be written down', async () => {
    await database.owner.query('ALTER TABLE audit_log RENAME TO audit_log_away');
    const refused = await one!.post('/admin/user/block', {});
    await database.owner.query('ALTER TABLE audit_log_away RENAME TO audit_log');
    expectProblem(refused, 'invalid_request');
  });
});
