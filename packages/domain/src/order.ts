import type { Price } from './decimal.ts';
import { entryQuote, exitQuote, type QuoteSide } from './spread.ts';
import type { Side } from './pnl.ts';

/**
 * What an order waits for.
 *
 * - `limit`: a price at least as good as its limit.
 * - `stopMarket`: a price as bad as its stop; it is filled at the one that gets there.
 * - `stopLimit`: the same, and from then on it is a limit order.
 * - `trailingStop`: a price that has turned from the best one by its callback.
 */
export const ORDER_KINDS = ['limit', 'stopMarket', 'stopLimit', 'trailingStop'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

export const ORDER_STATUSES = ['open', 'filled', 'cancelled', 'expired'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What a fill of an order is: one that opens a long buys, and so does one that closes a short. */
export function orderQuote({ side, reduces }: { side: Side; reduces: bigint | null }): QuoteSide {
  return reduces === null ? entryQuote(side) : exitQuote(side);
}

/** Whether a price is at least as good as a limit. */
export function isWithinLimit(quote: QuoteSide, limitPrice: Price, price: Price): boolean {
  return quote === 'buy' ? price <= limitPrice : price >= limitPrice;
}

/** Whether a price is at a stop or beyond: the market has run away from who waits to buy or to sell. */
export function isAtStop(quote: QuoteSide, stopPrice: Price, price: Price): boolean {
  return quote === 'buy' ? price >= stopPrice : price <= stopPrice;
}
