import { ERRORS, type ErrorCode } from '@plecho/contract';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { newPhone, PASSWORD, useServer, type Answer } from '../../../test/support/server.ts';

const database = useDatabase();
const server = useServer(database);

function expectProblem({ status, body }: Answer, code: ErrorCode): void {
  expect(body).toMatchObject({ code, error: ERRORS[code].text });
  expect(status).toBe(ERRORS[code].status);
}

describe('registration', () => {
  it('makes a user with an account of 1000 in the main market, and signs in', async () => {
    const person = server.stranger();
    const { status, body } = await person.post('/auth/register', {
      phone: '8 (916) 555-44-33',
      password: PASSWORD,
      firstName: ' Анна ',
      lastName: '',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      phone: '+79165554433',
      firstName: 'Анна',
      lastName: null,
      isBlocked: false,
      blockReason: null,
    });
    expect((await person.get('/auth/profile')).body).toEqual(body);
    expect((await person.get('/trading/balance')).body).toMatchObject({
      market: 'main',
      total: '1000',
      available: '1000',
    });
  });

  it.each<[string, object, ErrorCode]>([
    ['nothing', { phone: '', password: '' }, 'fields_required'],
    ['no password', { phone: '+79160000000', password: '' }, 'fields_required'],
    ['blanks for a phone', { phone: '   ', password: PASSWORD }, 'fields_required'],
    ['letters for a phone', { phone: 'позвони мне', password: PASSWORD }, 'invalid_phone'],
    ['half a phone', { phone: '+7916', password: PASSWORD }, 'invalid_phone'],
    ['a short password', { phone: '+79160000000', password: '12345' }, 'password_too_short'],
    ['a common password', { phone: '+79160000000', password: 'qwerty' }, 'password_too_common'],
    ['the phone for a password', { phone: '+79160000000', password: '89160000000' }, 'password_too_common'],
    ['an official name', { phone: '+79160000000', password: PASSWORD, firstName: 'Служба' }, 'reserved_name'],
    ['an invisible name', { phone: '+79160000000', password: PASSWORD, lastName: '\u3164' }, 'invalid_name'],
    ['unknown fields', { phone: '+79160000000', password: PASSWORD, isBlocked: false }, 'invalid_request'],
    ['numbers for texts', { phone: 79160000000, password: PASSWORD }, 'invalid_request'],
  ])('refuses %s', async (_name, body, code) => {
    const person = server.stranger();
    expectProblem(await person.post('/auth/register', body), code);
    expect(person.cookie).toBeNull();
  });

  it('takes a phone once, however it is typed, also when two ask at the same time', async () => {
    const phone = newPhone();
    const answers = await Promise.all(
      [phone, phone.replace('+7', '8'), phone.replace('+7', '')].map((typed) =>
        server.stranger().post('/auth/register', { phone: typed, password: PASSWORD }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expectProblem(await server.stranger().post('/auth/register', { phone, password: PASSWORD }), 'phone_taken');
  });
});

describe('signing in', () => {
  it('works with the phone as people type it', async () => {
    const { phone } = await server.register();
    const person = server.stranger();
    const { status, body } = await person.post('/auth/login', { phone: phone.replace('+7', '8'), password: PASSWORD });
    expect(status).toBe(200);
    expect(body['phone']).toBe(phone);
    expect((await person.get('/auth/profile')).status).toBe(200);
  });

  it('S2 answers the same to a wrong password, an unknown phone and an impossible one', async () => {
    const { phone } = await server.register();
    const answers = await Promise.all([
      server.stranger().post('/auth/login', { phone, password: 'не тот пароль' }),
      server.stranger().post('/auth/login', { phone: newPhone(), password: 'не тот пароль' }),
      server.stranger().post('/auth/login', { phone: 'кто-то', password: 'не тот пароль' }),
    ]);
    for (const answer of answers) {
      expectProblem(answer, 'wrong_credentials');
      expect(answer.response.cookies).toEqual([]);
    }
    expect(new Set(answers.map(({ response }) => response.body)).size).toBe(1);
  });

  it('asks for both fields', async () => {
    expectProblem(await server.stranger().post('/auth/login', { phone: '', password: 'x' }), 'fields_required');
    expectProblem(await server.stranger().post('/auth/login', { phone: '8', password: '' }), 'fields_required');
  });

  it('S1 keeps the session in a cookie that no page can read', async () => {
    const { phone } = await server.register();
    const login = (headers: Record<string, string>): Promise<Answer> =>
      server.stranger().post('/auth/login', { phone, password: PASSWORD }, { headers });
    const hidden = { httpOnly: true, sameSite: 'Lax', path: '/' };
    const local = (await login({ host: 'localhost:3000' })).response.cookies;
    expect(local).toEqual([
      { name: 'plecho', value: expect.any(String) as string, maxAge: 90 * 86_400, ...hidden },
      { name: 'plecho-device', value: expect.any(String) as string, maxAge: 365 * 86_400, ...hidden },
    ]);
    const other = (await login({ host: 'plecho.example' })).response.cookies;
    expect(other).toMatchObject([
      { name: '__Host-plecho', secure: true, ...hidden },
      { name: '__Host-plecho-device', secure: true, ...hidden },
    ]);
    for (const { domain } of other) expect(domain).toBeUndefined();
  });

  it.each(['cookie', 'device'] as const)('S1 stores no secret of a %s', async (which) => {
    const person = await server.register();
    const secret = person[which]?.split('=')[1] ?? '';
    const table = which === 'cookie' ? 'sessions' : 'known_devices';
    const { rows } = await database.owner.query(
      `SELECT ${table}::text AS row, encode(token_hash, 'escape') AS hash FROM ${table}`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(secret).toHaveLength(43);
  });

  it('S1 a twenty-first session ends the first, and the one before goes on', async () => {
    const first = await server.register();
    const all = [first, ...Array.from({ length: 20 }, () => server.stranger())];
    for (const person of all.slice(1, 20)) await person.post('/auth/login', { phone: first.phone, password: PASSWORD });
    expect((await first.get('/auth/profile')).status).toBe(200);
    await all[20]!.post('/auth/login', { phone: first.phone, password: PASSWORD });
    const statuses = await Promise.all(all.map(async (person) => (await person.get('/auth/profile')).status));
    expect(statuses).toEqual([401, ...Array<number>(20).fill(200)]);
  });
});

describe('signing out', () => {
  it('S1 ends this session on the next request, and only this one', async () => {
    const person = await server.register();
    const other = server.stranger();
    await other.post('/auth/login', { phone: person.phone, password: PASSWORD });
    const { cookie } = person;
    expect((await person.post('/auth/logout')).body).toEqual({ ok: true });
    expect(person.cookie).toBeNull();
    person.cookie = cookie;
    expectProblem(await person.get('/auth/profile'), 'unauthorized');
    expect((await other.get('/auth/profile')).status).toBe(200);
  });

  it('accepts an empty body with a type', async () => {
    const person = await server.register();
    expect(
      (await person.post('/auth/logout', undefined, { headers: { 'content-type': 'application/json' } })).status,
    ).toBe(200);
  });

  it('S1 ends all sessions everywhere', async () => {
    const person = await server.register();
    const other = server.stranger();
    await other.post('/auth/login', { phone: person.phone, password: PASSWORD });
    const { cookie } = person;
    await person.post('/auth/logout-everywhere');
    person.cookie = cookie;
    expectProblem(await person.get('/auth/profile'), 'unauthorized');
    expectProblem(await other.get('/auth/profile'), 'unauthorized');
  });

  it('S1 takes effect when another process ends the session', async () => {
    const person = await server.register();
    await person.get('/auth/profile');
    await database.owner.query('DELETE FROM sessions USING users WHERE users.id = user_id AND phone = $1', [
      person.phone,
    ]);
    await expect.poll(async () => (await person.get('/auth/profile')).status).toBe(401);
  });
});

describe('the list of sessions', () => {
  it('shows where one is signed in', async () => {
    const person = await server.register();
    const other = server.stranger();
    await other.post(
      '/auth/login',
      { phone: person.phone, password: PASSWORD },
      { headers: { 'user-agent': 'Firefox' } },
    );
    const items = (await other.get('/auth/sessions')).body['items'] as { userAgent: string; current: boolean }[];
    expect(items.map(({ userAgent, current }) => ({ userAgent, current }))).toEqual([
      { userAgent: 'Firefox', current: true },
      { userAgent: 'lightMyRequest', current: false },
    ]);
    expect(JSON.stringify(items)).not.toContain(other.cookie?.split('=')[1]);
  });
});

describe('changing the password', () => {
  it('S1 ends the other sessions and keeps this one', async () => {
    const person = await server.register();
    const other = server.stranger();
    await other.post('/auth/login', { phone: person.phone, password: PASSWORD });
    const thief = server.stranger();
    thief.cookie = person.cookie;
    expect((await thief.get('/auth/profile')).status).toBe(200);
    const before = (await person.get('/auth/sessions')).body['items'];
    const answer = await person.post('/auth/password', { currentPassword: PASSWORD, newPassword: 'судак43' });
    expect(answer.body).toEqual({ ok: true });
    expect((await person.get('/auth/profile')).status).toBe(200);
    expect(before).toEqual(expect.arrayContaining((await person.get('/auth/sessions')).body['items'] as unknown[]));
    expectProblem(await thief.get('/auth/profile'), 'unauthorized');
    expectProblem(await other.get('/auth/profile'), 'unauthorized');
    expectProblem(await other.post('/auth/login', { phone: person.phone, password: PASSWORD }), 'wrong_credentials');
    expect((await other.post('/auth/login', { phone: person.phone, password: 'судак43' })).status).toBe(200);
  });

  it('S1 keeps this session also when the device can’t be made known again', async () => {
    const person = await server.register();
    const device = async (verb: 'REVOKE' | 'GRANT', whom: 'FROM' | 'TO'): Promise<unknown> =>
      database.owner.query(`${verb} INSERT (token_hash) ON known_devices ${whom} ${database.target.app.user}`);
    await device('REVOKE', 'FROM');
    const answer = await person.post('/auth/password', { currentPassword: PASSWORD, newPassword: 'судак43' });
    await device('GRANT', 'TO');
    expect(answer.body).toEqual({ ok: true });
    expect((await person.get('/auth/profile')).status).toBe(200);
    expect((await person.post('/auth/login', { phone: person.phone, password: 'судак43' })).status).toBe(200);
  });

  it.each<[string, string, ErrorCode]>([
    ['не тот', 'судак43', 'wrong_password'],
    [PASSWORD, '12345', 'password_too_short'],
    [PASSWORD, 'password', 'password_too_common'],
    ['', 'судак43', 'fields_required'],
  ])('from "%s" to "%s" is refused', async (currentPassword, newPassword, code) => {
    const person = await server.register();
    expectProblem(await person.post('/auth/password', { currentPassword, newPassword }), code);
  });
});

describe('a blocked user', () => {
  it('S1 can’t open from the next request on, is told why, and sees everything', async () => {
    const person = await server.register();
    const order = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 2 };
    const opened = await person.post('/trading/positions', order);
    expect(opened.status).toBe(200);
    await database.owner.query("UPDATE users SET block_reason = 'conduct' WHERE phone = $1", [person.phone]);
    await expect.poll(async () => (await person.get('/auth/profile')).body['isBlocked']).toBe(true);
    expect((await person.get('/auth/profile')).body['blockReason']).toBe('Нарушение правил тренажёра');
    const refused = await person.post('/trading/positions', order);
    expectProblem(refused, 'blocked');
    expect(refused.body['details']).toEqual({ reason: 'Нарушение правил тренажёра' });
    expectProblem(await person.post('/trading/orders', { ...order, limitPrice: '90' }), 'blocked');
    expect((await person.get('/trading/positions')).status).toBe(200);
    expect((await person.delete(`/trading/positions/${String(opened.body['id'])}`)).status).toBe(200);
    const again = server.stranger();
    expect((await again.post('/auth/login', { phone: person.phone, password: PASSWORD })).status).toBe(200);
  });
});
