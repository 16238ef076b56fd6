import { market as marketBody, marketList, okBody } from '@plecho/contract';
import * as z from 'zod';
import type { MarketPort } from '../../engine/market-port.ts';
import { toWireMarket } from '../../wire/market.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { marketOf } from './commands.ts';

const params = z.strictObject({ id: z.string() });

/** The main market first. A withdrawn one is listed for those who have an account in it. */
export function marketsRoute(app: Server, { markets, reader }: Services): void {
  app.get('/trading/markets', { schema: { response: { 200: marketList } } }, async (request) => {
    const all = markets.all();
    const isOpen = ({ id }: MarketPort): boolean => !markets.isWithdrawn(id);
    const own = all.every(isOpen) ? null : await reader.accountsOf(identityOf(request).user.id);
    const shown = all.filter((market) => isOpen(market) || own?.has(market.id) === true);
    const items = shown.map(async (market) => toWireMarket(market, await market.status(), markets.mainId));
    return { items: await Promise.all(items) };
  });
}

export function marketRoute(app: Server, services: Services): void {
  app.get('/trading/markets/:id', { schema: { params, response: { 200: marketBody } } }, async (request) => {
    const market = marketOf(services, request.params.id);
    return toWireMarket(market, await market.status(), services.markets.mainId);
  });
}

/** Opens the account of the user in the market; a second time changes nothing. */
export function enterMarketRoute(app: Server, services: Services): void {
  app.post('/trading/markets/:id/enter', { schema: { params, response: { 200: okBody } } }, async (request) => {
    const market = marketOf(services, request.params.id);
    await services.accountIds.enter(identityOf(request).user.id, market.id);
    return { ok: true as const };
  });
}
