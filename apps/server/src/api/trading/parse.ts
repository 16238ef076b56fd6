import type { ErrorCode } from '@plecho/contract';
import { MAX_INT64, parsePortion, parsePrice, parseUsdt, type Price, type Usdt } from '@plecho/domain';
import { Problem } from '../../lib/problem.ts';

const WHOLE = 10_000n;

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
