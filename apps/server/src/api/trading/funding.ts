import { api } from '@plecho/contract';
import { toWireFunding } from '../../wire/trading.ts';
import { handle } from '../handle.ts';
import type { Server, Services } from '../server.ts';
import { accountOf, marketOf } from './commands.ts';
import { idOf, limitOf } from './parse.ts';

/** Payments of funding. */
export function fundingRoutes(app: Server, services: Services): void {
  handle(app, api.funding.list, async (request) => {
    const { cursor } = request.query;
    const market = marketOf(services, request.query.market);
    const limit = limitOf(request.query.limit);
    const found = await services.reader.funding({
      accountId: await accountOf(services, request, market),
      beforeId: cursor === undefined ? null : idOf(cursor, 'invalid_request'),
      limit: limit + 1,
    });
    const items = found.slice(0, limit).map((each) => toWireFunding(market.id, each));
    return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
  });
}
