import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { alone, useDatabase } from '../../../test/harness/database.ts';
import type { LogLine, NewUser, RegisteredUser } from '../../identity/ports.ts';
import { Notifications } from '../notifications.ts';
import { PgDeviceStore } from './device-store.ts';
import { PgSessionStore } from './session-store.ts';
import { PgThrottleStore } from './throttle-store.ts';
import { PgUserStore } from './user-store.ts';

const db = useDatabase();
let users: PgUserStore;
let sessions: PgSessionStore;
let throttle: PgThrottleStore;
let devices: PgDeviceStore;

beforeAll(() => {
  users = new PgUserStore(db.pool);
  sessions = new PgSessionStore(db.pool);
  throttle = new PgThrottleStore(db.pool);
  devices = new PgDeviceStore(db.pool);
});

let lastPhone = 79_000_000_000;
const newUser = (): NewUser & Pick<RegisteredUser, 'phone' | 'passwordHash'> => ({
  ...{ phone: `+${(lastPhone += 1)}`, passwordHash: '$argon2id$x', firstName: 'Анна', lastName: null, createdAt: 5 },
});

let lastLine = 0n;
const line = (at = 1, operatorId: bigint | null = null): LogLine => ({ id: (lastLine += 1n), at, operatorId });

async function createUser(): Promise<RegisteredUser> {
  const user = newUser();
  const created = await users.create(user, line().id);
  if (created === null) throw new Error('the phone is taken');
  return { ...created, phone: user.phone, passwordHash: user.passwordHash };
}

const begin = (userId: bigint, createdAt = 1_000) =>
  sessions.create({ tokenHash: randomBytes(32), userId, userAgent: 'Firefox «1»', createdAt });

const setPassword = (userId: bigint, passwordHash: string, sessionId: bigint, said: LogLine) =>
  users.setPassword({ userId, passwordHash, sessionId, tokenHash: randomBytes(32) }, said);

describe('users', () => {
  it('a phone is registered once, however many try at the same time', async () => {
    const user = newUser();
    const made = await Promise.all(Array.from({ length: 8 }, () => users.create(user, line().id)));
    const [one, ...others] = made.filter((record) => record !== null);
    expect(others).toEqual([]);
    expect(one).toEqual({ ...user, id: one!.id, blockReason: null, role: 'user' });
    expect(await users.byPhone(user.phone)).toEqual(one);
    expect(await users.byPhone('+79999999999')).toBeNull();
  });

  it('S1 a new password ends every session but the one that asked', async () => {
    const { id, phone } = await createUser();
    const [kept] = [await begin(id), await begin(id), await begin(id)];
    await setPassword(id, '$argon2id$new', kept.id, line(7));
    expect((await users.byPhone(phone))?.passwordHash).toBe('$argon2id$new');
    const alive = await sessions.list(id, { lastSeenAfter: 0, createdAfter: 0 });
    expect(alive).toEqual([kept]);
  });

  it('L10 a new password and a sign-out of everywhere at once both come to their end', async () => {
    const { id } = await createUser();
    const [own] = [await begin(id), await begin(id)];
    const WAITING = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    const waiting = async (): Promise<number | null> => (await db.owner.query(WAITING)).rowCount;
    await alone(db.target.ownerUrl, async (other) => {
      await other.query('BEGIN');
      await other.query(`SELECT FROM ${db.target.schema}.sessions WHERE id = $1 FOR UPDATE`, [own.id]);
      const everywhere = sessions.removeAll(id, line());
      await expect.poll(waiting).toBe(1);
      const password = setPassword(id, '$argon2id$new', own.id, line());
      await expect.poll(waiting).toBe(2);
      await other.query('COMMIT');
      await expect(Promise.all([everywhere, password])).resolves.toBeDefined();
    });
    expect(await sessions.list(id, { lastSeenAfter: 0, createdAfter: 0 })).toEqual([]);
  });
});

describe('a person’s log', () => {
  const logOf = async (userId: bigint): Promise<unknown[]> => {
    const text = 'SELECT kind, at, operator_id FROM account_log WHERE user_id = $1 ORDER BY id';
    return (await db.owner.query({ text, values: [userId], rowMode: 'array' })).rows;
  };

  it('C4 tells of the registration, of a new password and of ended sessions, whoever ended them', async () => {
    const user = await createUser();
    const other = await createUser();
    const session = await begin(user.id);
    await setPassword(user.id, '$argon2id$new', session.id, line(20));
    await sessions.removeAll(user.id, line(30));
    await sessions.removeAll(user.id, line(40, other.id));
    expect(await logOf(user.id)).toEqual([
      ['registered', 5n, null],
      ['passwordChanged', 20n, null],
      ['signedOutEverywhere', 30n, null],
      ['signedOut', 40n, other.id],
    ]);
    expect(await logOf(other.id)).toEqual([['registered', 5n, null]]);
  });

  it('C4 nothing happens of which the log can’t tell', async () => {
    const user = await createUser();
    const session = await begin(user.id);
    const used = { id: lastLine, at: 9, operatorId: null };
    await expect(setPassword(user.id, '$argon2id$other', session.id, used)).rejects.toThrow('account_log');
    await expect(sessions.removeAll(user.id, used)).rejects.toThrow('account_log');
    await expect(users.create({ ...newUser(), phone: '+79169999998' }, lastLine)).rejects.toThrow('account_log');
    expect(await users.byPhone('+79169999998')).toBeNull();
    expect((await users.byPhone(user.phone))?.passwordHash).toBe('$argon2id$x');
    expect(await sessions.list(user.id, { lastSeenAfter: 0, createdAfter: 0 })).toEqual([session]);
  });
});

