import type { Order, PositionState } from '@plecho/contract';
import { parsePrice, type Price, type Side } from '@plecho/domain';
import { formatPrice } from '@/lib/format.ts';

/** A price as a person types it: the pair's decimals, a comma, no thousands. */
export const priceText = (price: Price, priceDecimals: number): string =>
  formatPrice(price, priceDecimals).replaceAll(/\s/g, '');

/** Whether the market's price is the limit or better: then the order fills at that price with the next tick. */
export const isReached = (side: Side, limit: Price, market: Price): boolean =>
  side === 'long' ? market <= limit : market >= limit;

/** What is known of the account and the market after an order was accepted. */
interface Known {
  orders: readonly Order[];
  positions: readonly PositionState[];
  /** null while it is unknown. */
  price: Price | null;
}

/**
 * What became of an accepted order.
 * @returns null while it isn't known: nothing has been heard of it yet, or its price is reached and it is about to fill
 */
export function whatBecameOf(order: Order, { orders, positions, price }: Known): 'filled' | 'resting' | null {
  if (orders.some(({ id }) => id === order.id)) {
    const limit = order.limitPrice === null ? null : parsePrice(order.limitPrice);
    const isDue = limit !== null && price !== null && isReached(order.type, limit, price);
    return isDue ? null : 'resting';
  }
  const became = positions.some(
    (position) =>
      BigInt(position.id) > BigInt(order.id) &&
      position.symbol === order.symbol &&
      position.type === order.type &&
      position.leverage === order.leverage &&
      position.size === order.size,
  );
  return became ? 'filled' : null;
}
