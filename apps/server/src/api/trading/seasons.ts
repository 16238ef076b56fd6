import { api } from '@plecho/contract';
import { toWireSeason } from '../../wire/trading.ts';
import { handle } from '../handle.ts';
import type { Server, Services } from '../server.ts';
import { accountOf, carryOut, marketOf } from './commands.ts';

/** Ended seasons in one answer. */
const MOST = 200;

/** The seasons of the account, and «Начать заново». */
export function seasonRoutes(app: Server, services: Services): void {
  handle(app, api.seasons.list, async (request) => {
    const market = marketOf(services, request.query.market);
    const found = await services.reader.seasons(await accountOf(services, request, market), MOST);
    const { startBalance } = market.definition;
    return { market: market.id, items: found.map((each) => toWireSeason(market.id, startBalance, each)) };
  });

  handle(app, api.seasons.start, async (request) => {
    const market = marketOf(services, request.query.market);
    const { number, startedAt } = await carryOut(services, request, market, { type: 'startSeason' }, 'season');
    return toWireSeason(market.id, market.definition.startBalance, {
      ...{ number, startedAt, endedAt: null, endBalance: null, realisedPnl: 0n, trades: 0, liquidations: 0 },
    });
  });
}
