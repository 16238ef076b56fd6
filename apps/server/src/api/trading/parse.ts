import { MAX_PAGE, type ErrorCode, type PlaceOrder, type Trailing } from '@plecho/contract';
import {
  MAX_INT64,
  parsePortion,
  parsePrice,
  parseTrail,
  parseUsdt,
  type Price,
  type Trail,
  type Usdt,
} from '@plecho/domain';
import type { OrderTerms } from '../../commands/command.ts';
import { Problem } from '../../lib/problem.ts';

const WHOLE = 10_000n;
const DEFAULT_LIMIT = 50;

/** @throws Problem invalid_amount for anything but a plain decimal of at most 6 places */
export function amountOf(text: string): Usdt {
  const amount = parseUsdt(text);
  if (amount === null) throw new Problem('invalid_amount');
  return amount;
}

/** @throws Problem invalid_price for anything but a plain decimal of at most 8 places */
export function priceOf(text: string): Price {
  const price = parsePrice(text);
  if (price === null) throw new Problem('invalid_price');
  return price;
}

export function levelOf(text: string | null | undefined): Price | null {
  return text === null || text === undefined ? null : priceOf(text);
}

/** @throws Problem invalid_trailing for anything but 0.1 to 50 percent or a price */
export function trailOf({ unit, value }: Trailing): Trail {
  const trail = parseTrail(unit, value);
  if (trail === null) throw new Problem('invalid_trailing');
  return trail;
}

/** What is absent stays absent: the key of a request stands for what was asked for. @throws Problem invalid_trailing */
export const wantedTrail = (asked: Trailing | null | undefined): { trailing?: Trail | null } =>
  asked === undefined ? {} : { trailing: asked === null ? null : trailOf(asked) };

/** What an order waits for. @throws Problem invalid_price, invalid_trailing */
export function termsOf({
  kind,
  limitPrice,
  stopPrice,
  callback,
  expiresAt,
}: Pick<PlaceOrder, 'kind' | 'limitPrice' | 'stopPrice' | 'callback' | 'expiresAt'>): OrderTerms {
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(limitPrice === undefined ? {} : { limitPrice: priceOf(limitPrice) }),
    ...(stopPrice === undefined ? {} : { stopPrice: priceOf(stopPrice) }),
    ...(callback === undefined ? {} : { callback: trailOf(callback) }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : expiresAt * 1000 }),
  };
}

/** Ten-thousandths; the whole by default. @throws Problem invalid_portion */
export function portionOf(text: string | undefined): bigint {
  const portion = text === undefined ? WHOLE : parsePortion(text);
  if (portion === null) throw new Problem('invalid_portion');
  return portion;
}

/** What can't be an id is the id of nothing. @throws Problem with the given "not found" code */
export function idOf(text: string, notFound: ErrorCode): bigint {
  const id = /^[1-9]\d{0,18}$/.test(text) ? BigInt(text) : null;
  if (id === null || id > MAX_INT64) throw new Problem(notFound);
  return id;
}

/** @throws Problem invalid_request above the maximum */
export function limitOf(text: string | undefined): number {
  const limit = text === undefined ? DEFAULT_LIMIT : Number(text);
  if (limit > MAX_PAGE) throw new Problem('invalid_request', { details: { fields: ['limit'] } });
  return limit;
}
