import { idempotencyHeaders, marketQuery, order, placeOrder } from '@plecho/contract';
import { toWireOrder } from '../../wire/trading.ts';
import type { Server, Services } from '../server.ts';
import { carryOut, marketOf } from './commands.ts';
import { amountOf, levelOf, priceOf } from './parse.ts';

const schema = { headers: idempotencyHeaders, querystring: marketQuery, body: placeOrder, response: { 200: order } };

export function placeOrderRoute(app: Server, services: Services): void {
  app.post('/trading/orders', { schema }, async (request) => {
    const market = marketOf(services, request.query.market);
    const { symbol, type, amount, leverage, limitPrice, takeProfit, stopLoss } = request.body;
    const { order: placed } = await carryOut(
      services,
      request,
      market,
      {
        type: 'placeOrder',
        symbol,
        side: type,
        margin: amountOf(amount),
        leverage,
        limitPrice: priceOf(limitPrice),
        takeProfit: levelOf(takeProfit),
        stopLoss: levelOf(stopLoss),
      },
      'order',
    );
    return toWireOrder(market.id, placed);
  });
}
