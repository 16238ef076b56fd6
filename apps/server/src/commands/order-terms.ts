import { isAtStop, isTrail, orderQuote, trailingLevel, type Price, type QuoteSide } from '@plecho/domain';
import type { ErrorCode } from '../lib/problem.ts';
import type { OrderState, PriceRecord } from './batch.ts';
import { checkLimit } from './checks.ts';
import type { OrderTerms } from './command.ts';
import { peakAt } from './decision.ts';

/** What an order waits for, as its state has it. */
export type Condition = Pick<
  OrderState,
  'kind' | 'limitPrice' | 'stopPrice' | 'callback' | 'activatedAt' | 'expiresAt'
>;

const HAS_LIMIT: ReadonlySet<OrderState['kind']> = new Set(['limit', 'stopLimit'] as const);
const HAS_STOP: ReadonlySet<OrderState['kind']> = new Set(['stopMarket', 'stopLimit'] as const);

/**
 * Reads the terms of an order that is placed at a price.
 *
 * @param record the quote that it is filled at, as it is now
 * @param now market time, ms
 * @returns why they are refused: also when it would fire at once, unless it is a limit order
 */
export function conditionOf(
  { kind = 'limit', limitPrice, stopPrice, callback, expiresAt = null }: OrderTerms,
  quote: QuoteSide,
  record: PriceRecord,
  now: number,
): Condition | ErrorCode {
  const isWhole =
    (limitPrice !== undefined) === HAS_LIMIT.has(kind) &&
    (stopPrice !== undefined) === HAS_STOP.has(kind) &&
    (callback !== undefined) === (kind === 'trailingStop');
  if (!isWhole) return 'invalid_order_kind';
  const wrong =
    (limitPrice === undefined ? null : checkLimit(limitPrice, record.price)) ??
    (stopPrice === undefined ? null : checkStop(quote, stopPrice, record.price)) ??
    (callback === undefined || isTrail(callback) ? null : 'invalid_trailing') ??
    checkExpiry(expiresAt, now);
  if (wrong !== null) return wrong;
  return {
    kind,
    limitPrice: limitPrice ?? null,
    stopPrice: stopPrice ?? null,
    callback: callback === undefined ? null : { ...callback, peak: peakAt(record) },
    activatedAt: null,
    expiresAt,
  };
}

/** A stop that is already reached would fire at once. */
export function checkStop(quote: QuoteSide, stopPrice: Price, marketPrice: Price): ErrorCode | null {
  return (
    checkLimit(stopPrice, marketPrice) ?? (isAtStop(quote, stopPrice, marketPrice) ? 'stop_price_wrong_side' : null)
  );
}

export function checkExpiry(expiresAt: number | null, now: number): ErrorCode | null {
  return expiresAt !== null && expiresAt <= now ? 'expiry_in_the_past' : null;
}

/** Whether an order is a limit order, or has become one. */
export const isLimit = ({ kind, activatedAt }: Condition): boolean => kind === 'limit' || activatedAt !== null;

/**
 * Where an order would fire at its present state: its limit, its stop, or where its callback stands.
 * @throws Error when it has no such price (a programmer's error)
 */
export function levelOf(order: Condition & Pick<OrderState, 'side' | 'reduces'>): Price {
  const { limitPrice, stopPrice, callback } = order;
  const level =
    callback === null
      ? isLimit(order)
        ? limitPrice
        : stopPrice
      : trailingLevel(orderQuote(order), callback.peak.price, callback);
  if (level === null) throw new Error(`a ${order.kind} order without its price`);
  return level;
}
