import { MAX_PRICE, parseDecimal, parsePrice, formatDecimal, formatPrice, type Price } from './decimal.ts';
import type { QuoteSide } from './spread.ts';
import { divide } from './rounding.ts';

export const TRAIL_UNITS = ['percent', 'price'] as const;
export type TrailUnit = (typeof TRAIL_UNITS)[number];

/** How far a trailing level stays behind the best price: its callback. */
export interface Trail {
  unit: TrailUnit;
  /** Hundredths of a percent, or a difference of prices. Positive. */
  value: bigint;
}

/** Percentages of a callback have so many decimals at most. */
const PERCENT_DECIMALS = 2;
const WHOLE = 10_000n;
/** 0.1 % and 50 %. */
const LEAST = 10n;
const MOST = 5_000n;

/** Whether a callback is one: 0.1 % to 50 %, or a price above 0. */
export function isTrail({ unit, value }: Trail): boolean {
  return unit === 'percent' ? value >= LEAST && value <= MOST : value > 0n && value <= MAX_PRICE;
}

/** Reads the value of a callback. @returns null when it is no such decimal, or out of range */
export function parseTrail(unit: TrailUnit, text: string): Trail | null {
  const value = unit === 'percent' ? parseDecimal(text, PERCENT_DECIMALS) : parsePrice(text);
  return value !== null && isTrail({ unit, value }) ? { unit, value } : null;
}

/** The value of a callback as a decimal. */
export function formatTrail({ unit, value }: Trail): string {
  return unit === 'percent' ? formatDecimal(value, PERCENT_DECIMALS) : formatPrice(value);
}

/**
 * Where a trailing stop fires: behind the highest price for who sells, above the lowest for who buys; rounded so that it
 * never fires at a better price than the exact level.
 *
 * @param peak the best price since it was set
 * @returns may be 0 or negative where no price can reach it
 */
export function trailingLevel(quote: QuoteSide, peak: Price, { unit, value }: Trail): Price {
  if (unit === 'price') return quote === 'sell' ? peak - value : peak + value;
  return quote === 'sell'
    ? divide(peak * (WHOLE - value), WHOLE, 'floor')
    : divide(peak * (WHOLE + value), WHOLE, 'ceil');
}

/** Whether a price is better than the best so far: higher for who sells, lower for who buys. */
export function isBeyondPeak(quote: QuoteSide, peak: Price, price: Price): boolean {
  return quote === 'sell' ? price > peak : price < peak;
}
