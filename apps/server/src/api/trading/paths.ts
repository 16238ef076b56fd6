import { api } from '@plecho/contract';
import { Problem } from '../../lib/problem.ts';
import { toWirePaths } from '../../wire/paths.ts';
import { handle } from '../handle.ts';
import type { Server, Services } from '../server.ts';
import { accountOf, marketOf } from './commands.ts';
import { idOf } from './parse.ts';

/** Where closed trades would have ended on the path that their prices took. */
export function pathRoutes(app: Server, services: Services): void {
  handle(app, api.trades.paths, async (request) => {
    const market = marketOf(services, request.query.market);
    const id = idOf(request.params.id, 'trade_not_found');
    const trade = await services.reader.trade(await accountOf(services, request, market), id);
    if (trade === null) throw new Problem('trade_not_found');
    const path = await services.paths.of(market, trade, await services.reader.parts(trade));
    return toWirePaths(market.id, trade, path);
  });
}
