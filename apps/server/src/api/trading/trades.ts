import { api, type NotedTrade } from '@plecho/contract';
import type { TradeState } from '../../commands/batch.ts';
import type { MarketPort } from '../../engine/market-port.ts';
import type { NoteView } from '../../queries/ports.ts';
import { Problem } from '../../lib/problem.ts';
import { toWireNote } from '../../wire/notes.ts';
import { toWireTrade } from '../../wire/trading.ts';
import { gzipped } from '../../lib/gzip.ts';
import { sendFile } from '../file-answers.ts';
import { handle, handleFile } from '../handle.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { accountOf, marketOf } from './commands.ts';
import { idOf, limitOf } from './parse.ts';
import { viewOf } from './view.ts';

/** A trade with its owner's note. @param notes of the owner, by trade */
function toNotedTrade(
  { id: market, definition }: MarketPort,
  trade: TradeState,
  notes: ReadonlyMap<bigint, NoteView>,
): NotedTrade {
  const note = notes.get(trade.id);
  return { ...toWireTrade(market, definition.label, trade), note: note === undefined ? null : toWireNote(note) };
}

/** Closed trades. */
export function tradeRoutes(app: Server, services: Services): void {
  handle(app, api.trades.list, async (request) => {
    const { cursor, symbol, type, reason, noted, tag } = request.query;
    const { user } = identityOf(request);
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
      noted:
        noted === undefined && tag === undefined
          ? undefined
          : { userId: user.id, tag: tag === undefined ? null : Number(tag) },
    });
    const page = found.slice(0, limit);
    const notes = await services.notes.of(
      user.id,
      page.map((trade) => trade.id),
    );
    const items = page.map((trade) => toNotedTrade(market, trade, notes));
    return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
  });

  handle(app, api.trades.one, async (request) => {
    const market = marketOf(services, request.query.market);
    const id = idOf(request.params.id, 'trade_not_found');
    const found = await services.reader.trade(await accountOf(services, request, market), id);
    if (found === null) throw new Problem('trade_not_found');
    return toNotedTrade(market, found, await services.notes.of(identityOf(request).user.id, [id]));
  });

  handleFile(app, api.trades.proof, async (request, reply) => {
    const market = marketOf(services, request.query.market);
    const id = idOf(request.params.id, 'trade_not_found');
    const trade = await services.reader.trade(await accountOf(services, request, market), id);
    if (trade === null) throw new Problem('trade_not_found');
    const parts = await services.reader.parts(trade);
    const body = Buffer.from(await services.proofs.make({ market: market.definition, trade, parts }));
    reply.header('content-disposition', `attachment; filename="plecho-proof-${id}.json"`);
    return sendFile(request, reply, { body, gzip: await gzipped(body), cache: null });
  });
}
