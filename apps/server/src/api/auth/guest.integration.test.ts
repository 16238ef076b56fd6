import { ERRORS, type ErrorCode } from '@plecho/contract';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { JumpingClock } from '../../../test/support/jumping-clock.ts';
import { setOperatorSecret, steppedUpOperator } from '../../../test/support/operator.ts';
import { newPhone, PASSWORD, useServer, type Answer, type Person } from '../../../test/support/server.ts';
import { DEFAULT_THROTTLE } from '../../identity/throttle.ts';
import { PgGuestStore } from '../../storage/identity/guest-store.ts';
import { endGuests } from '../../wiring/guests.ts';

const DAY_MS = 86_400_000;
const LONG = { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 2 };
const SHORT_OF_GUESTS = { ...DEFAULT_THROTTLE, guestsPerAddress: 3, guestsPerNetwork: 5, guestsInAll: 14 };

const clock = new JumpingClock();
const database = useDatabase();
const server = useServer(database, { clock, limits: { throttle: SHORT_OF_GUESTS } });

let lastAddress = 0;
/** Somebody at an address of their own. */
const newAddress = (): string => `203.0.113.${(lastAddress += 1)}`;

function expectProblem({ status, body }: Answer, code: ErrorCode): void {
  expect(body).toMatchObject({ code, error: ERRORS[code].text });
  expect(status).toBe(ERRORS[code].status);
}

async function newGuest(from = newAddress()): Promise<Person & { id: string }> {
  const person = server.stranger();
  const { status, body } = await person.post('/auth/guest', undefined, { from });
  expect(status).toBe(200);
  return Object.assign(person, { id: String(body['id']) });
}

/** One round of the job, with what it could not do. */
async function endOnce(): Promise<unknown[]> {
  const errors: unknown[] = [];
  const store = new PgGuestStore(database.pool);
  const desk = server.context.markets;
  await endGuests({ store, desk, clock, onError: (error) => errors.push(error) }, () => false);
  return errors;
}

const rowOf = async (id: string): Promise<Record<string, unknown>> => {
  const { rows } = await database.owner.query<Record<string, unknown>>('SELECT * FROM users WHERE id = $1', [id]);
  return rows[0] ?? {};
};

const countOf = async (sql: string, id: string): Promise<number> =>
  (await database.owner.query(sql, [id])).rowCount ?? 0;

describe('a guest', () => {
  it('has an account like any other at once, and no phone', async () => {
    const guest = await newGuest();
    expect((await guest.get('/auth/profile')).body).toMatchObject({ id: guest.id, phone: null, isOperator: false });
    expect((await guest.get('/trading/balance')).body).toMatchObject({ market: 'main', total: '1000' });
    expect((await guest.post('/trading/positions', LONG)).status).toBe(200);
    const { items } = (await guest.get('/account/log')).body as { items: { kind: string }[] };
    expect(items.map(({ kind }) => kind)).toEqual(['guestOpened']);
    expectProblem(await guest.post('/auth/password', { currentPassword: '', newPassword: 'судак43' }), 'is_guest');
  });

  it('stays the same one when the button is pressed twice, and so does who is signed in', async () => {
    const guest = await newGuest();
    expect((await guest.post('/auth/guest')).body['id']).toBe(guest.id);
    const person = await server.register();
    expect((await person.post('/auth/guest')).body['phone']).toBe(person.phone);
  });

  it('cannot log in: there is nothing to log in with', async () => {
    await newGuest();
    expectProblem(
      await server.stranger().post('/auth/login', { phone: 'null', password: 'null' }),
      'wrong_credentials',
    );
  });

  it('is not begun from another site', async () => {
    const stranger = server.stranger();
    const answer = await stranger.post('/auth/guest', undefined, { headers: { 'sec-fetch-site': 'cross-site' } });
    expectProblem(answer, 'cross_site');
    expect(stranger.cookie).toBeNull();
  });

  it('is shown to operators without a phone, and cannot be made one', async () => {
    const guest = await newGuest();
    await guest.post('/payments/deposit/card', { amountRub: 5_000, card: 'declined' });
    await setOperatorSecret(database);
    const operator = await steppedUpOperator(database, server);
    const { items } = (await operator.get('/admin/transfers')).body as { items: { phone: string | null }[] };
    expect(items.map(({ phone }) => phone)).toContain(null);
    const made = database.owner.query(`UPDATE users SET role = 'operator' WHERE id = $1`, [guest.id]);
    await expect(made).rejects.toThrow('guest_or_registered');
  });
});

