import type { Pair } from '@plecho/domain';
import { isListed, LISTED_PAIRS } from '../listed-pairs.ts';
import { timeOf } from './messages.ts';

/** What the exchange says of itself: `/api/v3/exchangeInfo`. */
export interface Listing {
  /** The exchange's time of day, ms. */
  time: number;
  /** Request weight that one address may use in a minute. */
  weightPerMinute: number;
  /** Pairs of the product that can be traded there today, with the decimals of their tick size, in the product's order. */
  pairs: Pair[];
  /** How many pairs of the product it lists that can't be traded now. */
  resting: number;
}

/** When the exchange doesn't say. */
const USUAL_WEIGHT = 6_000;

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** Decimals of a tick size such as 0.01000000; null when it is none. */
function decimalsOf(tickSize: unknown): number | null {
  if (typeof tickSize !== 'string' || !/^\d{1,9}(\.\d{1,8})?$/.test(tickSize) || !/[1-9]/.test(tickSize)) return null;
  const [, fraction = ''] = tickSize.split('.');
  return fraction.replace(/0+$/, '').length;
}

function weightOf(limits: Fields[]): number {
  const minute = limits.find(
    ({ rateLimitType, interval, intervalNum }) =>
      rateLimitType === 'REQUEST_WEIGHT' && interval === 'MINUTE' && intervalNum === 1,
  );
  const limit = Number(minute?.['limit']);
  return Number.isSafeInteger(limit) && limit > 0 ? limit : USUAL_WEIGHT;
}

/** Reads what the exchange says of itself; null when that is nothing of the kind. */
export function parseListing(body: unknown): Listing | null {
  const { serverTime, rateLimits, symbols } = fieldsOf(body);
  const time = timeOf(serverTime);
  if (time === null || !Array.isArray(symbols)) return null;
  const decimals = new Map<unknown, number>();
  let resting = 0;
  for (const { symbol, status, filters } of listOf(symbols)) {
    const filter = listOf(filters).find(({ filterType }) => filterType === 'PRICE_FILTER');
    const found = decimalsOf(filter?.['tickSize']);
    if (found === null) continue;
    if (status === 'TRADING') decimals.set(symbol, found);
    else if (isListed(String(symbol))) resting += 1;
  }
  const pairs = LISTED_PAIRS.flatMap((pair) => {
    const priceDecimals = decimals.get(pair.symbol);
    return priceDecimals === undefined ? [] : [{ ...pair, priceDecimals }];
  });
  return { time, weightPerMinute: weightOf(listOf(rateLimits)), pairs, resting };
}