describe('sessions', () => {
  it('finds a session by the hash of its secret, with its user', async () => {
    const user = await createUser();
    const tokenHash = randomBytes(32);
    const session = await sessions.create({ tokenHash, userId: user.id, userAgent: 'x', createdAt: 7 });
    expect(session).toEqual({ id: session.id, userId: user.id, createdAt: 7, lastSeenAt: 7, userAgent: 'x' });
    expect(await sessions.find(tokenHash)).toEqual({ session, user });
    expect(await sessions.find(randomBytes(32))).toBeNull();
  });

  it('moves the last visit forward, never back', async () => {
    const { id } = await createUser();
    const session = await begin(id, 1_000);
    await sessions.touch(session.id, 3_000);
    await sessions.touch(session.id, 2_000);
    expect((await sessions.list(id, { lastSeenAfter: 0, createdAfter: 0 }))[0]?.lastSeenAt).toBe(3_000);
  });

  it('lists the living, newest first, and prunes the dead', async () => {
    const { id } = await createUser();
    const [old, fresh, newest] = [await begin(id, 100), await begin(id, 2_000), await begin(id, 3_000)];
    const cutoff = { lastSeenAfter: 500, createdAfter: 500 };
    expect(await sessions.list(id, cutoff)).toEqual([newest, fresh]);
    await sessions.remove(fresh.id);
    expect(await sessions.prune(cutoff)).toBeGreaterThanOrEqual(1);
    expect((await sessions.list(id, { lastSeenAfter: 0, createdAfter: 0 })).map((s) => s.id)).not.toContain(old.id);
    await sessions.removeAll(id, line());
    expect(await sessions.list(id, cutoff)).toEqual([]);
  });
});

describe('many sessions of one user', () => {
  it('the oldest end, also when many begin at once, and nobody else’s', async () => {
    const [user, other] = [await createUser(), await createUser()];
    const kept = await begin(other.id);
    const all = [await begin(user.id), await begin(user.id), await begin(user.id), await begin(user.id)];
    expect(await sessions.removeOldest(user.id, 4)).toBe(0);
    expect(await sessions.removeOldest(user.id, 3)).toBe(1);
    const anytime = { lastSeenAfter: 0, createdAfter: 0 };
    expect((await sessions.list(user.id, anytime)).map(({ id }) => id)).toEqual(
      all
        .slice(1)
        .map(({ id }) => id)
        .toReversed(),
    );
    const more = Array.from({ length: 20 }, async () => {
      await begin(user.id);
      return sessions.removeOldest(user.id, 3);
    });
    expect((await Promise.all(more)).reduce((sum, count) => sum + count, 0)).toBe(20);
    expect(await sessions.list(user.id, anytime)).toHaveLength(3);
    expect(await sessions.list(other.id, anytime)).toEqual([kept]);
  });
});

describe('throttle', () => {
  const key = (name: string, windowMs = 1_000) => ({ key: name, windowMs });

  it('S3 counts every attempt, however many come together and in whatever order of keys', async () => {
    const forth = () => throttle.count([key('a'), key('b')], 10);
    const back = () => throttle.count([key('b'), key('a')], 10);
    const counted = await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? forth() : back())));
    expect(counted.map(([first]) => first!.attempts).sort((x, y) => x - y)).toHaveLength(40);
    expect(await forth()).toEqual([
      { attempts: 41, endsAt: 1_010 },
      { attempts: 41, endsAt: 1_010 },
    ]);
  });

  it('a window does not move, and a new one begins after its end', async () => {
    expect(await throttle.count([key('w')], 100)).toEqual([{ attempts: 1, endsAt: 1_100 }]);
    expect(await throttle.count([key('w')], 1_099)).toEqual([{ attempts: 2, endsAt: 1_100 }]);
    expect(await throttle.count([key('w')], 1_100)).toEqual([{ attempts: 1, endsAt: 2_100 }]);
  });

  it('takes attempts back, not below zero, and clears', async () => {
    await throttle.count([key('r')], 0);
    await throttle.release(['r', 'unknown']);
    await throttle.release(['r']);
    expect(await throttle.count([key('r')], 1)).toEqual([{ attempts: 1, endsAt: 1_000 }]);
    await throttle.clear(['r']);
    expect(await throttle.count([key('r')], 2)).toEqual([{ attempts: 1, endsAt: 1_002 }]);
  });

  it('forgets windows that ended', async () => {
    await throttle.count([key('old', 1_000), key('new', 2_000)], 0);
    await throttle.prune(1_000);
    expect(await throttle.count([key('old'), key('new')], 1)).toMatchObject([{ attempts: 1 }, { attempts: 2 }]);
  });
});

