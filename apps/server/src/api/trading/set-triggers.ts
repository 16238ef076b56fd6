import { idempotencyHeaders, marketQuery, position, setTriggers } from '@plecho/contract';
import * as z from 'zod';
import { toWirePosition } from '../../wire/trading.ts';
import type { Server, Services } from '../server.ts';
import { carryOut, marketOf } from './commands.ts';
import { idOf, levelOf } from './parse.ts';

const params = z.strictObject({ id: z.string() });
const schema = {
  params,
  headers: idempotencyHeaders,
  querystring: marketQuery,
  body: setTriggers,
  response: { 200: position },
};

export function setTriggersRoute(app: Server, services: Services): void {
  app.put('/trading/positions/:id', { schema }, async (request) => {
    const market = marketOf(services, request.query.market);
    const { position: changed, price } = await carryOut(
      services,
      request,
      market,
      {
        type: 'setTriggers',
        positionId: idOf(request.params.id, 'position_not_found'),
        takeProfit: levelOf(request.body.takeProfit),
        stopLoss: levelOf(request.body.stopLoss),
      },
      'triggers',
    );
    return toWirePosition(market.id, changed, price);
  });
}
