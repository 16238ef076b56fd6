import { api } from '@plecho/contract';
import type { MarketPort } from '../../engine/market-port.ts';
import { Problem } from '../../lib/problem.ts';
import { toWireMarket } from '../../wire/market.ts';
import { handle } from '../handle.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { marketOf } from './commands.ts';

/** The markets, their published keys, and the way into them. */
export function marketRoutes(app: Server, services: Services): void {
  const { markets, reader } = services;

  handle(app, api.markets.list, async (request) => {
    const all = markets.all();
    const { id: userId } = identityOf(request).user;
    const isOpen = ({ id }: MarketPort): boolean => !markets.isWithdrawn(id);
    const own = all.every(isOpen) ? null : await reader.accountsOf(userId);
    const isHidden = ({ definition: { ownerId } }: MarketPort): boolean => ownerId !== undefined && ownerId !== userId;
    const shown = all.filter((market) => !isHidden(market) && (isOpen(market) || own?.has(market.id) === true));
    const found = await Promise.all(shown.map(({ id }) => services.classes.admission.finds(id, userId)));
    const items = shown
      .filter((_, n) => found[n])
      .map(async (market) => toWireMarket(market, await market.status(), markets.mainId));
    return { items: await Promise.all(items) };
  });

  handle(app, api.markets.one, async (request) => {
    const market = marketOf(services, request.params.id);
    return toWireMarket(market, await market.status(), markets.mainId);
  });

  handle(app, api.markets.dayKeys, async (request) => {
    const market = marketOf(services, request.params.id);
    const keys = services.dayKeys.get(market.id);
    if (keys === null) throw new Problem('no_day_keys');
    const { now } = await market.status();
    const newest = keys.newest(now);
    const { day } = request.query;
    const found = day === undefined ? newest : keys.of(day, now);
    if (newest === null || found === null) throw new Problem('day_key_not_found');
    return { market: market.id, anchor: keys.anchor, firstDay: keys.firstDay, newestDay: newest.day, ...found };
  });

  handle(app, api.markets.enter, async (request) => {
    const market = marketOf(services, request.params.id);
    await services.accountIds.enter(identityOf(request).user.id, market.id);
    return { ok: true as const };
  });
}
