import type { OperatorSession } from '@plecho/contract';
import type { Passwords } from '../identity/passwords.ts';
import type { Identity } from '../identity/sessions.ts';
import type { Throttle } from '../identity/throttle.ts';
import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import type { OperatorStore, Standing } from './ports.ts';

const MINUTE_MS = 60_000;
/** The operator area closes after this long without use … */
export const STEP_UP_IDLE_MS = 15 * MINUTE_MS;
/** … and after this long in any case. */
export const STEP_UP_MAX_MS = 8 * 60 * MINUTE_MS;

/** Who gets into the operator area. Nothing here is remembered: every call asks the database. */
export interface OperatorAccess {
  /** @throws Problem unauthorized, forbidden */
  requireRole(sessionId: bigint): Promise<void>;
  /** Role, step-up and freshness; notes the use. @throws Problem unauthorized, forbidden, step_up_required */
  authorise(sessionId: bigint): Promise<void>;
  /** @throws Problem unauthorized, forbidden */
  session(sessionId: bigint): Promise<OperatorSession>;
  /** @throws Problem wrong_secret, secret_throttled, too_many_requests, forbidden */
  stepUp(identity: Identity, secret: string): Promise<OperatorSession>;
  stepDown(sessionId: bigint): Promise<OperatorSession>;
}

interface Dependencies {
  store: OperatorStore;
  passwords: Passwords;
  throttle: Throttle;
  clock: Clock;
}

const CLOSED: OperatorSession = { steppedUp: false, idleEndsAt: null, endsAt: null };

function toSession({ since, seenAt }: Standing, now: number): OperatorSession {
  if (since === null || seenAt === null) return CLOSED;
  const [idleEndsAt, endsAt] = [seenAt + STEP_UP_IDLE_MS, since + STEP_UP_MAX_MS];
  return now < idleEndsAt && now < endsAt ? { steppedUp: true, idleEndsAt, endsAt } : CLOSED;
}

export function createOperatorAccess({ store, passwords, throttle, clock }: Dependencies): OperatorAccess {
  const standingOf = async (sessionId: bigint): Promise<Standing> => {
    const standing = await store.standing(sessionId);
    if (standing === null) throw new Problem('unauthorized');
    if (!standing.isOperator) throw new Problem('forbidden');
    return standing;
  };
  return {
    async requireRole(sessionId) {
      await standingOf(sessionId);
    },

    async authorise(sessionId) {
      const now = clock.now();
      const cutoff = { seenAfter: now - STEP_UP_IDLE_MS, madeAfter: now - STEP_UP_MAX_MS };
      const found = await store.authorise(sessionId, now, cutoff);
      if (found === null) throw new Problem('unauthorized');
      if (!found.isOperator) throw new Problem('forbidden');
      if (!found.isGood) throw new Problem('step_up_required');
    },

    async session(sessionId) {
      return toSession(await standingOf(sessionId), clock.now());
    },

    async stepUp({ session, user }, secret) {
      const attempt = await throttle.operatorSecret(user.id);
      const hash = await store.secretHash();
      if (!(await passwords.matches(hash, secret.trim())) || hash === null) throw new Problem('wrong_secret');
      const now = clock.now();
      if (!(await store.stepUp(session.id, hash, now))) throw new Problem('forbidden');
      await attempt.succeeded();
      return toSession({ isOperator: true, since: now, seenAt: now }, now);
    },

    async stepDown(sessionId) {
      await store.stepDown(sessionId);
      return CLOSED;
    },
  };
}
