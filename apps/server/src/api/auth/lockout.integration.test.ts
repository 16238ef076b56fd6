import { ERRORS, type ErrorCode } from '@plecho/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { JumpingClock } from '../../../test/support/jumping-clock.ts';
import { newPhone, PASSWORD, useServer, type Answer, type Person } from '../../../test/support/server.ts';
import { createThrottle, DEFAULT_THROTTLE } from '../../identity/throttle.ts';
import { PgDoorStore } from '../../storage/identity/door-store.ts';
import { PgThrottleStore } from '../../storage/identity/throttle-store.ts';

const clock = new JumpingClock();
const database = useDatabase();
const server = useServer(database, { clock });

const WRONG = 'не тот пароль';
const LONGEST_PAUSE_MS = 30_000;
const ATTACKER = '203.0.113.66';
const HOME = '198.51.100.7';
const LOOPBACK = '127.0.0.1';
/** No attempt is counted for longer. */
const LONGEST_WINDOW_MS = 60 * 60_000;

/** For this process, and for the doors, which go by the clock of the database. */
async function pass(ms: number): Promise<void> {
  clock.jump(ms);
  await database.owner.query('UPDATE login_doors SET ends_at = ends_at - $1, opens_at = opens_at - $1', [ms]);
}

// What one test has tried from an address must not slow the next one down.
beforeEach(() => pass(LONGEST_WINDOW_MS));

const login = (person: Person, phone: string, password: string, from: string): Promise<Answer> =>
  person.post('/auth/login', { phone, password }, { from });

const guess = (phone: string, from: string): Promise<Answer> => login(server.stranger(), phone, WRONG, from);

function expectProblem({ status, body }: Answer, code: ErrorCode): void {
  expect(body).toMatchObject({ code, error: ERRORS[code].text });
  expect(status).toBe(ERRORS[code].status);
}

/** Guesses until strangers have to wait as long as they ever have to: from now on another one is refused at once. */
async function besiege(phone: string, from = ATTACKER): Promise<void> {
  for (let n = 0; n < 16; n += 1) {
    if (n >= 10) await pass(LONGEST_PAUSE_MS);
    expectProblem(await guess(phone, from), 'wrong_credentials');
  }
  expectProblem(await guess(phone, from), 'login_throttled');
}

/** Whether somebody gets in whom a stranger's siege holds up. */
const getsIn = async (person: Person, phone: string, password = PASSWORD): Promise<boolean> =>
  (await login(person, phone, password, ATTACKER)).status === 200;

describe('S3 guesses at the owner’s own address', () => {
  it.each([LOOPBACK, HOME])(
    'eleven from %s hold up neither a known device nor, for more than seconds, a new one',
    async (from) => {
      const owner = await server.register();
      await owner.post('/auth/logout');
      for (let n = 0; n < 11; n += 1) expectProblem(await guess(owner.phone, from), 'wrong_credentials');
      expect((await login(owner, owner.phone, PASSWORD, from)).status).toBe(200);
      expect((await login(server.stranger(), owner.phone, PASSWORD, from)).status).toBe(200);
    },
  );

  it.each([LOOPBACK, HOME])('a hundred and one nonsense logins from %s don’t either', async (from) => {
    const owner = await server.register();
    for (let n = 0; n < 101; n += 1) expectProblem(await guess(`кто-то ${n}`, from), 'wrong_credentials');
    expect((await login(owner, owner.phone, PASSWORD, from)).status).toBe(200);
    expect((await login(server.stranger(), owner.phone, PASSWORD, from)).status).toBe(200);
  });

  it('parallel floods hold up no known device and no registration; a new device gets in after them', async () => {
    const owner = await server.register();
    const flood = [
      ...Array.from({ length: 100 }, () => guess(owner.phone, LOOPBACK)),
      ...Array.from({ length: 100 }, () => guess(newPhone(), LOOPBACK)),
      ...Array.from({ length: 100 }, (_, n) => guess(`кто-то ${n}`, LOOPBACK)),
      ...Array.from({ length: 100 }, () => guess(newPhone(), ATTACKER)),
    ];
    let answered = 0;
    for (const each of flood) void each.then(() => (answered += 1));
    const inside = await Promise.all([
      login(owner, owner.phone, PASSWORD, LOOPBACK),
      server.stranger().post('/auth/register', { phone: newPhone(), password: PASSWORD }, { from: LOOPBACK }),
    ]);
    expect(inside.map(({ status }) => status)).toEqual([200, 200]);
    expect(answered).toBeLessThan(flood.length);
    expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([401, 429]));
    await pass(LONGEST_PAUSE_MS);
    expect((await login(server.stranger(), owner.phone, PASSWORD, LOOPBACK)).status).toBe(200);
  });
});

