import { api } from '@plecho/contract';
import { closingPriceAtFill, closingPriceOf, toWirePosition, toWireTrade } from '../../wire/trading.ts';
import { handle } from '../handle.ts';
import type { Server, Services } from '../server.ts';
import { carryOut, marketOf } from './commands.ts';
import { amountOf, idOf, levelOf, portionOf, wantedTrail } from './parse.ts';
import { viewOf } from './view.ts';

/** Open positions: at the newest prices, opened, changed and closed. */
export function positionRoutes(app: Server, services: Services): void {
  handle(app, api.positions.list, async (request) => {
    const market = marketOf(services, request.query.market);
    const { positions } = await viewOf(services, request, market);
    const prices = await market.lastPrices(positions.map(({ symbol }) => symbol));
    const items = positions.map((position) =>
      toWirePosition(market.id, position, closingPriceOf(position, prices, market.definition.rules)),
    );
    return { market: market.id, label: market.definition.label, items };
  });

  handle(app, api.positions.open, async (request) => {
    const market = marketOf(services, request.query.market);
    const { symbol, type, amount, leverage, takeProfit, stopLoss, trailing } = request.body;
    const command = {
      ...{ type: 'openPosition' as const, symbol, side: type, margin: amountOf(amount), leverage },
      ...{ takeProfit: levelOf(takeProfit), stopLoss: levelOf(stopLoss), ...wantedTrail(trailing) },
    };
    const { position } = await carryOut(services, request, market, command, 'position');
    return toWirePosition(market.id, position, closingPriceAtFill(position, market.definition.rules));
  });

  handle(app, api.positions.setTriggers, async (request) => {
    const market = marketOf(services, request.query.market);
    const { takeProfit, stopLoss, trailing } = request.body;
    const command = {
      ...{ type: 'setTriggers' as const, positionId: idOf(request.params.id, 'position_not_found') },
      ...{ takeProfit: levelOf(takeProfit), stopLoss: levelOf(stopLoss), ...wantedTrail(trailing) },
    };
    const { position, price } = await carryOut(services, request, market, command, 'triggers');
    return toWirePosition(market.id, position, price);
  });

  handle(app, api.positions.add, async (request) => {
    const market = marketOf(services, request.query.market);
    const command = {
      type: 'addToPosition' as const,
      positionId: idOf(request.params.id, 'position_not_found'),
      margin: amountOf(request.body.amount),
    };
    const { position } = await carryOut(services, request, market, command, 'position');
    return toWirePosition(market.id, position, closingPriceAtFill(position, market.definition.rules));
  });

  handle(app, api.positions.reverse, async (request) => {
    const market = marketOf(services, request.query.market);
    const positionId = idOf(request.params.id, 'position_not_found');
    const command = { type: 'reversePosition' as const, positionId };
    const { trade, position } = await carryOut(services, request, market, command, 'reversed');
    return {
      trade: toWireTrade(market.id, market.definition.label, trade),
      position: toWirePosition(market.id, position, closingPriceAtFill(position, market.definition.rules)),
    };
  });

  handle(app, api.positions.closeAll, async (request) => {
    const market = marketOf(services, request.query.market);
    const command = { type: 'closeAll' as const, symbol: request.body.symbol ?? null };
    const { trades, failed } = await carryOut(services, request, market, command, 'closedAll');
    return {
      trades: trades.map((trade) => toWireTrade(market.id, market.definition.label, trade)),
      failed: failed.map(({ id, code }) => ({ id: id.toString(), code })),
    };
  });

  handle(app, api.positions.close, async (request) => {
    const market = marketOf(services, request.query.market);
    const command = {
      type: 'closePosition' as const,
      positionId: idOf(request.params.id, 'position_not_found'),
      portion: portionOf(request.query.portion),
    };
    const { trade } = await carryOut(services, request, market, command, 'trade');
    return toWireTrade(market.id, market.definition.label, trade);
  });
}
