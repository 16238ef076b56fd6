import type { Price, Usdt } from './decimal.ts';
import type { Exposure, Side } from './pnl.ts';
import { divide } from './rounding.ts';

/** Parts per million: the integer form of a market's percentages (0.5 % = 5000). */
export type Ppm = bigint;
export const PPM_ONE: Ppm = 1_000_000n;

export interface LeveragedExposure extends Exposure {
  /** Isolated margin, USDT. Positive; notional = margin × leverage. */
  margin: Usdt;
}

/**
 * Rule E5: margin + PnL ≤ maintenance margin, the maintenance margin being a share of the
 * notional at the current price. Compared as exact fractions, so that rounding can't move the line.
 */
export function isLiquidatable(position: LeveragedExposure, price: Price, maintenance: Ppm): boolean {
  const { entryPrice, margin, notional, side } = position;
  const move = side === 'long' ? price - entryPrice : entryPrice - price;
  return (margin * entryPrice + notional * move) * PPM_ONE <= notional * price * maintenance;
}

/**
 * The first price at which {@link isLiquidatable} holds: the highest such price for a long,
 * the lowest for a short.
 *
 * Long: entry × (1 − 1/L) / (1 − m); short: entry × (1 + 1/L) / (1 + m).
 *
 * @returns null for a 1x long, which can't be liquidated at any positive price.
 */
export function liquidationPrice(side: Side, entryPrice: Price, leverage: number, maintenance: Ppm): Price | null {
  const l = BigInt(leverage);
  if (side === 'long') {
    const price = divide(entryPrice * (l - 1n) * PPM_ONE, l * (PPM_ONE - maintenance), 'floor');
    return price > 0n ? price : null;
  }
  return divide(entryPrice * (l + 1n) * PPM_ONE, l * (PPM_ONE + maintenance), 'ceil');
}