describe('S3 a siege', () => {
  it('tells a new device when to come back; then it gets in', async () => {
    const owner = await server.register();
    await besiege(owner.phone);
    const refused = await login(server.stranger(), owner.phone, PASSWORD, HOME);
    expectProblem(refused, 'login_throttled');
    const retryAfter = Number(refused.response.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(20);
    expect(retryAfter).toBeLessThanOrEqual(30);
    expect(refused.body['details']).toEqual({ retryAfter });
    await pass(retryAfter * 1_000);
    expect((await login(server.stranger(), owner.phone, PASSWORD, HOME)).status).toBe(200);
  });

  it('of one phone from one address holds up nobody else there, and neither does one of another account', async () => {
    const [owner, classmate] = [await server.register(), await server.register()];
    await besiege(owner.phone);
    expect(await getsIn(server.stranger(), classmate.phone)).toBe(true);
    expect(await getsIn(owner, owner.phone)).toBe(true);
    expect(await getsIn(classmate, owner.phone)).toBe(false);
  });

  it('is as good as over for whoever has the right password: they are not counted', async () => {
    const { phone } = await server.register();
    for (let n = 0; n < 30; n += 1) expect((await login(server.stranger(), phone, PASSWORD, HOME)).status).toBe(200);
  });

  it('goes on after a restart, and leaves a door of the phone and one of the address, until they are forgotten', async () => {
    const doors = new PgDoorStore(database.pool);
    await doors.forget();
    const rows = async (): Promise<number> => (await database.owner.query('SELECT FROM login_doors')).rowCount ?? 0;
    const before = await rows();
    const { phone } = await server.register();
    await besiege(phone);
    for (let n = 0; n < 20; n += 1) expectProblem(await guess(phone, `203.0.113.${n}`), 'login_throttled');
    expect(await rows()).toBe(before + 2);
    const stores = { windows: new PgThrottleStore(database.pool), doors };
    const restarted = createThrottle(stores, new JumpingClock(), DEFAULT_THROTTLE);
    await expect(restarted.login(phone, HOME, null)).rejects.toThrow('login_throttled');
    await pass(LONGEST_WINDOW_MS);
    await doors.forget();
    expect(await rows()).toBe(0);
  });

  it('while the doors can’t be asked nobody gets in, and everybody is told just that', async () => {
    const owner = await server.register();
    const args = 'bytea[], bigint[], integer[], bigint[], bigint[]';
    await database.owner.query(`
      ALTER FUNCTION enter_doors RENAME TO kept_doors;
      CREATE FUNCTION enter_doors(${args}) RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN RAISE 'the database is shutting down' USING ERRCODE = '57P01'; END $$`);
    for (const person of [owner, server.stranger()]) {
      for (const password of [PASSWORD, WRONG]) {
        const answer = await login(person, owner.phone, password, HOME);
        expectProblem(answer, 'unavailable');
        expect(answer.response.headers['set-cookie']).toBeUndefined();
      }
    }
    await database.owner.query(
      `DROP FUNCTION enter_doors(${args}); ALTER FUNCTION kept_doors(${args}) RENAME TO enter_doors`,
    );
    expect(await getsIn(server.stranger(), owner.phone)).toBe(true);
  });
});

describe('S3 a known device', () => {
  it('stays known after signing out, for each of several people who share it', async () => {
    const owner = await server.register();
    const sister = await server.register();
    await owner.post('/auth/logout');
    owner.device = sister.device;
    expect((await login(owner, owner.phone, PASSWORD, HOME)).status).toBe(200);
    expect(owner.device).toBe(sister.device);
    await owner.post('/auth/logout');
    for (const { phone } of [owner, sister]) {
      await besiege(phone);
      expect(await getsIn(owner, phone)).toBe(true);
    }
  });

  it('is not one because its cookie says so', async () => {
    const owner = await server.register();
    const forged = server.stranger();
    const planted = `plecho-device=${'x'.repeat(43)}`;
    forged.device = planted;
    await besiege(owner.phone);
    expect(await getsIn(forged, owner.phone)).toBe(false);
    await pass(LONGEST_PAUSE_MS);
    expect(await getsIn(forged, owner.phone)).toBe(true);
    expect(forged.device).not.toBe(planted);
  });

  it('has twenty attempts in a quarter of an hour; then it is a stranger, and refused no sooner than one', async () => {
    const owner = await server.register();
    const thief = server.stranger();
    thief.device = owner.device;
    for (let n = 0; n < 20; n += 1) {
      expectProblem(await login(thief, owner.phone, WRONG, ATTACKER), 'wrong_credentials');
    }
    await besiege(owner.phone);
    expect(await getsIn(owner, owner.phone)).toBe(false);
    await pass(15 * 60_000);
    expectProblem(await guess(owner.phone, ATTACKER), 'wrong_credentials');
    expect(await getsIn(server.stranger(), owner.phone)).toBe(false);
    expect(await getsIn(owner, owner.phone)).toBe(true);
  });

  it('S1 is unknown after signing out everywhere', async () => {
    const owner = await server.register();
    const other = server.stranger();
    await login(other, owner.phone, PASSWORD, HOME);
    await other.post('/auth/logout-everywhere');
    await besiege(owner.phone);
    expect(await getsIn(owner, owner.phone)).toBe(false);
    expect(await getsIn(other, owner.phone)).toBe(false);
  });

  it('S1 is unknown after a change of the password, but for the one that changed it, with a new secret', async () => {
    const owner = await server.register();
    const sister = await server.register();
    const other = server.stranger();
    await login(other, owner.phone, PASSWORD, HOME);
    other.device = sister.device;
    await login(other, owner.phone, PASSWORD, HOME);
    const copy = other.device;
    const changed = await other.post('/auth/password', { currentPassword: PASSWORD, newPassword: 'судак43' });
    expect(changed.status).toBe(200);
    expect(other.device).not.toBe(copy);
    await besiege(owner.phone);
    expect(await getsIn(owner, owner.phone, 'судак43')).toBe(false);
    expect(await getsIn(sister, owner.phone, 'судак43')).toBe(false);
    expect(await getsIn(other, owner.phone, 'судак43')).toBe(true);
    await besiege(sister.phone);
    expect(await getsIn(other, sister.phone)).toBe(true);
  });

  it('S2 tells nothing about another phone: known and unknown ones are answered the same, slowed the same', async () => {
    const owner = await server.register();
    const curious = await server.register();
    const story = async (phone: string): Promise<string[]> => {
      const answers: Answer[] = [];
      for (let n = 0; n < 17; n += 1) {
        if (n >= 10 && n < 16) await pass(LONGEST_PAUSE_MS);
        answers.push(await login(curious, phone, WRONG, HOME));
      }
      return answers.map(({ response }) => {
        const { 'retry-after': retryAfter, 'set-cookie': setCookie } = response.headers;
        return [response.statusCode, response.body, retryAfter === undefined ? '' : 'later', setCookie ?? ''].join(' ');
      });
    };
    const withoutSeconds = (lines: string[]): string[] => lines.map((line) => line.replace(/"retryAfter":\d+/, ''));
    const known = withoutSeconds(await story(owner.phone));
    expect(withoutSeconds(await story(newPhone()))).toEqual(known);
    expect(known.filter((line) => line.startsWith('401'))).toHaveLength(16);
    expect(known.at(-1)).toMatch(/^429 .*login_throttled.* later /);
  });
});

describe('S3 a class of sixty behind one address', () => {
  it('registers and then logs in from new devices, all at the same moment', async () => {
    const phones = Array.from({ length: 60 }, newPhone);
    const at = (url: string): Promise<Answer[]> =>
      Promise.all(phones.map((phone) => server.stranger().post(url, { phone, password: PASSWORD }, { from: HOME })));
    expect(new Set((await at('/auth/register')).map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set((await at('/auth/login')).map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('S3 changing the password', () => {
  it('is slowed for the one who is signed in, whatever is right then, and for nobody else', async () => {
    const [thief, other] = [await server.register(), await server.register()];
    const change = (person: Person, currentPassword: string): Promise<Answer> =>
      person.post('/auth/password', { currentPassword, newPassword: 'судак43' });
    for (let n = 0; n < 16; n += 1) {
      if (n >= 10) await pass(LONGEST_PAUSE_MS);
      expectProblem(await change(thief, WRONG), 'wrong_password');
    }
    expectProblem(await change(thief, PASSWORD), 'login_throttled');
    expect((await change(other, PASSWORD)).status).toBe(200);
    expect(await getsIn(server.stranger(), thief.phone)).toBe(true);
  });
});
