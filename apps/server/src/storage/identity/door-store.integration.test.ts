import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { JumpingClock } from '../../../test/support/jumping-clock.ts';
import type { DoorKey, Pace } from '../../identity/ports.ts';
import { createThrottle, DEFAULT_THROTTLE, type Throttle } from '../../identity/throttle.ts';
import { PgDoorStore } from './door-store.ts';
import { PgThrottleStore } from './throttle-store.ts';

const PACE: Pace = { windowMs: 600_000, free: 3, firstPauseMs: 40_000, longestPauseMs: 100_000 };
const db = useDatabase();
let store: PgDoorStore;

beforeAll(() => {
  store = new PgDoorStore(db.pool);
});
beforeEach(() => db.owner.query('DELETE FROM login_doors'));

const door = (key: string, pace = PACE): DoorKey => ({ key, pace });

/** As if so much time had passed since. */
const age = (ms: number) =>
  db.owner.query('UPDATE login_doors SET ends_at = ends_at - $1, opens_at = opens_at - $1', [ms]);

const rows = async (): Promise<number | null> => (await db.owner.query('SELECT FROM login_doors')).rowCount;

async function isIn(...keys: string[]): Promise<boolean> {
  return (await store.enter(keys.map((key) => door(key)))).isIn;
}

describe('doors', () => {
  it('S3 shut for ever longer pauses after the free attempts, and open with a new window', async () => {
    for (const pause of [0, 0, 40_000, 80_000, 100_000, 100_000]) {
      const { isIn: counted, doors } = await store.enter([door('a')]);
      expect([counted, doors[0]?.opensInMs]).toEqual([true, pause]);
      if (pause === 0) continue;
      const refused = await store.enter([door('a')]);
      expect(refused.isIn).toBe(false);
      expect(refused.doors[0]?.opensInMs).toBeGreaterThan(pause - 30_000);
      expect(refused.doors[0]?.opensInMs).toBeLessThanOrEqual(pause);
      expect(refused.doors[0]?.nextPauseMs).toBe(Math.min(pause * 2, 100_000));
      await age(pause);
    }
    await store.enter([door('a')]);
    await age(PACE.windowMs);
    for (let n = 0; n < 3; n += 1) expect(await isIn('a')).toBe(true);
    expect(await isIn('a')).toBe(false);
  });

  it('S3 let exactly as many in as may, however many come together, and count none at a door beside a shut one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [mine, yours] = [`mine ${round}`, `yours ${round}`];
      const forth = () => isIn(mine, yours);
      const back = () => isIn(yours, mine);
      const all = await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? forth() : back())));
      expect(all.filter(Boolean)).toHaveLength(3);
      expect(await isIn('open', mine)).toBe(false);
    }
    // Who was refused has left nothing behind.
    const { rows: found } = await db.owner.query<{ attempts: number }>('SELECT attempts FROM login_doors');
    expect(found).toEqual(Array(10).fill({ attempts: 3 }));
    for (let n = 0; n < 3; n += 1) expect(await isIn('open')).toBe(true);
    expect(await isIn('open')).toBe(false);
  });

  it('S3 take an attempt back as if it had not been, and from no later window', async () => {
    const { doors } = await store.enter([door('a'), door('b')]);
    await isIn('b');
    const leave = () =>
      store.leave(['a', 'b'].map((key, place) => ({ ...door(key), windowEnd: doors[place]?.windowEnd ?? 0 })));
    await leave();
    // Of the first nothing is left.
    expect(await rows()).toBe(1);
    for (let n = 0; n < 2; n += 1) expect(await isIn('b')).toBe(true);
    expect(await isIn('b')).toBe(false);
    await leave();
    expect(await isIn('b')).toBe(true);
    await age(PACE.windowMs);
    for (let n = 0; n < 3; n += 1) expect(await isIn('b')).toBe(true);
    await leave();
    expect(await isIn('b')).toBe(false);
  });

  it('S3 of those who come together nobody is lost while others take theirs back and old ones are forgotten', async () => {
    const wide = { ...PACE, free: 1_000 };
    const keys = [door('address', wide), door('phone', wide)];
    await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const { isIn: counted, doors } = await store.enter(n % 2 === 0 ? keys : keys.toReversed());
        expect(counted).toBe(true);
        const asked = n % 2 === 0 ? keys : keys.toReversed();
        if (n % 3 === 0)
          await store.leave(asked.map((key, place) => ({ ...key, windowEnd: doors[place]?.windowEnd ?? 0 })));
        if (n % 10 === 0) await store.forget();
      }),
    );
    const { rows: found } = await db.owner.query<{ attempts: number }>('SELECT attempts FROM login_doors');
    expect(found).toEqual([{ attempts: 40 }, { attempts: 40 }]);
  });

  it('S3 hold nobody up longer than the longest pause when the clock of the database has gone back', async () => {
    await isIn('a');
    await age(PACE.windowMs / 2);
    for (let n = 0; n < 2; n += 1) await isIn('a');
    await age(-PACE.windowMs / 3);
    expect(await isIn('a')).toBe(true);
    expect((await store.enter([door('a')])).doors[0]?.opensInMs).toBeLessThanOrEqual(PACE.longestPauseMs);
    await age(-PACE.windowMs);
    for (let n = 0; n < 3; n += 1) expect(await isIn('a')).toBe(true);
    expect(await isIn('a')).toBe(false);
  });

  it('S3 shut for nobody who has free attempts left, by whichever clock', async () => {
    await isIn('a');
    await age(60_000);
    await isIn('a');
    // Who asked the clock before that, or has one that went back.
    await age(-30_000);
    expect(await isIn('a')).toBe(true);
    expect(await isIn('a')).toBe(false);
  });

  it('are forgotten when their window has ended, without waiting for who is at one', async () => {
    await isIn('ended', 'held');
    await age(PACE.windowMs);
    await isIn('lasts');
    await db.owner.query('BEGIN');
    await db.owner.query('SELECT FROM login_doors WHERE door = sha256($1) FOR UPDATE', [Buffer.from('held')]);
    await store.forget();
    await db.owner.query('COMMIT');
    expect(await rows()).toBe(2);
    await store.forget();
    expect(await rows()).toBe(1);
  });

  it('S12 are opened by nobody but who enters them', async () => {
    await expect(db.pool.query('DELETE FROM login_doors')).rejects.toThrow('permission denied');
    await expect(db.pool.query('UPDATE login_doors SET attempts = 0')).rejects.toThrow('permission denied');
  });
});

