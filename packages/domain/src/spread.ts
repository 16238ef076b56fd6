import { atLeastMinPrice, type Price } from './decimal.ts';
import { PPM_ONE, type Ppm } from './liquidation.ts';
import type { Side } from './pnl.ts';
import { divide } from './rounding.ts';

/** Which of the two quotes: what a fill is to whoever asked for it: opening a long and closing a short buy, the others sell. */
export type QuoteSide = 'buy' | 'sell';

/** Opening a long buys, opening a short sells. */
export const entryQuote = (side: Side): QuoteSide => (side === 'long' ? 'buy' : 'sell');
/** Closing a long sells, closing a short buys. */
export const exitQuote = (side: Side): QuoteSide => (side === 'long' ? 'sell' : 'buy');

/** Half of the spread above the price, ceiled: what buys pay. */
export function askOf(price: Price, spread: Ppm): Price {
  return divide(price * (2n * PPM_ONE + spread), 2n * PPM_ONE, 'ceil');
}

/** Half of the spread below the price, floored, and at least the last unit: what sells get. */
export function bidOf(price: Price, spread: Ppm): Price {
  return atLeastMinPrice(divide(price * (2n * PPM_ONE - spread), 2n * PPM_ONE, 'floor'));
}

/** One of the two quotes at a price of the market. */
export const quoteAt = (price: Price, side: QuoteSide, spread: Ppm): Price =>
  side === 'buy' ? askOf(price, spread) : bidOf(price, spread);

/** What closing a position gets at a price of the market: what it is worth, and what its levels are compared with. */
export const closingPrice = (side: Side, price: Price, spread: Ppm): Price => quoteAt(price, exitQuote(side), spread);

/** From the quote that opens a position to the one that closes it, at the same price of the market. */
export function acrossSpread(side: Side, entry: Price, spread: Ppm): Price {
  const [above, below] = [2n * PPM_ONE + spread, 2n * PPM_ONE - spread];
  return side === 'long'
    ? atLeastMinPrice(divide(entry * below, above, 'floor'))
    : divide(entry * above, below, 'ceil');
}
