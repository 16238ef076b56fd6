import type { FastifyRequest } from 'fastify';
import { Problem } from '../../lib/problem.ts';
import type { Server, Services } from '../server.ts';

/** Every place in which a request to the routes names a market. */
function marketsOf({ query, params, body, routeOptions }: FastifyRequest): unknown[] {
  const { market } = (query ?? {}) as { market?: unknown };
  const { id, market: inPath } = (params ?? {}) as { id?: unknown; market?: unknown };
  const { market: inBody } = (body ?? {}) as { market?: unknown };
  return [market, inPath, inBody, routeOptions.url?.startsWith('/api/trading/markets/') === true ? id : undefined];
}

/**
 * Lets nobody but its owner come near a personal replay, whatever the request is about: to everybody else, operators
 * too, there is no such market.
 */
export function guardPersonalReplays(app: Server, services: Services): void {
  app.addHook('preHandler', async (request) => {
    const { identity, routeOptions } = request;
    if (identity === null && routeOptions.config.access !== 'guest') return;
    for (const market of marketsOf(request)) {
      if (typeof market !== 'string' || !services.replays.sessions.isPersonal(market)) continue;
      if (identity === null) throw new Problem('unknown_market');
      await services.replays.sessions.admit(market, identity.user.id);
    }
  });
}
