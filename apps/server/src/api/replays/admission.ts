import type { FastifyRequest } from 'fastify';
import type { Server, Services } from '../server.ts';

/** Every place in which a request to the routes names a market. */
function marketsOf({ query, params, body, routeOptions }: FastifyRequest): unknown[] {
  const { market } = (query ?? {}) as { market?: unknown };
  const { id } = (params ?? {}) as { id?: unknown };
  const { market: inBody } = (body ?? {}) as { market?: unknown };
  return [market, inBody, routeOptions.url?.startsWith('/api/trading/markets/') === true ? id : undefined];
}

/**
 * Lets nobody but its owner come near a personal replay, whatever the request is about: to everybody else, operators
 * too, there is no such market.
 */
export function guardPersonalReplays(app: Server, services: Services): void {
  app.addHook('preHandler', async (request) => {
    const { identity } = request;
    if (identity === null) return;
    for (const market of marketsOf(request)) {
      if (typeof market === 'string' && services.replays.sessions.isPersonal(market)) {
        await services.replays.sessions.admit(market, identity.user.id);
      }
    }
  });
}
