import {
  entryQuote,
  expectedEntry,
  ORDER_KINDS,
  trailingLevel,
  type OrderKind,
  type Price,
  type Side,
  type Trail,
} from '@plecho/domain';

/** What a ticket can send: at the market's price, a resting order, or two that end each other (OCO). */
export const TICKET_KINDS = ['market', ...ORDER_KINDS, 'oco'] as const;
export type TicketKind = 'market' | OrderKind | 'oco';

/** The two that everybody begins with; the others are asked for. */
export const PLAIN_KINDS = ['market', 'limit'] as const;
export const MORE_KINDS = ['stopMarket', 'stopLimit', 'trailingStop', 'oco'] as const;

export const isPlainKind = (kind: TicketKind): kind is (typeof PLAIN_KINDS)[number] =>
  kind === 'market' || kind === 'limit';

export const hasLimitPrice = (kind: TicketKind): boolean => kind === 'limit' || kind === 'stopLimit' || kind === 'oco';
export const hasStopPrice = (kind: TicketKind): boolean =>
  kind === 'stopMarket' || kind === 'stopLimit' || kind === 'oco';

/** Prices that decide where a ticket would open. */
export interface EntryPrices {
  kind: TicketKind;
  side: Side;
  limitPrice: Price | null;
  stopPrice: Price | null;
  callback: Trail | null;
  /** What the order would open at now; null when there is no price. */
  quote: Price | null;
}

/**
 * Where the position would open, as far as can be said before: of two prices the one farther from the stop loss.
 * A limit that the market has reached already fills at the market's price.
 * @returns null while that is not known
 */
export function entryOf({ kind, side, limitPrice, stopPrice, callback, quote }: EntryPrices): Price | null {
  switch (kind) {
    case 'market':
      return quote;
    case 'limit':
      return limitPrice === null ? null : expectedEntry(side, limitPrice, quote ?? limitPrice);
    case 'stopLimit':
      return limitPrice;
    case 'stopMarket':
    case 'oco':
      return stopPrice;
    case 'trailingStop':
      return quote === null || callback === null ? null : trailingLevel(entryQuote(side), quote, callback);
  }
}
