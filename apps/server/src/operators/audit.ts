import { ERRORS, type AuditAction, type ErrorCode } from '@plecho/contract';
import type { Identity } from '../identity/sessions.ts';
import type { Clock } from '../lib/clock.ts';
import type { AuditedCall, AuditFilter, AuditStore } from './ports.ts';

/** What an operator is about to do. `details` holds nothing that was typed freely, and no secret. */
export interface Act {
  action: AuditAction;
  targetId?: bigint | null;
  details?: Record<string, string>;
}

/** The record of every call of the operator area. */
export interface AuditTrail {
  /**
   * Writes the call down and then carries it out, so that nothing is done that is not written (it fails
   * closed); the status of the answer is added afterwards.
   * @param statusOf HTTP status that a failure is answered with
   */
  around<T>(
    identity: Identity,
    act: Act,
    work: (auditId: bigint) => Promise<T>,
    statusOf: (error: unknown) => number,
  ): Promise<T>;
  /** Writes down a call that was refused before it came to anything. */
  refused(identity: Identity, route: string, code: ErrorCode): Promise<void>;
  /** Newest first. */
  list(filter: AuditFilter): Promise<AuditedCall[]>;
}

const OK = 200;

/** @param onError told when the outcome of a call could not be added; the call stands */
export function createAuditTrail(store: AuditStore, clock: Clock, onError: (error: unknown) => void): AuditTrail {
  const end = async (id: bigint, status: number): Promise<void> => {
    try {
      await store.end(id, status, clock.now());
    } catch (error) {
      onError(error);
    }
  };
  return {
    async around({ session, user }, { action, targetId = null, details = {} }, work, statusOf) {
      const call = { at: clock.now(), operatorId: user.id, sessionId: session.id, action, targetId, details };
      const id = await store.begin(call);
      try {
        const result = await work(id);
        await end(id, OK);
        return result;
      } catch (error) {
        await end(id, statusOf(error));
        throw error;
      }
    },
    async refused({ session, user }, route, code) {
      const details = { route, code };
      const call = { operatorId: user.id, sessionId: session.id, action: 'refused' as const, targetId: null, details };
      const id = await store.begin({ at: clock.now(), ...call });
      await end(id, ERRORS[code].status);
    },
    list: (filter) => store.list(filter),
  };
}
