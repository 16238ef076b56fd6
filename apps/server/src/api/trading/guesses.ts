import { api } from '@plecho/contract';
import {
  closingPrice,
  entryQuote,
  MAX_PRICE,
  ONE_USDT,
  quoteAt,
  type GuessedPosition,
  type MarketRules,
  type Price,
} from '@plecho/domain';
import type { MarketPort } from '../../engine/market-port.ts';
import { Problem } from '../../lib/problem.ts';
import { toWireGuess } from '../../wire/guesses.ts';
import { handle } from '../handle.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { accountOf, marketOf } from './commands.ts';
import { amountOf, levelOf } from './parse.ts';

const SHOWN = 20;

/** The newest price of a pair. @throws Problem unknown_symbol, price_unavailable when it is stale */
async function freshPrice(market: MarketPort, symbol: string): Promise<Price> {
  if (!market.pairs.has(symbol)) throw new Problem('unknown_symbol');
  const [{ now, life }, prices] = await Promise.all([market.status(), market.lastPrices([symbol])]);
  if (life === 'ended') throw new Problem('market_ended');
  const record = prices.get(symbol);
  if (record === undefined || now - record.time > market.definition.rules.staleAfterMs) {
    throw new Problem('price_unavailable');
  }
  return record.price;
}

/** What is guessed about, as it would be filled at a price, and as it would be closed at the same one. */
export function positionAt(
  price: Price,
  { symbol, ...about }: Pick<GuessedPosition, 'side' | 'margin' | 'leverage'> & { symbol: string },
  { spreads, maintenance }: Pick<MarketRules, 'spreads' | 'maintenance'>,
): GuessedPosition {
  const spread = spreads.get(symbol) ?? 0n;
  return {
    ...{ ...about, maintenance, entryPrice: quoteAt(price, entryQuote(about.side), spread) },
    exitPrice: closingPrice(about.side, price, spread),
  };
}

/** «Сначала прогноз»: what is guessed before it is shown, scored at the server's own price. */
export function guessRoutes(app: Server, services: Services): void {
  const { guesses, commandLimit } = services;

  handle(app, api.guesses.make, async (request) => {
    const { symbol, type: side, leverage, amount, ...typed } = request.body;
    const market = marketOf(services, request.query.market);
    const accountId = await accountOf(services, request, market);
    const [margin, loss, liquidation] = [amountOf(amount), amountOf(typed.loss), levelOf(typed.liquidation)];
    if (margin < ONE_USDT) throw new Problem('amount_too_small');
    if (loss < 0n) throw new Problem('invalid_amount');
    if (margin > MAX_PRICE || loss > MAX_PRICE) throw new Problem('amount_too_large');
    if (liquidation !== null && (liquidation <= 0n || liquidation > MAX_PRICE)) throw new Problem('invalid_price');
    const waitMs = commandLimit.take(accountId);
    if (waitMs > 0) throw new Problem('too_many_commands', { retryAfter: Math.ceil(waitMs / 1000) });
    const price = await freshPrice(market, symbol);
    const guess = await guesses.make(identityOf(request).user.id, {
      ...{ marketId: market.id, symbol, guessed: { liquidation, loss } },
      position: positionAt(price, { symbol, side, margin, leverage }, market.definition.rules),
    });
    return toWireGuess(guess);
  });

  handle(app, api.guesses.list, async (request) => {
    const found = await guesses.summary(identityOf(request).user.id);
    return {
      items: found.guesses.slice(0, SHOWN).map(toWireGuess),
      guesses: found.guesses.length,
      ...{ liquidation: found.liquidation, loss: found.loss, calibrated: found.isCalibrated, curve: found.curve },
    };
  });
}
