import type { Price, Usdt } from './decimal.ts';
import { PPM_ONE, type LeveragedExposure, type Ppm } from './liquidation.ts';
import { notionalAt, profitAndLoss } from './pnl.ts';
import { divide } from './rounding.ts';

/** `order`: by a reduce-only order of the person's. `attemptEnd`: the attempt of a class had ended (rule E17). */
export const CLOSE_REASONS = [
  'user',
  'takeProfit',
  'stopLoss',
  'trailingStop',
  'order',
  'liquidation',
  'attemptEnd',
  'marketEnd',
] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

/** Where the margin of a closed exposure went. All amounts are USDT and not negative except `pnl`. */
export interface Realised {
  /** Realised PnL before the fee, never below −margin (rule E6). May be negative. */
  pnl: Usdt;
  /** Closing or liquidation fee; never more than what margin + pnl leaves. */
  fee: Usdt;
  /** Returned to the user's available balance: margin + pnl − fee. */
  payout: Usdt;
  /** Loss beyond the margin, booked to the insurance account. */
  insurance: Usdt;
}

/** Fee of trading `notional`, ceiled. */
export function tradingFee(notional: Usdt, takerFee: Ppm): Usdt {
  return divide(notional * takerFee, PPM_ONE, 'ceil');
}

/**
 * Realises the PnL of an exposure closed at `price`.
 *
 * A liquidation takes what is left of the margin as its fee: by rule E5 that is at most the
 * maintenance margin. Any other close pays the taker fee on the notional at the exit price,
 * capped so that a fee can't make a balance negative.
 */
export function realise(exposure: LeveragedExposure, price: Price, reason: CloseReason, takerFee: Ppm): Realised {
  const rawPnl = profitAndLoss(exposure, price);
  const left = exposure.margin + rawPnl;
  if (left < 0n) return { pnl: -exposure.margin, fee: 0n, payout: 0n, insurance: -left };
  const wanted = reason === 'liquidation' ? left : tradingFee(notionalAt(exposure, price), takerFee);
  const fee = wanted < left ? wanted : left;
  return { pnl: rawPnl, fee, payout: left - fee, insurance: 0n };
}
