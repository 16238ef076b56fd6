import type { Price } from './decimal.ts';
import { PPM_ONE, type Ppm } from './liquidation.ts';
import { divide } from './rounding.ts';

/** Which of the two quotes: what a fill is to whoever asked for it: opening a long and closing a short buy, the others sell. */
export type QuoteSide = 'buy' | 'sell';

/** Half of the spread above the price, ceiled: what buys pay. */
export function askOf(price: Price, spread: Ppm): Price {
  return divide(price * (2n * PPM_ONE + spread), 2n * PPM_ONE, 'ceil');
}

/** Half of the spread below the price, floored: what sells get. */
export function bidOf(price: Price, spread: Ppm): Price {
  return divide(price * (2n * PPM_ONE - spread), 2n * PPM_ONE, 'floor');
}
