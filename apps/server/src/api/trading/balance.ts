import { balance, marketQuery } from '@plecho/contract';
import { toWireBalance } from '../../wire/balance.ts';
import type { Server, Services } from '../server.ts';
import { marketOf } from './commands.ts';
import { viewOf } from './view.ts';

export function balanceRoute(app: Server, services: Services): void {
  const schema = { querystring: marketQuery, response: { 200: balance } };
  app.get('/trading/balance', { schema }, async (request) => {
    const market = marketOf(services, request.query.market);
    return toWireBalance(market.id, await viewOf(services, request, market), await market.lastPrices());
  });
}
