import type { FastifyRequest } from 'fastify';
import { Problem } from '../../lib/problem.ts';
import { isDrill } from '../../replays/drills/drill.ts';
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
 * too, there is no such market. Into the market of a drill come the members of its class, and operators to look.
 */
export function guardPersonalReplays(app: Server, services: Services): void {
  const doorOf = (market: string): ((userId: bigint) => Promise<void>) | null => {
    const { drills, replays } = services;
    if (replays.sessions.isPersonal(market)) return (userId) => replays.sessions.admit(market, userId);
    return isDrill(market) ? (userId) => drills.admit(market, userId) : null;
  };
  app.addHook('preHandler', async (request) => {
    const { identity, routeOptions } = request;
    if (identity === null && routeOptions.config.access !== 'guest') return;
    for (const market of marketsOf(request)) {
      const door = typeof market === 'string' ? doorOf(market) : null;
      if (door === null) continue;
      if (identity === null) throw new Problem('unknown_market');
      await door(identity.user.id);
    }
  });
}
