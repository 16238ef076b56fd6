import { api, type AmendOrder, type PlaceOrder } from '@plecho/contract';
import type { EntryOrder } from '../../commands/command.ts';
import { toWireOrder } from '../../wire/trading.ts';
import { handle } from '../handle.ts';
import type { Server, Services } from '../server.ts';
import { carryOut, marketOf } from './commands.ts';
import { amountOf, idOf, levelOf, portionOf, termsOf, wantedTrail } from './parse.ts';
import { viewOf } from './view.ts';

/** @throws Problem with what is wrong about its numbers */
function entryOf({ symbol, type, amount, leverage, takeProfit, stopLoss, trailing, ...terms }: PlaceOrder): EntryOrder {
  return {
    ...{ symbol, side: type, margin: amountOf(amount), leverage },
    ...{ ...termsOf(terms), takeProfit: levelOf(takeProfit), stopLoss: levelOf(stopLoss) },
    ...wantedTrail(trailing),
  };
}

/** What is absent stays as it is. @throws Problem with what is wrong about its numbers */
function changesOf({ amount, takeProfit, stopLoss, ...terms }: AmendOrder) {
  return {
    ...(amount === undefined ? {} : { margin: amountOf(amount) }),
    ...termsOf(terms),
    ...(takeProfit === undefined ? {} : { takeProfit: levelOf(takeProfit) }),
    ...(stopLoss === undefined ? {} : { stopLoss: levelOf(stopLoss) }),
  };
}

/** Resting orders. */
export function orderRoutes(app: Server, services: Services): void {
  handle(app, api.orders.list, async (request) => {
    const market = marketOf(services, request.query.market);
    const { orders } = await viewOf(services, request, market);
    return { market: market.id, items: orders.map((order) => toWireOrder(market.id, order)) };
  });

  handle(app, api.orders.place, async (request) => {
    const market = marketOf(services, request.query.market);
    const command = { type: 'placeOrder' as const, ...entryOf(request.body) };
    const { order } = await carryOut(services, request, market, command, 'order');
    return toWireOrder(market.id, order);
  });

  handle(app, api.orders.placePair, async (request) => {
    const market = marketOf(services, request.query.market);
    const [first, second] = [entryOf(request.body.first), entryOf(request.body.second)];
    const { orders } = await carryOut(services, request, market, { type: 'placePair', first, second }, 'orders');
    return { items: orders.map((order) => toWireOrder(market.id, order)) };
  });

  handle(app, api.orders.reduce, async (request) => {
    const market = marketOf(services, request.query.market);
    const { portion, ...terms } = request.body;
    const command = {
      ...{ type: 'reduceOrder' as const, positionId: idOf(request.params.id, 'position_not_found') },
      ...{ portion: portionOf(portion), ...termsOf(terms) },
    };
    const { order } = await carryOut(services, request, market, command, 'order');
    return toWireOrder(market.id, order);
  });

  handle(app, api.orders.cancelAll, async (request) => {
    const market = marketOf(services, request.query.market);
    const command = { type: 'cancelAll' as const, symbol: request.body.symbol ?? null };
    const { orderIds } = await carryOut(services, request, market, command, 'cancelledAll');
    return { cancelled: orderIds.map(String) };
  });

  handle(app, api.orders.amend, async (request) => {
    const market = marketOf(services, request.query.market);
    const orderId = idOf(request.params.id, 'order_not_found');
    const command = { type: 'amendOrder' as const, orderId, ...changesOf(request.body) };
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
