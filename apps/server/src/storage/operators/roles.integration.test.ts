import { randomBytes } from 'node:crypto';
import type { BlockReason } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { PgSessionStore } from '../identity/session-store.ts';
import { PgUserStore } from '../identity/user-store.ts';
import { drawId, openIdSource } from '../id-source.ts';
import { PgAccountLogReader } from './log-reader.ts';
import { PgOperatorStore } from './operator-store.ts';
import { giveRole, hasSecret, listOperators, setOperatorBlocked, setSecret, takeRole } from './roles.ts';

const database = useDatabase();
const ANYTIME = { seenAfter: 0, madeAfter: 0 };
let last = 0;

/** An operator with a step-up made with the secret of today. */
async function steppedUp(): Promise<{ phone: string; sessionId: bigint; isGood(): Promise<boolean | undefined> }> {
  last += 1;
  const phone = `+7916200${String(last).padStart(4, '0')}`;
  const created = { phone, passwordHash: '', firstName: null, lastName: null, createdAt: 1 };
  const user = await new PgUserStore(database.pool).create(created, await drawId(database.owner));
  if (user === null) throw new Error('the phone is taken');
  const session = { tokenHash: randomBytes(32), userId: user.id, userAgent: 'x', createdAt: 1 };
  const { id: sessionId } = await new PgSessionStore(database.pool).create(session);
  const store = new PgOperatorStore(database.pool);
  await giveRole(database.owner, phone);
  expect(await store.stepUp(sessionId, (await store.secretHash()) ?? '', randomBytes(32), 10)).toBe(true);
  return { phone, sessionId, isGood: async () => (await store.authorise(sessionId, 11, ANYTIME))?.isGood };
}

it('S1 who loses the role loses the step-up with it, also when the role is given back', async () => {
  await setSecret(database.owner, 'one', 1);
  const [one, other] = [await steppedUp(), await steppedUp()];
  expect(await listOperators(database.owner)).toEqual([
    { phone: one.phone, isBlocked: false, seenAt: 10 },
    { phone: other.phone, isBlocked: false, seenAt: 10 },
  ]);
  expect(await takeRole(database.owner, one.phone)).toBe(true);
  expect(await takeRole(database.owner, one.phone)).toBe(false);
  expect(await one.isGood()).toBe(false);
  expect(await giveRole(database.owner, one.phone)).toBe(true);
  expect(await one.isGood()).toBe(false);
  expect(await other.isGood()).toBe(true);
});

it('a new secret ends every step-up made with another one, and the old one opens nothing', async () => {
  await setSecret(database.owner, 'two', 2);
  expect(await hasSecret(database.owner)).toBe(true);
  const operator = await steppedUp();
  await setSecret(database.owner, 'three', 3);
  expect(await operator.isGood()).toBe(false);
  const store = new PgOperatorStore(database.pool);
  expect(await store.stepUp(operator.sessionId, 'two', randomBytes(32), 12)).toBe(false);
  expect(await store.secretHash()).toBe('three');
});

describe('a block from the command line', () => {
  const logOf = async (phone: string): Promise<unknown[]> => {
    const { rows } = await database.owner.query<{ id: bigint }>('SELECT id FROM users WHERE phone = $1', [phone]);
    const log = await new PgAccountLogReader(database.pool).list({ userId: rows[0]!.id, beforeId: null, limit: 10 });
    return log.map(({ kind, by, reason, at }) => ({ kind, by, reason, at }));
  };
  const block = (phone: string, blocked: boolean, at: number, reason: BlockReason | null = null) =>
    setOperatorBlocked(database.owner, phone, blocked, reason, at);

  it('S1 C4 ends the step-ups, also of the last operator, and stands in the operator’s own log', async () => {
    await setSecret(database.owner, 'four', 4);
    const { phone, isGood } = await steppedUp();
    expect(await block(phone, true, 20)).toBe(true);
    expect(await block(phone, true, 21)).toBe(false);
    expect(await isGood()).toBe(false);
    expect((await listOperators(database.owner)).find((each) => each.phone === phone)?.isBlocked).toBe(true);
    expect(await block(phone, true, 22, 'ownRequest')).toBe(true);
    expect(await block(phone, false, 23)).toBe(true);
    expect(await block(phone, false, 24)).toBe(false);
    expect(await isGood()).toBe(false);
    expect(await logOf(phone)).toEqual([
      { kind: 'unblocked', by: 'server', reason: 'ownRequest', at: 23 },
      { kind: 'blocked', by: 'server', reason: 'ownRequest', at: 22 },
      { kind: 'blocked', by: 'server', reason: 'conduct', at: 20 },
      { kind: 'registered', by: 'owner', reason: null, at: 1 },
    ]);
    expect(await block('+79999999999', true, 25)).toBeNull();
  });

  it('O1 takes no id that a running server counts up to', async () => {
    const { phone } = await steppedUp();
    const ids = await openIdSource(database.pool);
    const taken = new Set([ids.next()]);
    for (let n = 0; n < 4; n += 1) {
      await block(phone, n % 2 === 0, 30 + n);
      taken.add(ids.next());
    }
    const { rows } = await database.owner.query<{ id: bigint }>(
      'SELECT id FROM account_log WHERE at BETWEEN 30 AND 33',
    );
    expect(rows).toHaveLength(4);
    expect(rows.filter(({ id }) => taken.has(id))).toEqual([]);
    const newest = rows.reduce((max, { id }) => (id > max ? id : max), 0n);
    expect(await drawId(database.owner)).toBeGreaterThan(newest);
  });
});