describe('several edges over one database', () => {
  const PHONE = '+79160000001';
  /** Nobody is held here: a pause is longer than anybody waits. */
  const LIMITS = { ...DEFAULT_THROTTLE, phone: { ...DEFAULT_THROTTLE.phone, firstPauseMs: 30_000 } };

  /** @param aheadMs how far the clock of its machine is ahead */
  function edge(aheadMs: number): Throttle {
    const clock = new JumpingClock();
    clock.jump(aheadMs);
    return createThrottle({ windows: new PgThrottleStore(db.pool), doors: new PgDoorStore(db.pool) }, clock, LIMITS);
  }

  const counted = async (attempts: Promise<unknown>[]): Promise<number> =>
    (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled').length;

  it.each([
    ['with one clock', [0, 0, 0]],
    ['with clocks five seconds apart', [0, 5_000, -5_000]],
  ])('S3 %s a phone has ten free guesses among all of them, whichever is asked', async (_, clocks) => {
    const edges = clocks.map(edge);
    const guesses = edges.flatMap((each, n) =>
      Array.from({ length: 12 }, (_, m) => each.login(PHONE, `203.0.${n}.${m}`, null)),
    );
    expect(await counted(guesses)).toBe(10);
    // Each of them knows when to come back, by whichever clock.
    for (const each of [...edges, edge(0)]) {
      const refused = await each.login(PHONE, '198.51.100.7', null).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'login_throttled', retryAfter: expect.any(Number) });
      const { retryAfter } = refused as { retryAfter: number };
      expect(retryAfter).toBeLessThanOrEqual(27);
      expect(retryAfter).toBeGreaterThan(0);
    }
    await age(30_000);
    // One opening is one guess.
    expect(await counted([edge(5_000), edge(0)].map((each) => each.login(PHONE, '198.51.100.7', null)))).toBe(1);
  });

  it('S3 so has an address, a known device, and who is signed in and changes the password', async () => {
    const [one, two] = [edge(0), edge(5_000)];
    const each = (ask: (throttle: Throttle, n: number) => Promise<unknown>, count: number) =>
      counted(
        [one, two].flatMap((throttle, m) => Array.from({ length: count }, (_, n) => ask(throttle, n + m * count))),
      );
    const ofDevice = await Promise.all(
      [one, two].flatMap((throttle) =>
        Array.from({ length: 15 }, (_, n) =>
          throttle.login(`+7916001${n}`, '127.0.0.1', { userId: 7n, key: '7:device' }).then(({ lane }) => lane.of),
        ),
      ),
    );
    expect(ofDevice.filter((of) => of === 'owners')).toHaveLength(20);
    expect(await each((throttle) => throttle.passwordChange(7n), 8)).toBe(10);
    const slow = { ...LIMITS.address, free: 20, firstPauseMs: 30_000, longestPauseMs: 30_000 };
    const [here, there] = [0, 5_000].map((aheadMs) => {
      const clock = new JumpingClock();
      clock.jump(aheadMs);
      const stores = { windows: new PgThrottleStore(db.pool), doors: new PgDoorStore(db.pool) };
      return createThrottle(stores, clock, { ...LIMITS, address: slow });
    });
    const phones = (throttle: Throttle | undefined, from: number) =>
      Array.from({ length: 15 }, (_, n) => throttle!.login(`+7916002${from + n}`, '203.0.113.9', null));
    expect(await counted([...phones(here, 100), ...phones(there, 200)])).toBe(20);
  });

  it('S3 a restart forgets nothing, and what was taken back on one is free on the other', async () => {
    const [one, two] = [edge(0), edge(0)];
    const made = await Promise.all(Array.from({ length: 10 }, (_, n) => one.login(PHONE, `203.0.113.${n}`, null)));
    await expect(edge(0).login(PHONE, '198.51.100.7', null)).rejects.toThrow('login_throttled');
    await made[0]?.takeBack();
    expect(await counted([two.login(PHONE, '198.51.100.7', null)])).toBe(1);
    await expect(edge(0).login(PHONE, '198.51.100.8', null)).rejects.toThrow('login_throttled');
  });
});
