import { api } from '@plecho/contract';
import { Problem } from '../../lib/problem.ts';
import { toWireTrade } from '../../wire/trading.ts';
import { handle } from '../handle.ts';
import type { Server, Services } from '../server.ts';
import { accountOf, marketOf } from './commands.ts';
import { idOf } from './parse.ts';
import { viewOf } from './view.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** @throws Problem invalid_request above the maximum */
function limitOf(text: string | undefined): number {
  const limit = text === undefined ? DEFAULT_LIMIT : Number(text);
  if (limit > MAX_LIMIT) throw new Problem('invalid_request', { details: { fields: ['limit'] } });
  return limit;
}

/** Closed trades. */
export function tradeRoutes(app: Server, services: Services): void {
  handle(app, api.trades.list, async (request) => {
    const { cursor, symbol, type, reason } = request.query;
    const season = request.query.season === undefined ? undefined : Number(request.query.season);
    const market = marketOf(services, request.query.market);
    const limit = limitOf(request.query.limit);
    if (season !== undefined && season > (await viewOf(services, request, market)).account.season) {
      throw new Problem('season_not_found');
    }
    const found = await services.reader.trades({
      accountId: await accountOf(services, request, market),
      beforeId: cursor === undefined ? null : idOf(cursor, 'trade_not_found'),
      limit: limit + 1,
      symbol,
      side: type,
      reason,
      season,
    });
    const { label } = market.definition;
    const items = found.slice(0, limit).map((each) => toWireTrade(market.id, label, each));
    return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
  });

  handle(app, api.trades.one, async (request) => {
    const market = marketOf(services, request.query.market);
    const id = idOf(request.params.id, 'trade_not_found');
    const found = await services.reader.trade(await accountOf(services, request, market), id);
    if (found === null) throw new Problem('trade_not_found');
    return toWireTrade(market.id, market.definition.label, found);
  });
}
