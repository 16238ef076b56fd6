import { api } from '@plecho/contract';
import type { FastifyRequest } from 'fastify';
import type { Intent } from '../../classes/admission.ts';
import type { Server, Services } from '../server.ts';
import { identityOf } from '../server.ts';
import { marketsNamed } from '../named-markets.ts';

/** Closing and cancelling open nothing: whoever has left a class may still do it. */
const LOOKS = new Set(['GET', 'HEAD', 'DELETE']);

function intentOf({ method, routeOptions }: FastifyRequest): Intent {
  if (method === 'GET' && routeOptions.url === api.prices.candles.path) return 'prices';
  return LOOKS.has(method) ? 'look' : 'open';
}

/** Lets nobody but its members come near the market of a class, whatever the request about trading is. */
export function guardClassMarkets(app: Server, { classes }: Services): void {
  app.addHook('preHandler', async (request) => {
    if (request.identity === null || !request.routeOptions.url?.startsWith('/api/trading/')) return;
    const intent = intentOf(request);
    for (const market of marketsNamed(request)) {
      if (typeof market === 'string') await classes.admission.admit(market, identityOf(request).user.id, intent);
    }
  });
}
