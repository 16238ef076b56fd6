import { moveFrequency, moveQuery } from '@plecho/contract';
import { MIN_LEVERAGE } from '@plecho/domain';
import { Problem } from '../../lib/problem.ts';
import type { Server, Services } from '../server.ts';
import { marketOf } from './commands.ts';

const byLeverage = (counts: number[]): Record<string, number> =>
  Object.fromEntries(counts.map((count, n) => [String(n + MIN_LEVERAGE), count]));

/** How often the price came to the liquidation price in the last 30 days, by leverage. */
export function movesRoute(app: Server, services: Services): void {
  const schema = { querystring: moveQuery, response: { 200: moveFrequency } };
  app.get('/trading/moves', { schema }, async (request) => {
    const market = marketOf(services, request.query.market);
    const { symbol } = request.query;
    if (!market.pairs.has(symbol)) throw new Problem('unknown_symbol');
    const { windowHours, starts, long, short } = await market.moveFrequency(symbol);
    return { market: market.id, symbol, windowHours, starts, long: byLeverage(long), short: byLeverage(short) };
  });
}
