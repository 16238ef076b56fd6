import type { Price, Usdt } from './decimal.ts';
import { PPM_ONE, type Ppm } from './liquidation.ts';
import type { FundingRules } from './market.ts';
import { notionalAt, type Exposure } from './pnl.ts';
import { divide } from './rounding.ts';

const HOUR_MS = 3_600_000;

/** The newest published hour that is not after `ms`, by the market's clock. */
export function fundingHour(ms: number, { intervalHours }: FundingRules): number {
  const interval = intervalHours * HOUR_MS;
  return Math.floor(ms / interval) * interval;
}

/** The published hour that ends the interval in which `ms` is. */
export const nextFundingHour = (ms: number, rules: FundingRules): number =>
  fundingHour(ms, rules) + rules.intervalHours * HOUR_MS;

/** Average of one-minute closes, floored. `minutes` must be positive. */
export const averageClose = (sum: bigint, minutes: number): Price => divide(sum, BigInt(minutes), 'floor');

/**
 * By how much a price is above (longs pay) or, negative, below (shorts pay) the average of its interval: floored, and at
 * most the cap either way.
 */
export function fundingRate(price: Price, average: Price, { cap }: FundingRules): Ppm {
  const premium = divide((price - average) * PPM_ONE, average, 'floor');
  if (premium > cap) return cap;
  return premium < -cap ? -cap : premium;
}

/** What a position receives or, negative, pays: the rate of its value at the price, floored. */
export function fundingDue(exposure: Exposure, price: Price, rate: Ppm): Usdt {
  const amount = notionalAt(exposure, price) * rate;
  return divide(exposure.side === 'long' ? -amount : amount, PPM_ONE, 'floor');
}
