import { marketQuery, orderList } from '@plecho/contract';
import { toWireOrder } from '../../wire/trading.ts';
import type { Server, Services } from '../server.ts';
import { marketOf } from './commands.ts';
import { viewOf } from './view.ts';

/** Resting limit orders. */
export function ordersRoute(app: Server, services: Services): void {
  const schema = { querystring: marketQuery, response: { 200: orderList } };
  app.get('/trading/orders', { schema }, async (request) => {
    const market = marketOf(services, request.query.market);
    const { orders } = await viewOf(services, request, market);
    return { market: market.id, items: orders.map((order) => toWireOrder(market.id, order)) };
  });
}
