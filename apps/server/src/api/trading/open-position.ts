import { idempotencyHeaders, marketQuery, openPosition, position } from '@plecho/contract';
import { toWirePosition } from '../../wire/trading.ts';
import type { Server, Services } from '../server.ts';
import { carryOut, marketOf } from './commands.ts';
import { amountOf, levelOf } from './parse.ts';

const schema = {
  headers: idempotencyHeaders,
  querystring: marketQuery,
  body: openPosition,
  response: { 200: position },
};

export function openPositionRoute(app: Server, services: Services): void {
  app.post('/trading/positions', { schema }, async (request) => {
    const market = marketOf(services, request.query.market);
    const { symbol, type, amount, leverage, takeProfit, stopLoss } = request.body;
    const { position: opened } = await carryOut(
      services,
      request,
      market,
      {
        type: 'openPosition',
        symbol,
        side: type,
        margin: amountOf(amount),
        leverage,
        takeProfit: levelOf(takeProfit),
        stopLoss: levelOf(stopLoss),
      },
      'position',
    );
    // At its own entry price, so that a repetition of the request gets the same answer (rule L6).
    return toWirePosition(market.id, opened, opened.entryPrice);
  });
}
