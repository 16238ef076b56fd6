import type { OperatorSession } from '@plecho/contract';
import type { Passwords } from '../identity/passwords.ts';
import { hashOf, newSecret } from '../identity/secrets.ts';
import type { Identity, Sessions } from '../identity/sessions.ts';
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
  /** The role, and no block. @throws Problem unauthorized, forbidden, operator_blocked */
  requireRole(sessionId: bigint): Promise<void>;
  /** Whether the session is an operator's at all, blocked or not. */
  isOperator(sessionId: bigint): Promise<boolean>;
  /** Role, block, step-up and freshness; notes the use. @throws Problem as `requireRole`, and step_up_required */
  authorise(sessionId: bigint): Promise<void>;
  /** @throws Problem as `requireRole` */
  session(sessionId: bigint): Promise<OperatorSession>;
  /**
   * Gives the session a new secret as well: what is known of the old one gets nobody into the operator area.
   * @returns also the secret for the cookie
   * @throws Problem wrong_secret, secret_throttled, too_many_requests, forbidden
   */
  stepUp(identity: Identity, secret: string): Promise<SteppedUp>;
  stepDown(sessionId: bigint): Promise<OperatorSession>;
}

export interface SteppedUp {
  session: OperatorSession;
  /** For the cookie, and for nothing else. */
  secret: string;
}

interface Dependencies {
  store: OperatorStore;
  sessions: Pick<Sessions, 'invalidate'>;
  passwords: Passwords;
  throttle: Throttle;
  clock: Clock;
}

const CLOSED: OperatorSession = { steppedUp: false, idleEndsAt: null, endsAt: null };

function toSession({ since, seenAt }: Pick<Standing, 'since' | 'seenAt'>, now: number): OperatorSession {
  if (since === null || seenAt === null) return CLOSED;
  const [idleEndsAt, endsAt] = [seenAt + STEP_UP_IDLE_MS, since + STEP_UP_MAX_MS];
  return now < idleEndsAt && now < endsAt ? { steppedUp: true, idleEndsAt, endsAt } : CLOSED;
}

/** @throws Problem unauthorized, forbidden, operator_blocked */
function requirePower<T extends Pick<Standing, 'isOperator' | 'isBlocked'>>(standing: T | null): T {
  if (standing === null) throw new Problem('unauthorized');
  if (!standing.isOperator) throw new Problem('forbidden');
  if (standing.isBlocked) throw new Problem('operator_blocked');
  return standing;
}

export function createOperatorAccess(parts: Dependencies): OperatorAccess {
  const { store, sessions, passwords, throttle, clock } = parts;
  const standingOf = async (sessionId: bigint): Promise<Standing> => requirePower(await store.standing(sessionId));
  return {
    async requireRole(sessionId) {
      await standingOf(sessionId);
    },

    async authorise(sessionId) {
      const now = clock.now();
      const cutoff = { seenAfter: now - STEP_UP_IDLE_MS, madeAfter: now - STEP_UP_MAX_MS };
      const { isGood } = requirePower(await store.authorise(sessionId, now, cutoff));
      if (!isGood) throw new Problem('step_up_required');
    },

    async isOperator(sessionId) {
      return (await store.standing(sessionId))?.isOperator === true;
    },

    async session(sessionId) {
      return toSession(await standingOf(sessionId), clock.now());
    },

    async stepUp({ session, user }, secret) {
      const attempt = await throttle.operatorSecret(user.id);
      let hash: string | null = null;
      const find = async (): Promise<string | null> => (hash = await store.secretHash());
      const isRight = await passwords.matches(find, secret.trim(), { of: 'owners', userId: user.id });
      if (!isRight || hash === null) throw new Problem('wrong_secret');
      const now = clock.now();
      const sessionSecret = newSecret();
      if (!(await store.stepUp(session.id, hash, hashOf(sessionSecret), now))) throw new Problem('forbidden');
      sessions.invalidate(user.id);
      await attempt.succeeded();
      return { session: toSession({ since: now, seenAt: now }, now), secret: sessionSecret };
    },

    async stepDown(sessionId) {
      await store.stepDown(sessionId);
      return CLOSED;
    },
  };
}
