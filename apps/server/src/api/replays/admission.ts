import { Problem } from '../../lib/problem.ts';
import { marketsNamed } from '../named-markets.ts';
import type { Server, Services } from '../server.ts';

/**
 * Lets nobody but its owner come near a personal replay, whatever the request is about: to everybody else, operators
 * too, there is no such market.
 */
export function guardPersonalReplays(app: Server, services: Services): void {
  app.addHook('preHandler', async (request) => {
    const { identity, routeOptions } = request;
    if (identity === null && routeOptions.config.address?.access !== 'anybody') return;
    for (const market of marketsNamed(request)) {
      if (typeof market !== 'string' || !services.replays.sessions.isPersonal(market)) continue;
      if (identity === null) throw new Problem('unknown_market');
      await services.replays.sessions.admit(market, identity.user.id);
    }
  });
}
