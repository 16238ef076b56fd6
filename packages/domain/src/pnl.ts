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
 * Profit (or, negative, loss) of an exposure at `price`, floored to the last unit.
 * Long: notional × (price − entry) / entry; short: the opposite.
 */
export function profitAndLoss(exposure: Exposure, price: Price): Usdt {
  const move = exposure.side === 'long' ? price - exposure.entryPrice : exposure.entryPrice - price;
  return divide(exposure.notional * move, exposure.entryPrice, 'floor');
}

/**
 * PnL (negative: a loss) when the price moves against an exposure.
 * @param exit what closing gets before the move. @param percent of the move; the level is floored
 */
export function lossAtMove(exposure: Exposure, exit: Price, percent: bigint): Usdt {
  const whole = 100n;
  const moved = exposure.side === 'long' ? whole - percent : whole + percent;
  return profitAndLoss(exposure, divide(exit * moved, whole, 'floor'));
}

/** PnL in hundredths of a percent of the margin, floored. `margin` must be positive. */
export function profitAndLossBasisPoints(pnl: Usdt, margin: Usdt): bigint {
  return divide(pnl * 10_000n, margin, 'floor');
}

/** Value of the exposure at `price`: notional × price / entry, floored. */
export function notionalAt(exposure: Exposure, price: Price): Usdt {
  return divide(exposure.notional * price, exposure.entryPrice, 'floor');
}
