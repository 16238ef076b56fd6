import { api } from '@plecho/contract';
import { MIN_LEVERAGE } from '@plecho/domain';
import { Problem } from '../../lib/problem.ts';
import { toWirePairs } from '../../wire/pairs.ts';
import { toWireCandle } from '../../wire/trading.ts';
import { handle } from '../handle.ts';
import type { Server, Services } from '../server.ts';
import { marketOf } from './commands.ts';
import { CourseCache } from './course-cache.ts';

const DEFAULT_CANDLES = 100;
const MAX_CANDLES = 1000;

const byLeverage = (counts: number[]): Record<string, number> =>
  Object.fromEntries(counts.map((count, n) => [String(n + MIN_LEVERAGE), count]));

/** The prices of a market, as they were and as they are. */
export function priceRoutes(app: Server, services: Services): void {
  handle(app, api.prices.pairs, async (request) => {
    const market = marketOf(services, request.query.market);
    return toWirePairs(market.definition, await market.quotes());
  });

  const courses = new CourseCache();
  handle(app, api.prices.courses, (request) => courses.of(marketOf(services, request.query.market)));

  handle(app, api.prices.candles, async (request) => {
    const { symbol, interval, limit, before } = request.query;
    const market = marketOf(services, request.query.market);
    const count = limit === undefined ? DEFAULT_CANDLES : Number(limit);
    if (count > MAX_CANDLES) throw new Problem('invalid_request', { details: { fields: ['limit'] } });
    if (!market.pairs.has(symbol)) throw new Problem('unknown_symbol');
    const candles = await market.candles(symbol, interval, count, before === undefined ? null : Number(before));
    return { market: market.id, symbol, interval, items: candles.map(toWireCandle) };
  });

  handle(app, api.prices.moves, async (request) => {
    const market = marketOf(services, request.query.market);
    const { symbol } = request.query;
    if (!market.pairs.has(symbol)) throw new Problem('unknown_symbol');
    const { windowHours, starts, long, short } = await market.moveFrequency(symbol);
    return { market: market.id, symbol, windowHours, starts, long: byLeverage(long), short: byLeverage(short) };
  });
}
