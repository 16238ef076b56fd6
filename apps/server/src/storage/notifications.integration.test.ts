import { randomBytes } from 'node:crypto';
import { FakeClock } from '@plecho/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../../tools/product/process.ts';
import { Gate } from '../../test/faults/gate.ts';
import { useDatabase } from '../../test/harness/database.ts';
import { PgSessionStore } from './identity/session-store.ts';
import { PgUserStore } from './identity/user-store.ts';
import { Notifications } from './notifications.ts';

const NAME = 'notices';

const db = useDatabase();
let gate: Gate;
let clock: FakeClock;
let notifications: Notifications;
let heard: (bigint | null)[];

beforeEach(async () => {
  const url = new URL(db.target.ownerUrl);
  gate = await Gate.open(await freePort(), Number(url.port));
  url.port = String(gate.port);
  url.searchParams.set('application_name', NAME);
  clock = new FakeClock(0);
  notifications = new Notifications({ ...db.target, ownerUrl: url.href }, clock);
  heard = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await notifications.close();
  await gate.shut();
});

async function listen(): Promise<void> {
  await notifications.open();
  await notifications.identity().listen((userId) => heard.push(userId));
}

let last = 0n;
/** Somebody signs in and out again elsewhere. */
async function signOut(): Promise<bigint> {
  const phone = `+7916000000${(last += 1n)}`;
  const person = { phone, passwordHash: '$argon2id$x', firstName: 'Анна', lastName: null, createdAt: 5 };
  const user = await new PgUserStore(db.pool).create(person, last);
  const sessions = new PgSessionStore(db.pool);
  const session = { tokenHash: randomBytes(32), userId: user!.id, userAgent: '', createdAt: 5 };
  await sessions.remove((await sessions.create(session)).id);
  return user!.id;
}

/** Sessions that the database has of what is tested. */
async function connections(): Promise<number> {
  const { rows } = await db.owner.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE application_name = $1',
    [NAME],
  );
  return rows.length;
}

const timeoutsByHand = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

describe('word from the database', () => {
  it('S1 comes again after a cut that nobody was told of', async () => {
    await listen();
    timeoutsByHand();
    gate.lose();
    await signOut();
    clock.advance(1_000);
    await vi.advanceTimersByTimeAsync(5_000);
    await expect
      .poll(() => {
        clock.advance(1_000);
        return heard;
      })
      .toEqual([null]);
    const id = await signOut();
    await expect.poll(() => heard).toEqual([null, id]);
  });

  it('S1 comes once after a connection that dies while it is opened', async () => {
    await listen();
    const hold = gate.hold('there', (piece) => piece.includes('LISTEN'));
    await db.owner.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [NAME]);
    await expect.poll(() => hold.bytes).toBeGreaterThan(0);
    await gate.shut();
    gate.letGo();
    await gate.open();
    await expect
      .poll(() => {
        clock.advance(1_000);
        return heard;
      })
      .toEqual([null]);
    const ids = [await signOut(), await signOut()];
    await expect.poll(() => heard).toEqual([null, ...ids]);
    expect(await connections()).toBe(1);
  });

  it('S11 is not waited for on a connection that does not become one', async () => {
    timeoutsByHand();
    const hold = gate.hold('there', (piece) => piece.includes('pg_try_advisory_lock_shared'));
    const refused = expect(notifications.open()).rejects.toThrow('Query read timeout');
    await expect.poll(() => hold.bytes).toBeGreaterThan(0);
    expect(await connections()).toBe(1);
    await vi.advanceTimersByTimeAsync(5_000);
    await refused;
    await expect.poll(connections).toBe(0);
  });
});
