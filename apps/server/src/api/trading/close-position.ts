import { closeQuery, idempotencyHeaders, trade } from '@plecho/contract';
import * as z from 'zod';
import { toWireTrade } from '../../wire/trading.ts';
import type { Server, Services } from '../server.ts';
import { carryOut, marketOf } from './commands.ts';
import { idOf, portionOf } from './parse.ts';

const params = z.strictObject({ id: z.string() });
const schema = { params, headers: idempotencyHeaders, querystring: closeQuery, response: { 200: trade } };

/** Closes a position or, with `portion`, a part of it. */
export function closePositionRoute(app: Server, services: Services): void {
  app.delete('/trading/positions/:id', { schema }, async (request) => {
    const market = marketOf(services, request.query.market);
    const { trade: closed } = await carryOut(
      services,
      request,
      market,
      {
        type: 'closePosition',
        positionId: idOf(request.params.id, 'position_not_found'),
        portion: portionOf(request.query.portion),
      },
      'trade',
    );
    return toWireTrade(market.id, market.definition.label, closed);
  });
}
