import { idempotencyHeaders, marketQuery, order } from '@plecho/contract';
import * as z from 'zod';
import { toWireOrder } from '../../wire/trading.ts';
import type { Server, Services } from '../server.ts';
import { carryOut, marketOf } from './commands.ts';
import { idOf } from './parse.ts';

const params = z.strictObject({ id: z.string() });
const schema = { params, headers: idempotencyHeaders, querystring: marketQuery, response: { 200: order } };

export function cancelOrderRoute(app: Server, services: Services): void {
  app.delete('/trading/orders/:id', { schema }, async (request) => {
    const market = marketOf(services, request.query.market);
    const { order: cancelled } = await carryOut(
      services,
      request,
      market,
      {
        type: 'cancelOrder',
        orderId: idOf(request.params.id, 'order_not_found'),
      },
      'order',
    );
    return toWireOrder(market.id, cancelled);
  });
}
