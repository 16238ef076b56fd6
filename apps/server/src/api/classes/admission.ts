import { api, type Address } from '@plecho/contract';
import type { Purpose } from '../../classes/admission.ts';
import type { Server, Services } from '../server.ts';
import { identityOf } from '../server.ts';
import { marketsNamed } from '../named-markets.ts';
import { lookedAt } from '../admin/audited.ts';

/** Looking, closing and cancelling open nothing: whoever has left a class may still do it. */
const LOOKS = new Set(['GET', 'HEAD', 'DELETE']);
/** What else opens nothing and enlarges nothing. */
const CLOSING: ReadonlySet<Address> = new Set([
  ...[api.positions.closeAll, api.positions.setTriggers, api.orders.cancelAll, api.orders.reduce, api.notes.keep],
]);

function purposeOf(method: string, address: Address): Purpose {
  if (method === 'GET' && address === api.prices.candles) return 'prices';
  return LOOKS.has(method) || CLOSING.has(address) ? 'look' : 'open';
}

/** What is traded, seen and kept in a market. */
const RESOURCES: readonly Readonly<Record<string, Address>>[] = [
  ...[api.account, api.alerts, api.funding, api.markets, api.notes, api.orders, api.positions],
  ...[api.prices, api.seasons, api.trades],
];
const TRADING = new Set(RESOURCES.flatMap((resource) => Object.values(resource)));

/** Lets nobody but its members come near the market of a class, whatever the request about trading is. */
export function guardClassMarkets(app: Server, services: Services): void {
  app.addHook('preHandler', async (request) => {
    const { address } = request.routeOptions.config;
    if (request.identity === null || address === undefined || !TRADING.has(address)) return;
    const { admission } = services.classes;
    const purpose = purposeOf(request.method, address);
    for (const market of marketsNamed(request)) {
      if (typeof market !== 'string' || admission.isEverybodys(market)) continue;
      const belonging = await admission.admit(market, identityOf(request).user.id, purpose);
      if (belonging !== 'operator') continue;
      await lookedAt(services, request, { action: 'marketsViewed', details: { market } }, () => Promise.resolve());
    }
  });
}
