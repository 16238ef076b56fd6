import { checkTriggers, MAX_LEVERAGE, MAX_MARGIN, MAX_PRICE, MIN_LEVERAGE, MIN_MARGIN } from '@plecho/domain';
import type { Price, Side, Usdt } from '@plecho/domain';
import type { ErrorCode } from '../lib/problem.ts';

/** Open positions and orders that one account may have at a time. */
export const MAX_OPEN_PER_ACCOUNT = 200;
/** A limit price may be this many times above or below the market's. */
const LIMIT_RANGE = 10n;

/** Codes of `openPosition` and `placeOrder` that depend on the numbers alone. */
export function checkSize(margin: Usdt, leverage: number): ErrorCode | null {
  if (margin <= 0n) return 'invalid_amount';
  if (margin < MIN_MARGIN) return 'amount_too_small';
  if (margin > MAX_MARGIN) return 'amount_too_large';
  if (!Number.isInteger(leverage) || leverage < MIN_LEVERAGE || leverage > MAX_LEVERAGE) return 'invalid_leverage';
  return null;
}

const isPrice = (price: Price): boolean => price > 0n && price <= MAX_PRICE;

/** Take profit and stop loss must be prices on the right sides of `reference`, the stop loss before `liquidation`. */
export function checkLevels(
  side: Side,
  reference: Price,
  takeProfit: Price | null,
  stopLoss: Price | null,
  liquidation: Price | null,
): ErrorCode | null {
  if (takeProfit !== null && !isPrice(takeProfit)) return 'invalid_price';
  if (stopLoss !== null && !isPrice(stopLoss)) return 'invalid_price';
  return checkTriggers(side, reference, takeProfit, stopLoss, liquidation);
}

export function checkLimit(limitPrice: Price, marketPrice: Price): ErrorCode | null {
  if (!isPrice(limitPrice)) return 'invalid_price';
  const far = limitPrice > marketPrice * LIMIT_RANGE || limitPrice * LIMIT_RANGE < marketPrice;
  return far ? 'limit_price_too_far' : null;
}
