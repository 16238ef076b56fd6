import type { Price, Usdt } from './decimal.ts';
import { divide } from './rounding.ts';

export const SIDES = ['long', 'short'] as const;
export type Side = (typeof SIDES)[number];

/** What profit and loss depend on: nothing about the person who holds the position (rule E10). */
export interface Exposure {
  side: Side;
  /** Margin × leverage, USDT. Positive. */
  notional: Usdt;
  entryPrice: Price;
}

/**
 * No position gains, loses or is worth more: 10^10 USDT. The prices of a scenario may grow a million million times, and what
 * the books hold has 64 bits. It is beyond what a position can be liquidated at, and ten times the largest notional.
 */
export const MAX_POSITION_VALUE: Usdt = 10_000_000_000_000_000n;

const limited = (value: Usdt): Usdt => {
  if (value > MAX_POSITION_VALUE) return MAX_POSITION_VALUE;
  return value < -MAX_POSITION_VALUE ? -MAX_POSITION_VALUE : value;
};

/**
 * Profit (or, negative, loss) of an exposure at `price`, floored to the last unit, {@link MAX_POSITION_VALUE} at most.
 * Long: notional × (price − entry) / entry; short: the opposite.
 */
export function profitAndLoss(exposure: Exposure, price: Price): Usdt {
  const move = exposure.side === 'long' ? price - exposure.entryPrice : exposure.entryPrice - price;
  return limited(divide(exposure.notional * move, exposure.entryPrice, 'floor'));
}

/** PnL in hundredths of a percent of the margin, floored. `margin` must be positive. */
export function profitAndLossBasisPoints(pnl: Usdt, margin: Usdt): bigint {
  return divide(pnl * 10_000n, margin, 'floor');
}

/** Value of the exposure at `price`: notional × price / entry, floored, {@link MAX_POSITION_VALUE} at most. */
export function notionalAt(exposure: Exposure, price: Price): Usdt {
  return limited(divide(exposure.notional * price, exposure.entryPrice, 'floor'));
}
