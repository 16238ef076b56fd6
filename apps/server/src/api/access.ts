import { createHash, timingSafeEqual } from 'node:crypto';
import type { Access } from '@plecho/contract';
import type { FastifyRequest } from 'fastify';
import { blockReasonText } from '../identity/block-reasons.ts';
import type { Identity } from '../identity/sessions.ts';
import { Problem } from '../lib/problem.ts';
import { describedAs } from './described.ts';
import { isFromThisMachine } from './front-door.ts';
import { changesSomething, requireSameOrigin } from './same-origin.ts';
import type { Server, Services } from './server.ts';
import { secretOf } from './session-cookie.ts';

type Gate = Pick<Services, 'sessions' | 'operators'>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Figures are for this machine, and for whoever has the token. */
function admitMachine(request: FastifyRequest, token: string | null): void {
  if (isFromThisMachine(request)) return;
  const given = digest(request.headers.authorization ?? '');
  if (token === null || !timingSafeEqual(given, digest(`Bearer ${token}`))) throw new Problem('forbidden');
}

/** Whoever has a living session; null of everybody else. */
async function recognise({ sessions }: Gate, request: FastifyRequest): Promise<Identity | null> {
  const secret = secretOf(request);
  return secret === null ? null : sessions.resolve(secret);
}

async function identify(gate: Gate, request: FastifyRequest, access: Access): Promise<void> {
  const { operators } = gate;
  const identity = await recognise(gate, request);
  if (identity === null) throw new Problem('unauthorized');
  if (access === 'active' && identity.user.blockReason !== null) {
    throw new Problem('blocked', { details: { reason: blockReasonText(identity.user.blockReason) } });
  }
  if (access === 'operator') await operators.access.requireRole(identity.session.id);
  if (access === 'steppedUp') await operators.access.authorise(identity.session.id);
  request.identity = identity;
}

/**
 * Enforces who may call it (rule S6) and rule S4 on every route that `app` gets from here on.
 * @param metricsToken null: nobody elsewhere reads the figures
 */
export function guardRoutes(app: Server, gate: Gate, metricsToken: string | null): void {
  app.decorateRequest('identity', null);
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat();
    for (const method of methods) route.config = { ...route.config, address: describedAs(method, route.url) };
    const access = route.config?.address?.access;
    const security = access === 'anybody' ? [{}, { session: [] }] : [{ session: [] }];
    if (access !== 'public' && access !== 'machine') route.schema = { ...route.schema, security };
  });
  app.addHook('onRequest', async (request) => {
    if (changesSomething(request.method)) requireSameOrigin(request);
    const access = request.routeOptions.config.address?.access;
    if (access === undefined || access === 'public') return;
    if (access === 'machine') admitMachine(request, metricsToken);
    else if (access === 'anybody') request.identity = await recognise(gate, request);
    else await identify(gate, request, access);
  });
}
