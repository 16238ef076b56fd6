import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { PgSessionStore } from '../identity/session-store.ts';
import { PgUserStore } from '../identity/user-store.ts';
import { PgOperatorStore } from './operator-store.ts';
import { giveRole, hasSecret, listOperators, setSecret, takeRole } from './roles.ts';

const database = useDatabase();
const ANYTIME = { seenAfter: 0, madeAfter: 0 };
let last = 0;

/** An operator with a step-up made with the secret of today. */
async function steppedUp(): Promise<{ phone: string; sessionId: bigint; isGood(): Promise<boolean | undefined> }> {
  last += 1;
  const phone = `+7916200${String(last).padStart(4, '0')}`;
  const created = { phone, passwordHash: '', firstName: null, lastName: null, createdAt: 1 };
  const user = await new PgUserStore(database.pool).create(created, BigInt(last));
  if (user === null) throw new Error('the phone is taken');
  const session = { tokenHash: randomBytes(32), userId: user.id, userAgent: 'x', createdAt: 1 };
  const { id: sessionId } = await new PgSessionStore(database.pool).create(session);
  const store = new PgOperatorStore(database.pool);
  await giveRole(database.owner, phone);
  expect(await store.stepUp(sessionId, (await store.secretHash()) ?? '', 10)).toBe(true);
  return { phone, sessionId, isGood: async () => (await store.authorise(sessionId, 11, ANYTIME))?.isGood };
}

it('S1 who loses the role loses the step-up with it, also when the role is given back', async () => {
  await setSecret(database.owner, 'one', 1);
  const [one, other] = [await steppedUp(), await steppedUp()];
  expect(await listOperators(database.owner)).toEqual([
    { phone: one.phone, seenAt: 10 },
    { phone: other.phone, seenAt: 10 },
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
  expect(await store.stepUp(operator.sessionId, 'two', 12)).toBe(false);
  expect(await store.secretHash()).toBe('three');
});
