import type { OpenPosition, PlaceOco, PlaceOrder } from '@plecho/contract';
import { formatPrice as plainPrice, formatUsdt, type Price } from '@plecho/domain';
import { expiresAt } from '@/lib/expiry.ts';
import { wireTrail } from '@/lib/trail.ts';
import { readTicket, type TicketDraft } from './validate.ts';

const priceOrNull = (price: Price | null): string | null => (price === null ? null : plainPrice(price));
/** What a ticket asks the server for. */
export type TicketRequest =
  | { type: 'open'; body: OpenPosition }
  | { type: 'place'; body: PlaceOrder }
  | { type: 'oco'; body: PlaceOco };

/**
 * The request that a ticket makes.
 * @param now by the market's clock, seconds
 * @returns null while what the kind needs is missing
 */
export function requestOf(symbol: string, draft: TicketDraft, now: number): TicketRequest | null {
  const { kind, side, leverage } = draft;
  const { margin, limitPrice, stopPrice, callback, takeProfit, stopLoss, trailing } = readTicket(draft);
  if (margin === null) return null;
  const body: OpenPosition = {
    ...{ symbol, type: side, amount: formatUsdt(margin), leverage },
    ...{ takeProfit: priceOrNull(takeProfit), stopLoss: priceOrNull(stopLoss) },
    ...(trailing === null ? {} : { trailing: wireTrail(trailing) }),
  };
  if (kind === 'market') return { type: 'open', body };
  const until = expiresAt(draft.expiry, now);
  const resting = { ...body, ...(until === null ? {} : { expiresAt: until }) };
  const limit = limitPrice === null ? null : { limitPrice: plainPrice(limitPrice) };
  const stop = stopPrice === null ? null : { stopPrice: plainPrice(stopPrice) };
  switch (kind) {
    case 'limit':
      return limit === null ? null : { type: 'place', body: { ...resting, ...limit } };
    case 'stopMarket':
      return stop === null ? null : { type: 'place', body: { ...resting, kind, ...stop } };
    case 'stopLimit':
      return limit === null || stop === null ? null : { type: 'place', body: { ...resting, kind, ...limit, ...stop } };
    case 'trailingStop':
      return callback === null ? null : { type: 'place', body: { ...resting, kind, callback: wireTrail(callback) } };
    case 'oco':
      if (limit === null || stop === null) return null;
      return {
        ...{ type: 'oco' },
        body: { first: { ...resting, ...limit }, second: { ...resting, kind: 'stopMarket', ...stop } },
      };
  }
}
