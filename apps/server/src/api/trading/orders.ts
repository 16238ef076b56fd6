import { api } from '@plecho/contract';
import { toWireOrder } from '../../wire/trading.ts';
import { handle } from '../handle.ts';
import type { Server, Services } from '../server.ts';
import { carryOut, marketOf } from './commands.ts';
import { amountOf, idOf, levelOf, priceOf } from './parse.ts';
import { viewOf } from './view.ts';

/** Resting limit orders. */
export function orderRoutes(app: Server, services: Services): void {
  handle(app, api.orders.list, async (request) => {
    const market = marketOf(services, request.query.market);
    const { orders } = await viewOf(services, request, market);
    return { market: market.id, items: orders.map((order) => toWireOrder(market.id, order)) };
  });

  handle(app, api.orders.place, async (request) => {
    const market = marketOf(services, request.query.market);
    const { symbol, type, amount, leverage, limitPrice, takeProfit, stopLoss } = request.body;
    const command = {
      ...{ type: 'placeOrder' as const, symbol, side: type, margin: amountOf(amount), leverage },
      ...{ limitPrice: priceOf(limitPrice), takeProfit: levelOf(takeProfit), stopLoss: levelOf(stopLoss) },
    };
    const { order } = await carryOut(services, request, market, command, 'order');
    return toWireOrder(market.id, order);
  });

  handle(app, api.orders.cancel, async (request) => {
    const market = marketOf(services, request.query.market);
    const command = { type: 'cancelOrder' as const, orderId: idOf(request.params.id, 'order_not_found') };
    const { order } = await carryOut(services, request, market, command, 'order');
    return toWireOrder(market.id, order);
  });
}
