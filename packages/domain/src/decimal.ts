/**
 * Decimal strings and the integers behind them.
 *
 * Money and prices are bigints everywhere in the code and decimal strings on the wire;
 * floating point never touches them (rule L8).
 */

/** Money in units of 0.000001 USDT. May be negative where the field says so. */
export type Usdt = bigint;
/** A price in units of 0.00000001 USDT. Always positive when valid. */
export type Price = bigint;

/** Decimal places of {@link Usdt}. */
export const USDT_DECIMALS = 6;
/** Decimal places of {@link Price}. */
export const PRICE_DECIMALS = 8;

export const ONE_USDT: Usdt = 1_000_000n;
export const ONE_PRICE: Price = 100_000_000n;
const MIN_PRICE: Price = 1n;
/** Prices above this (10^9 USDT) are nobody's; it keeps every price inside 64 bits. */
export const MAX_PRICE: Price = 100_000_000_000_000_000n;

/** What a formula brings below the last unit costs that unit: a price is positive, and a PnL is a part of one. */
export const atLeastMinPrice = (price: Price): Price => (price < MIN_PRICE ? MIN_PRICE : price);

/** Longer texts are refused before they are converted: nobody owns 10^24 of anything here. */
const MAX_DECIMAL_LENGTH = 32;

/**
 * Reads a plain decimal ("12", "0.5", "-3.25") into an integer of `decimals` places.
 *
 * @returns null for anything else: exponents, commas, blanks, a leading "+", leading zeros,
 *          more places than `decimals`, or more than 32 characters. Nothing is rounded.
 */
export function parseDecimal(text: string, decimals: number): bigint | null {
  if (text.length > MAX_DECIMAL_LENGTH) return null;
  const match = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = ''] = match;
  if (fraction.length > decimals) return null;
  const value = BigInt(whole + fraction.padEnd(decimals, '0'));
  return sign === '-' ? -value : value;
}

/** Writes an integer of `decimals` places as the shortest plain decimal ("12", "0.5", "-3.25"). */
export function formatDecimal(value: bigint, decimals: number): string {
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return (negative ? '-' : '') + whole + (fraction === '' ? '' : `.${fraction}`);
}

export const parseUsdt = (text: string): Usdt | null => parseDecimal(text, USDT_DECIMALS);
export const formatUsdt = (value: Usdt): string => formatDecimal(value, USDT_DECIMALS);
export const parsePrice = (text: string): Price | null => parseDecimal(text, PRICE_DECIMALS);
export const formatPrice = (value: Price): string => formatDecimal(value, PRICE_DECIMALS);
