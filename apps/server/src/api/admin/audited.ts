import { ERRORS, type AuditAction } from '@plecho/contract';
import type { FastifyError, FastifyRequest } from 'fastify';
import { normalisePhone } from '../../identity/phone.ts';
import type { UserRecord } from '../../identity/ports.ts';
import { Problem } from '../../lib/problem.ts';
import type { Act } from '../../operators/audit.ts';
import { toProblem } from '../errors.ts';
import { identityOf, type Services } from '../server.ts';

const statusOf = (error: unknown): number => ERRORS[toProblem(error as FastifyError).code].status;

/** Carries out a call of the operator area that is in the audit log by then. */
export function audited<T>(
  { operators }: Services,
  request: FastifyRequest,
  act: Act,
  work: (auditId: bigint) => Promise<T>,
): Promise<T> {
  return operators.audit.around(identityOf(request), act, work, statusOf);
}

/** The same for a call about one user. @throws Problem user_not_found */
export async function auditedOnUser<T>(
  services: Services,
  request: FastifyRequest,
  { action, phone, details = {} }: { action: AuditAction; phone: string; details?: Record<string, string> },
  work: (user: UserRecord, auditId: bigint) => Promise<T>,
): Promise<T> {
  const user = await services.operators.users.find(phone);
  const asked = user === null ? askedFor(phone) : {};
  return audited(
    services,
    request,
    { action, targetId: user?.id ?? null, details: { ...asked, ...details } },
    async (auditId) => {
      if (user === null) throw new Problem('user_not_found');
      return work(user, auditId);
    },
  );
}

/** A phone that nobody here has; what is no phone at all is not kept, as other operators read it. */
function askedFor(phone: string): Record<string, string> {
  const normal = normalisePhone(phone);
  return normal === null ? {} : { phone: normal };
}
