import { idempotencyHeaders, marketQuery, season as seasonBody, seasonList } from '@plecho/contract';
import type { FastifyRequest } from 'fastify';
import type { MarketPort } from '../../engine/market-port.ts';
import { toWireSeason } from '../../wire/trading.ts';
import type { Server, Services } from '../server.ts';
import { accountOf, carryOut, marketOf } from './commands.ts';

/** Ended seasons in one answer. */
const MOST = 200;

async function seasonsOf(services: Services, request: FastifyRequest, market: MarketPort) {
  const found = await services.reader.seasons(await accountOf(services, request, market), MOST);
  const { startBalance } = market.definition;
  return found.map((each) => toWireSeason(market.id, startBalance, each));
}

/** The seasons of the account, the one that lasts first. */
export function seasonsRoute(app: Server, services: Services): void {
  app.get(
    '/trading/seasons',
    { schema: { querystring: marketQuery, response: { 200: seasonList } } },
    async (request) => {
      const market = marketOf(services, request.query.market);
      return { market: market.id, items: await seasonsOf(services, request, market) };
    },
  );
}

/** «Начать заново»: closes and cancels everything; answers with the season that begins, as it begins. */
export function startSeasonRoute(app: Server, services: Services): void {
  app.post(
    '/trading/seasons',
    { schema: { headers: idempotencyHeaders, querystring: marketQuery, response: { 200: seasonBody } } },
    async (request) => {
      const market = marketOf(services, request.query.market);
      const { number, startedAt } = await carryOut(services, request, market, { type: 'startSeason' }, 'season');
      return toWireSeason(market.id, market.definition.startBalance, {
        ...{ number, startedAt, endedAt: null, endBalance: null, realisedPnl: 0n, trades: 0, liquidations: 0 },
      });
    },
  );
}
