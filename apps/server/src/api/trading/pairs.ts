import { marketQuery, pairList } from '@plecho/contract';
import { toWirePairs } from '../../wire/pairs.ts';
import type { Server, Services } from '../server.ts';
import { marketOf } from './commands.ts';

export function pairsRoute(app: Server, services: Services): void {
  const schema = { querystring: marketQuery, response: { 200: pairList } };
  app.get('/trading/pairs', { schema }, async (request) => {
    const market = marketOf(services, request.query.market);
    return toWirePairs(market.definition, await market.quotes());
  });
}