describe('known devices', () => {
  const device = (): Buffer => randomBytes(32);

  it('are known to those who logged in with them, and to nobody else', async () => {
    const [one, other, stranger] = [await createUser(), await createUser(), await createUser()];
    const [shared, own] = [device(), device()];
    for (const user of [one, other]) await devices.remember(shared, user.id, 10, 5);
    await devices.remember(own, one.id, 10, 5);
    expect(await devices.userOf(shared, one.phone)).toBe(one.id);
    expect(await devices.userOf(shared, other.phone)).toBe(other.id);
    expect(await devices.userOf(own, one.phone)).toBe(one.id);
    expect(await devices.userOf(own, other.phone)).toBeNull();
    expect(await devices.userOf(shared, stranger.phone)).toBeNull();
    expect(await devices.userOf(device(), one.phone)).toBeNull();
    expect([await devices.isKnown(shared), await devices.isKnown(device())]).toEqual([true, false]);
  });

  it('S3 are so many for each user; the one that was not seen longest goes, also when many come at once', async () => {
    const user = await createUser();
    const all = Array.from({ length: 6 }, device);
    for (const [n, each] of all.entries()) await devices.remember(each, user.id, n, 5);
    await devices.remember(all[1]!, user.id, 10, 5);
    await devices.remember(device(), user.id, 11, 5);
    const known = await Promise.all(all.map((each) => devices.isKnown(each)));
    expect(known).toEqual([false, true, false, true, true, true]);
    await Promise.all(Array.from({ length: 20 }, () => devices.remember(device(), user.id, 20, 5)));
    const { rowCount } = await db.owner.query('SELECT FROM known_devices WHERE user_id = $1', [user.id]);
    expect(rowCount).toBe(5);
  });

  it('S1 a new password and signing out everywhere make all of them unknown, to this user alone', async () => {
    const [user, other] = [await createUser(), await createUser()];
    const shared = device();
    const know = async (): Promise<void> => {
      for (const { id } of [user, other]) await devices.remember(shared, id, 1, 5);
    };
    await know();
    await setPassword(user.id, '$argon2id$new', (await begin(user.id)).id, line());
    expect(await devices.userOf(shared, user.phone)).toBeNull();
    await know();
    await sessions.removeAll(user.id, line());
    expect(await devices.userOf(shared, user.phone)).toBeNull();
    expect(await devices.userOf(shared, other.phone)).toBe(other.id);
  });

  it('get another secret for all who use them', async () => {
    const [user, other] = [await createUser(), await createUser()];
    const [old, fresh] = [device(), device()];
    for (const { id } of [user, other]) await devices.remember(old, id, 1, 5);
    await devices.rename(old, fresh);
    expect(await devices.isKnown(old)).toBe(false);
    expect([await devices.userOf(fresh, user.phone), await devices.userOf(fresh, other.phone)]).toEqual([
      user.id,
      other.id,
    ]);
  });

  it('are forgotten when nobody was seen with them for long', async () => {
    const user = await createUser();
    const [old, fresh] = [device(), device()];
    await devices.remember(old, user.id, 99, 5);
    await devices.remember(fresh, user.id, 100, 5);
    await devices.prune(100);
    expect([await devices.isKnown(old), await devices.isKnown(fresh)]).toEqual([false, true]);
  });
});

describe('notices', () => {
  it('S1 tell of ended sessions and changed users, and of a lost connection', async () => {
    const notifications = new Notifications(db.target);
    await notifications.open();
    const heard: (bigint | null)[] = [];
    const stop = await notifications.identity().listen((userId) => heard.push(userId));
    const { id } = await createUser();
    const session = await begin(id);
    await sessions.remove(session.id);
    await expect.poll(() => heard).toEqual([id]);
    await db.owner.query("UPDATE users SET block_reason = 'conduct' WHERE id = $1", [id]);
    await expect.poll(() => heard).toEqual([id, id]);

    await db.owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN "' || $1 || '%'`,
      [db.target.schema],
    );
    await expect.poll(() => heard).toEqual([id, id, null]);
    const renewed = await begin(id);
    await db.owner.query('UPDATE sessions SET token_hash = $2 WHERE id = $1', [renewed.id, randomBytes(32)]);
    await expect.poll(() => heard.length).toBe(4);
    await sessions.removeAll(id, line());
    await expect.poll(() => heard.length).toBe(5);
    await stop();
    await notifications.close();
  });
});
