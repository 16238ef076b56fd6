import { marketQuery, positionList } from '@plecho/contract';
import { toWirePosition } from '../../wire/trading.ts';
import type { Server, Services } from '../server.ts';
import { marketOf } from './commands.ts';
import { viewOf } from './view.ts';

/** Open positions at the newest prices. */
export function positionsRoute(app: Server, services: Services): void {
  const schema = { querystring: marketQuery, response: { 200: positionList } };
  app.get('/trading/positions', { schema }, async (request) => {
    const market = marketOf(services, request.query.market);
    const { positions } = await viewOf(services, request, market);
    const prices = await market.lastPrices();
    const items = positions.map((position) =>
      toWirePosition(market.id, position, prices.get(position.symbol)?.price ?? null),
    );
    return { market: market.id, label: market.definition.label, items };
  });
}
