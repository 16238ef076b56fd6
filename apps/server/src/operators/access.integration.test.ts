import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { OPERATOR_SECRET, setOperatorSecret } from '../../test/support/operator.ts';
import { createPasswords, type Passwords } from '../identity/passwords.ts';
import { createSessions, type Identity } from '../identity/sessions.ts';
import { createThrottle, DEFAULT_THROTTLE } from '../identity/throttle.ts';
import { systemClock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import { PgSessionStore } from '../storage/identity/session-store.ts';
import { PgDoorStore } from '../storage/identity/door-store.ts';
import { PgThrottleStore } from '../storage/identity/throttle-store.ts';
import { PgUserStore } from '../storage/identity/user-store.ts';
import { PgOperatorStore } from '../storage/operators/operator-store.ts';
import { createOperatorAccess, STEP_UP_IDLE_MS, STEP_UP_MAX_MS, type OperatorAccess } from './access.ts';

const database = useDatabase();
const MINUTE_MS = 60_000;
let now = 1_000_000;
let passwords: Passwords | undefined;
let access: OperatorAccess;
let last = 0;

const problem = (code: Problem['code']) => new Problem(code);

beforeEach(async () => {
  now += 24 * 60 * MINUTE_MS;
  passwords ??= await createPasswords();
  const clock = { ...systemClock, now: () => now };
  const throttle = createThrottle(
    { windows: new PgThrottleStore(database.pool), doors: new PgDoorStore(database.pool) },
    clock,
    DEFAULT_THROTTLE,
  );
  const sessions = createSessions(new PgSessionStore(database.pool), clock, () => undefined);
  access = createOperatorAccess({ store: new PgOperatorStore(database.pool), sessions, passwords, throttle, clock });
  await setOperatorSecret(database);
});

async function operator(role = 'operator'): Promise<Identity> {
  last += 1;
  const users = new PgUserStore(database.pool);
  const phone = `+7916100${String(last).padStart(4, '0')}`;
  const created = { phone, passwordHash: '', firstName: null, lastName: null, createdAt: now };
  const user = await users.create(created, BigInt(last));
  if (user === null) throw new Error('the phone is taken');
  await database.owner.query('UPDATE users SET role = $2 WHERE id = $1', [user.id, role]);
  const asked = { tokenHash: randomBytes(32), userId: user.id, userAgent: 'x', createdAt: now };
  return { user, session: await new PgSessionStore(database.pool).create(asked) };
}

async function steppedUp(): Promise<Identity> {
  const identity = await operator();
  await access.stepUp(identity, OPERATOR_SECRET);
  return identity;
}

describe('the step-up', () => {
  it('opens the operator area for this session only', async () => {
    const identity = await operator();
    const { id } = identity.session;
    await expect(access.authorise(id)).rejects.toEqual(problem('step_up_required'));
    expect(await access.session(id)).toEqual({ steppedUp: false, idleEndsAt: null, endsAt: null });
    const open = { steppedUp: true, idleEndsAt: now + STEP_UP_IDLE_MS, endsAt: now + STEP_UP_MAX_MS };
    expect((await access.stepUp(identity, ` ${OPERATOR_SECRET} `)).session).toEqual(open);
    expect(await access.session(id)).toEqual(open);
    await access.authorise(id);
    const other = { tokenHash: randomBytes(32), userId: identity.user.id, userAgent: 'y', createdAt: now };
    const { id: otherId } = await new PgSessionStore(database.pool).create(other);
    await expect(access.authorise(otherId)).rejects.toEqual(problem('step_up_required'));
  });

  it('ends after 15 minutes without use, and every use begins them anew', async () => {
    const { session } = await steppedUp();
    now += STEP_UP_IDLE_MS - 1;
    await access.authorise(session.id);
    now += STEP_UP_IDLE_MS - 1;
    await access.authorise(session.id);
    now += STEP_UP_IDLE_MS;
    expect(await access.session(session.id)).toMatchObject({ steppedUp: false });
    await expect(access.authorise(session.id)).rejects.toEqual(problem('step_up_required'));
    await expect(access.authorise(session.id)).rejects.toEqual(problem('step_up_required'));
  });

  it('ends after 8 hours, however much it is used', async () => {
    const { session } = await steppedUp();
    const end = now + STEP_UP_MAX_MS;
    while (now + 10 * MINUTE_MS < end) {
      now += 10 * MINUTE_MS;
      await access.authorise(session.id);
    }
    now = end - 1;
    await access.authorise(session.id);
    expect(await access.session(session.id)).toMatchObject({ steppedUp: true, endsAt: end });
    now = end;
    expect(await access.session(session.id)).toMatchObject({ steppedUp: false });
    await expect(access.authorise(session.id)).rejects.toEqual(problem('step_up_required'));
  });

  it('asking how it stands is no use of it', async () => {
    const { session } = await steppedUp();
    now += STEP_UP_IDLE_MS - 1;
    await access.session(session.id);
    now += 1;
    await expect(access.authorise(session.id)).rejects.toEqual(problem('step_up_required'));
  });

  it('is given up at once', async () => {
    const { session } = await steppedUp();
    expect(await access.stepDown(session.id)).toEqual({ steppedUp: false, idleEndsAt: null, endsAt: null });
    await expect(access.authorise(session.id)).rejects.toEqual(problem('step_up_required'));
  });

  it('S1 nothing is left of it the moment the role or the session is gone', async () => {
    const { session, user } = await steppedUp();
    await database.owner.query(`UPDATE users SET role = 'user' WHERE id = $1`, [user.id]);
    await expect(access.authorise(session.id)).rejects.toEqual(problem('forbidden'));
    await expect(access.requireRole(session.id)).rejects.toEqual(problem('forbidden'));
    await expect(access.stepUp({ session, user }, OPERATOR_SECRET)).rejects.toEqual(problem('forbidden'));
    await database.owner.query('DELETE FROM sessions WHERE id = $1', [session.id]);
    await expect(access.authorise(session.id)).rejects.toEqual(problem('unauthorized'));
    await expect(access.requireRole(session.id)).rejects.toEqual(problem('unauthorized'));
  });
});

describe('guessing the secret', () => {
  it('is slowed for the operator, also when the secret is right then, until the window ends', async () => {
    const identity = await operator();
    for (let n = 0; n < 5; n += 1) {
      await expect(access.stepUp(identity, `guess ${n}`)).rejects.toEqual(problem('wrong_secret'));
    }
    await expect(access.stepUp(identity, OPERATOR_SECRET)).rejects.toMatchObject({
      code: 'secret_throttled',
      retryAfter: 15 * 60,
    });
    now += 15 * MINUTE_MS;
    await access.stepUp(identity, OPERATOR_SECRET);
  });

  it('by many operators is slowed for all; one who is refused uses up nothing of the others', async () => {
    const guessers = await Promise.all(Array.from({ length: 4 }, () => operator()));
    for (const guesser of guessers) {
      for (let n = 0; n < 5; n += 1) await expect(access.stepUp(guesser, 'guess')).rejects.toThrow('wrong_secret');
    }
    const honest = await operator();
    await expect(access.stepUp(honest, OPERATOR_SECRET)).rejects.toThrow('secret_throttled');
    now += 60 * MINUTE_MS;
    const [one] = guessers;
    for (let n = 0; n < 5; n += 1) await expect(access.stepUp(one!, 'guess')).rejects.toThrow('wrong_secret');
    for (let n = 0; n < 30; n += 1) await expect(access.stepUp(one!, 'guess')).rejects.toThrow('secret_throttled');
    await access.stepUp(honest, OPERATOR_SECRET);
  });

  it('does not count what was right', async () => {
    for (let n = 0; n < 25; n += 1) await access.stepUp(await operator(), OPERATOR_SECRET);
    const same = await operator();
    for (let n = 0; n < 7; n += 1) await access.stepUp(same, OPERATOR_SECRET);
  });

  it('finds nothing where there is no secret', async () => {
    await database.owner.query('DELETE FROM operator_secret');
    await expect(access.stepUp(await operator(), '')).rejects.toThrow('wrong_secret');
    await expect(access.stepUp(await operator(), OPERATOR_SECRET)).rejects.toThrow('wrong_secret');
  });
});
