import type { FastifyRequest } from 'fastify';
import { blockReasonText } from '../identity/block-reasons.ts';
import { Problem } from '../lib/problem.ts';
import { accessOf, type Access } from './routes.ts';
import { changesSomething, isSameOrigin } from './same-origin.ts';
import type { Server, Services } from './server.ts';
import { secretOf } from './session-cookie.ts';

type Gate = Pick<Services, 'sessions' | 'operators'>;

async function identify({ sessions, operators }: Gate, request: FastifyRequest, access: Access): Promise<void> {
  const secret = secretOf(request);
  const identity = secret === null ? null : await sessions.resolve(secret);
  if (identity === null) throw new Problem('unauthorized');
  if (access === 'active' && identity.user.blockReason !== null) {
    throw new Problem('blocked', { details: { reason: blockReasonText(identity.user.blockReason) } });
  }
  if (access === 'operator') await operators.access.requireRole(identity.session.id);
  if (access === 'steppedUp') await operators.access.authorise(identity.session.id);
  request.identity = identity;
}

/** Enforces the table of routes and rule S4 on every route that `app` gets from here on. */
export function guardRoutes(app: Server, gate: Gate): void {
  app.decorateRequest('identity', null);
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat();
    for (const method of methods) route.config = { ...route.config, access: accessOf(method, route.url) };
    if (route.config?.access !== 'public') route.schema = { ...route.schema, security: [{ session: [] }] };
  });
  app.addHook('onRequest', async (request) => {
    if (changesSomething(request.method) && !isSameOrigin(request.headers, request.host)) {
      throw new Problem('cross_site');
    }
    const access = request.routeOptions.config.access;
    if (access !== undefined && access !== 'public') await identify(gate, request, access);
  });
}
