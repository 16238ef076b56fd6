import { beforeEach, describe, expect, it } from 'vitest';
import { MemorySessions, userRecord } from '../../test/support/memory-sessions.ts';
import { createSessions, SESSION_IDLE_MS, SESSION_MAX_MS, SESSIONS_PER_USER, type Sessions } from './sessions.ts';

const DAY_MS = 86_400_000;

let now: number;
let store: MemorySessions;
let sessions: Sessions;

beforeEach(() => {
  now = 1_000 * DAY_MS;
  store = new MemorySessions();
  const clock = {
    now: () => now,
    monotonic: () => now,
    every: () => () => undefined,
    after: () => () => undefined,
    soon: setImmediate,
  };
  sessions = createSessions(store, clock, (error) => {
    throw error;
  });
});

describe('sessions', () => {
  it('S1 have an opaque random secret, of which only a hash is stored', async () => {
    const secret = await sessions.begin(1n, 'Firefox');
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await sessions.begin(1n, 'Firefox')).not.toBe(secret);
    expect(
      JSON.stringify([...store.rows], (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(secret);
    expect((await sessions.resolve(secret))?.user.id).toBe(1n);
  });

  it('are nobody’s for anything else', async () => {
    for (const text of ['', 'x', 'a'.repeat(43), 'a'.repeat(44), 'é'.repeat(43)])
      expect(await sessions.resolve(text)).toBeNull();
    expect(store.finds).toBe(1);
  });

  it('are asked for once, then known', async () => {
    const secret = await sessions.begin(1n, '');
    for (let n = 0; n < 5; n += 1) await sessions.resolve(secret);
    expect(store.finds).toBe(1);
  });

  it('S1 end on the next request after signing out', async () => {
    const secret = await sessions.begin(1n, '');
    const identity = await sessions.resolve(secret);
    if (identity === null) throw new Error('no session');
    await sessions.end(identity);
    expect(await sessions.resolve(secret)).toBeNull();
  });

  it('S1 end everywhere at once, for one user only', async () => {
    const [first, second, other] = [
      await sessions.begin(1n, ''),
      await sessions.begin(1n, ''),
      await sessions.begin(2n, ''),
    ];
    for (const secret of [first, second, other]) await sessions.resolve(secret);
    await sessions.endAll(1n, { id: 1n, at: now, operatorId: null });
    expect(await sessions.resolve(first)).toBeNull();
    expect(await sessions.resolve(second)).toBeNull();
    expect((await sessions.resolve(other))?.user.id).toBe(2n);
  });

  it('S1 see a block as soon as it is announced', async () => {
    const secret = await sessions.begin(1n, '');
    await sessions.resolve(secret);
    store.users.set(1n, { ...userRecord(1n), blockReason: 'conduct' });
    sessions.invalidate(1n);
    expect((await sessions.resolve(secret))?.user.blockReason).toBe('conduct');
  });

  it('S1 are not remembered when they ended while they were being read', async () => {
    const secret = await sessions.begin(1n, '');
    const reading = sessions.resolve(secret);
    await store.removeAll(1n);
    sessions.invalidate(1n);
    await reading;
    expect(await sessions.resolve(secret)).toBeNull();
  });

  it('S1 the oldest ends on the next request when there is one too many', async () => {
    const first = await sessions.begin(1n, '');
    const other = await sessions.begin(2n, '');
    const own = [first];
    while (own.length < SESSIONS_PER_USER) own.push(await sessions.begin(1n, ''));
    for (const secret of [...own, other]) expect(await sessions.resolve(secret)).not.toBeNull();
    await sessions.begin(1n, '');
    const alive = await Promise.all(own.map((secret) => sessions.resolve(secret)));
    expect(alive.map((identity) => identity !== null)).toEqual([false, ...own.slice(1).map(() => true)]);
    expect(await sessions.resolve(other)).not.toBeNull();
  });

  it('end after thirty days without use', async () => {
    const secret = await sessions.begin(1n, '');
    now += SESSION_IDLE_MS - 1;
    expect(await sessions.resolve(secret)).not.toBeNull();
    now += SESSION_IDLE_MS;
    expect(await sessions.resolve(secret)).toBeNull();
  });

  it('end after ninety days in any case', async () => {
    const secret = await sessions.begin(1n, '');
    for (let day = 0; day < 89; day += 1) {
      now += DAY_MS;
      expect(await sessions.resolve(secret)).not.toBeNull();
      for (const row of store.rows.values()) row.lastSeenAt = now;
    }
    now += SESSION_MAX_MS - 89 * DAY_MS;
    expect(await sessions.resolve(secret)).toBeNull();
  });

  it('note their use now and then, not at every request', async () => {
    const secret = await sessions.begin(1n, '');
    for (let minute = 0; minute < 11; minute += 1) {
      await sessions.resolve(secret);
      now += 60_000;
      // The cache is read anew once a minute; the store knows what was noted.
      for (const { id, at } of store.touched)
        for (const row of store.rows.values()) if (row.id === id) row.lastSeenAt = at;
    }
    expect(store.touched).toHaveLength(2);
  });
});
