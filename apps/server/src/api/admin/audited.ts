import { ERRORS, type AuditAction } from '@plecho/contract';
import type { FastifyError, FastifyRequest } from 'fastify';
import { normalisePhone } from '../../identity/phone.ts';
import type { RegisteredUser } from '../../identity/ports.ts';
import { Problem } from '../../lib/problem.ts';
import type { Act } from '../../operators/audit.ts';
import { isForOperators, toOperatorProblem } from '../errors.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { secretOf } from '../session-cookie.ts';

/** Calls that are in the audit log, or that could not be written down there. */
const written = new WeakSet<FastifyRequest>();

const statusOf = (error: unknown): number => ERRORS[toOperatorProblem(error as FastifyError).code].status;

/** Carries out a call of the operator area that is in the audit log by then. */
export function audited<T>(
  { operators }: Services,
  request: FastifyRequest,
  act: Act,
  work: (auditId: bigint) => Promise<T>,
): Promise<T> {
  written.add(request);
  return operators.audit.around(identityOf(request), act, work, statusOf);
}

/**
 * What the members of a class see, for an operator who is none of them: with a fresh step-up and in the audit log, as in
 * the operator area. Without one an operator is a stranger like anybody else.
 *
 * @throws Problem not_a_member
 */
export function lookedAt<T>(services: Services, request: FastifyRequest, act: Act, work: () => Promise<T>): Promise<T> {
  return audited(services, request, act, async () => {
    try {
      await services.operators.access.authorise(identityOf(request).session.id);
    } catch (error) {
      throw error instanceof Problem ? new Problem('not_a_member') : error;
    }
    return work();
  });
}

/** Carries out a call about one user in the same way. @throws Problem user_not_found */
export async function auditedOnUser<T>(
  services: Services,
  request: FastifyRequest,
  { action, phone, details = {} }: { action: AuditAction; phone: string; details?: Record<string, string> },
  work: (user: RegisteredUser, auditId: bigint) => Promise<T>,
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

/**
 * Has every operator call to the routes that `app` gets from here on in the audit log, also one that is
 * refused before it comes to anything: by the schema, for a market that is not there, without a step-up.
 * Nothing of what was sent is kept.
 */
export function auditRefusals(app: Server, { sessions, operators }: Services): void {
  app.addHook('onError', async (request, _reply, error) => {
    const { url = '' } = request.routeOptions;
    if (!isForOperators(url) || written.has(request)) return;
    const secret = secretOf(request);
    try {
      const identity = secret === null ? null : await sessions.resolve(secret);
      if (identity === null || !(await operators.access.isOperator(identity.session.id))) return;
      await operators.audit.refused(identity, `${request.method} ${url}`, toOperatorProblem(error).code);
    } catch (failure) {
      request.log.error({ err: failure }, 'a refused operator call could not be written down');
    }
  });
}
