import { candleList, candleQuery } from '@plecho/contract';
import { Problem } from '../../lib/problem.ts';
import { toWireCandle } from '../../wire/trading.ts';
import type { Server, Services } from '../server.ts';
import { marketOf } from './commands.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/** Candles of one pair, ascending; the newest may still be open. */
export function candlesRoute(app: Server, services: Services): void {
  const schema = { querystring: candleQuery, response: { 200: candleList } };
  app.get('/trading/candles', { schema }, async (request) => {
    const { symbol, interval, limit, before } = request.query;
    const market = marketOf(services, request.query.market);
    const count = limit === undefined ? DEFAULT_LIMIT : Number(limit);
    if (count > MAX_LIMIT) throw new Problem('invalid_request', { details: { fields: ['limit'] } });
    if (!market.pairs.has(symbol)) throw new Problem('unknown_symbol');
    const candles = await market.candles(symbol, interval, count, before === undefined ? null : Number(before));
    return { market: market.id, symbol, interval, items: candles.map(toWireCandle) };
  });
}