describe('a guest who registers', () => {
  it('S1 is the same user with everything that was theirs, under another cookie', async () => {
    const guest = await newGuest();
    await guest.post('/trading/positions', LONG);
    const old = Object.assign(server.stranger(), { cookie: guest.cookie });
    const phone = newPhone();
    const { status, body } = await guest.post('/auth/guest/register', { phone, password: PASSWORD });
    expect([status, body['id'], body['phone']]).toEqual([200, guest.id, phone]);
    expect(guest.cookie).not.toBe(old.cookie);
    expectProblem(await old.get('/auth/profile'), 'unauthorized');
    expect(((await guest.get('/trading/positions')).body['items'] as unknown[]).length).toBe(1);
    const elsewhere = server.stranger();
    const login = await elsewhere.post('/auth/login', { phone, password: PASSWORD });
    expect(login.body['id']).toBe(guest.id);
    const { items } = (await elsewhere.get('/account/log')).body as { items: { kind: string }[] };
    expect(items.map(({ kind }) => kind)).toEqual(['registered', 'guestOpened']);
    expectProblem(await guest.post('/auth/guest/register', { phone: newPhone(), password: PASSWORD }), 'not_a_guest');
  });

  it('L2 keeps what there was, and is given nothing a second time', async () => {
    const guest = await newGuest();
    const { body: first } = await guest.post('/trading/positions', LONG);
    const { body: trade } = await guest.delete(`/trading/positions/${String(first['id'])}`);
    await guest.put(`/trading/trades/${String(trade['id'])}/note`, { text: 'зря', tags: ['пробой'], version: 0 });
    await guest.put('/account/persona', { animal: 'fox', colour: 'blue', listed: true });
    await guest.post('/lessons/costs/check', { answer: 400 });
    await guest.post('/guesses', { ...LONG, liquidation: null, loss: '10' });
    await guest.post('/trading/orders', { ...LONG, limitPrice: '90' });
    const kept = ['trading/balance', 'trading/orders', 'trading/trades', 'trading/tags', 'trading/seasons', 'wallet'];
    const own = ['account/persona', 'lessons', 'guesses', 'payments/deposit-addresses'];
    const everything = async (): Promise<unknown[]> => {
      const answers = await Promise.all([...kept, ...own].map((path) => guest.get(`/${path}`)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      return answers.map(({ body }) => body);
    };
    const before = await everything();
    await guest.post('/auth/guest/register', { phone: newPhone(), password: PASSWORD });
    // What is opened at its first use is opened again at most once.
    await guest.post('/trading/markets/main/enter');
    expect(await everything()).toEqual(before);
    expect(await countOf('SELECT FROM accounts WHERE user_id = $1', guest.id)).toBe(1);
  });

  it('is refused a phone that is taken, and what else a registration is refused, and stays a guest', async () => {
    const { phone } = await server.register();
    const guest = await newGuest();
    expectProblem(await guest.post('/auth/guest/register', { phone, password: PASSWORD }), 'phone_taken');
    expectProblem(
      await guest.post('/auth/guest/register', { phone: newPhone(), password: 'qwerty' }),
      'password_too_common',
    );
    expectProblem(await guest.post('/auth/guest/register', { phone: 'нет', password: PASSWORD }), 'invalid_phone');
    expect((await guest.get('/auth/profile')).body['phone']).toBeNull();
  });

  it('takes a phone once, also when two windows ask at the same time', async () => {
    const guest = await newGuest();
    const window = Object.assign(server.stranger(), { cookie: guest.cookie });
    const answers = await Promise.all(
      [guest, window].map((each) => each.post('/auth/guest/register', { phone: newPhone(), password: PASSWORD })),
    );
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken.length).toBe(1);
    expect((await rowOf(guest.id))['phone']).toBe(taken[0]?.body['phone']);
    // The cookie of both has ended by then: the one who is later is asked who they are, or told they are no guest.
    const refused = answers.find(({ status }) => status !== 200);
    expect(['unauthorized', 'not_a_guest']).toContain(refused?.body['code']);
  });
});

describe('a guest who does not come back', () => {
  it('is ended after seven days: nobody is them, what was private is gone, what is open is closed, the books stay', async () => {
    const guest = await newGuest();
    const { body: first } = await guest.post('/trading/positions', LONG);
    const { body: trade } = await guest.delete(`/trading/positions/${String(first['id'])}`);
    const note = { text: 'зря', tags: ['пробой'], version: 0 };
    expect((await guest.put(`/trading/trades/${String(trade['id'])}/note`, note)).status).toBe(200);
    await guest.post('/trading/positions', LONG);
    await guest.post('/trading/orders', { ...LONG, limitPrice: '90' });

    clock.jump(6 * DAY_MS);
    expect((await guest.get('/auth/profile')).status).toBe(200);
    server.feed.tick('BTCUSDT', '100');
    clock.jump(6 * DAY_MS);
    await endOnce();
    expect((await rowOf(guest.id))['guest_ended_at']).toBeNull();

    clock.jump(DAY_MS);
    server.feed.skip(20_000);
    expectProblem(await guest.get('/auth/profile'), 'unauthorized');
    // Nothing is closed at a stale price: the next round does it.
    await endOnce();
    expect(await rowOf(guest.id)).toMatchObject({ phone: null, guest_leaves_open: true });
    expect((await rowOf(guest.id))['guest_ended_at']).not.toBeNull();
    for (const table of ['sessions', 'known_devices', 'trade_notes', 'trade_tags', 'alerts']) {
      expect([table, await countOf(`SELECT FROM ${table} WHERE user_id = $1`, guest.id)]).toEqual([table, 0]);
    }
    server.feed.tick('BTCUSDT', '100');
    expect(await endOnce()).toEqual([]);
    expect((await rowOf(guest.id))['guest_leaves_open']).toBe(false);
    const ofAccount = 'WHERE account_id IN (SELECT id FROM accounts WHERE user_id = $1)';
    expect(await countOf(`SELECT FROM positions ${ofAccount}`, guest.id)).toBe(0);
    expect(await countOf(`SELECT FROM orders ${ofAccount} AND status = 'open'`, guest.id)).toBe(0);
    expect(await countOf(`SELECT FROM trades ${ofAccount}`, guest.id)).toBe(2);
  });

  it('is not somebody who has registered meanwhile, however long ago that was', async () => {
    const guest = await newGuest();
    const phone = newPhone();
    await guest.post('/auth/guest/register', { phone, password: PASSWORD });
    clock.jump(29 * DAY_MS);
    await endOnce();
    expect((await rowOf(guest.id))['guest_ended_at']).toBeNull();
    expect((await guest.get('/auth/profile')).status).toBe(200);
    server.feed.tick('BTCUSDT', '100');
  });
});

describe('S3 new guests', () => {
  it('are so many from one address in an hour, and so many from all of them in a day', async () => {
    clock.jump(2 * DAY_MS);
    const [home, work] = [newAddress(), newAddress()];
    for (let n = 0; n < 3; n += 1) await newGuest(home);
    const refused = await server.stranger().post('/auth/guest', undefined, { from: home });
    expectProblem(refused, 'too_many_guests');
    expect(Number(refused.response.headers['retry-after'])).toBeGreaterThan(3_000);
    for (let n = 0; n < 3; n += 1) await newGuest(work);
    for (let n = 0; n < 8; n += 1) await newGuest();
    expectProblem(await server.stranger().post('/auth/guest', undefined, { from: newAddress() }), 'too_many_guests');
    clock.jump(DAY_MS);
    await newGuest(home);
  });

  it('leave room for others, however many addresses one network has', async () => {
    clock.jump(2 * DAY_MS);
    for (let n = 0; n < 5; n += 1) await newGuest(`2001:db8:1:${n}::7`);
    const again = await server.stranger().post('/auth/guest', undefined, { from: '2001:db8:1:ff::7' });
    expectProblem(again, 'too_many_guests');
    await newGuest('2001:db8:2::7');
    for (let n = 0; n < 8; n += 1) await newGuest();
  });
});
