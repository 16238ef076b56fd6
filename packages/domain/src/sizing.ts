import type { Price, Usdt } from './decimal.ts';
import { liquidationPrice, type Ppm } from './liquidation.ts';
import { notionalAt, profitAndLoss, type Exposure, type Side } from './pnl.ts';
import { isBeyondLiquidation, MAX_MARGIN, MIN_LEVERAGE, MIN_MARGIN, notionalOf } from './position.ts';
import { tradingFee } from './realise.ts';
import { divide } from './rounding.ts';

/** An amount of a coin in units of 0.00000001. */
export type Coins = bigint;
/** Decimal places of {@link Coins}. */
export const COIN_DECIMALS = 8;
/** Units of {@link Coins} times units of {@link Price} that make a unit of {@link Usdt}. */
const COIN_PRICE_UNITS = 10_000_000_000n;

/** What a notional buys at `price`, floored. */
export const coinsOf = (notional: Usdt, price: Price): Coins => divide(notional * COIN_PRICE_UNITS, price, 'floor');

/** The margin that buys not more than `coins` at `price` and this leverage. */
export const marginForCoins = (coins: Coins, price: Price, leverage: number): Usdt =>
  divide(coins * price, COIN_PRICE_UNITS * BigInt(leverage), 'floor');

/**
 * What a close at the stop loss would cost, both fees included. Negative when the stop loss lies in the profit.
 * @param openFee paid at the opening
 * @param closeFee rate that a stop loss pays
 */
export function lossAtStop(exposure: Exposure, stopLoss: Price, openFee: Usdt, closeFee: Ppm): Usdt {
  return openFee + tradingFee(notionalAt(exposure, stopLoss), closeFee) - profitAndLoss(exposure, stopLoss);
}

/** A result in hundredths of R, what was at risk; floored. null when nothing was at risk. */
export const resultInR = (net: Usdt, risk: Usdt): bigint | null =>
  risk > 0n ? divide(net * 100n, risk, 'floor') : null;

/** Margins by risk are whole cents: what a person can read and type again. */
export const SIZING_STEP: Usdt = 10_000n;

export interface RiskSizingInput {
  side: Side;
  /** Most that may be lost at the stop loss, fees included. */
  risk: Usdt;
  /** What the position would open at. */
  entry: Price;
  stopLoss: Price;
  /** What margin and opening fee are paid from. */
  available: Usdt;
  /** The highest that may be chosen. */
  maxLeverage: number;
  openFee: Ppm;
  closeFee: Ppm;
  maintenance: Ppm;
}

/**
 * - `stop_loss_wrong_side`: there is no loss between the entry and this stop loss
 * - `risk_too_small`: not even the smallest margin keeps the loss below the risk
 * - `not_enough`: at the highest `leverage` `available` does not pay for it; `needed` would
 * - `liquidation_first`: with the leverage that `available` asks for, the liquidation comes before the stop loss
 */
export type SizingProblem =
  | { problem: 'stop_loss_wrong_side' | 'risk_too_small' }
  | { problem: 'not_enough'; needed: Usdt; leverage: number }
  | { problem: 'liquidation_first'; leverage: number };

export interface RiskSize {
  margin: Usdt;
  leverage: number;
  /** What a close at the stop loss would cost: never more than the risk. */
  loss: Usdt;
}

/** Loss at the stop loss and what the opening takes, for a margin and a leverage. */
function costOf({ side, entry, stopLoss, openFee, closeFee }: RiskSizingInput, margin: Usdt, leverage: number) {
  const notional = notionalOf(margin, leverage);
  const fee = tradingFee(notional, openFee);
  const loss = lossAtStop({ side, notional, entryPrice: entry }, stopLoss, fee, closeFee);
  return { loss, required: margin + fee };
}

/** The largest margin in whole {@link SIZING_STEP}s whose loss at the stop loss stays within the risk. */
function largestMargin(input: RiskSizingInput, leverage: number): Usdt {
  // The loss only grows with the margin, so that halving finds the last margin that fits.
  let [fits, tooMuch] = [0n, divide(MAX_MARGIN, SIZING_STEP, 'floor') + 1n];
  while (tooMuch - fits > 1n) {
    const middle = divide(fits + tooMuch, 2n, 'floor');
    if (costOf(input, middle * SIZING_STEP, leverage).loss <= input.risk) fits = middle;
    else tooMuch = middle;
  }
  return fits * SIZING_STEP;
}

/**
 * Margin and leverage with which a stop loss costs at most `risk`, and one {@link SIZING_STEP} more would cost more
 * than it: the smallest leverage whose margin `available` pays for, since a higher one only brings the liquidation nearer.
 */
export function sizeByRisk(input: RiskSizingInput): RiskSize | SizingProblem {
  const { side, entry, stopLoss, available, maxLeverage, maintenance } = input;
  const isLoss = side === 'long' ? stopLoss < entry : stopLoss > entry;
  if (!isLoss) return { problem: 'stop_loss_wrong_side' };
  let needed = 0n;
  for (let leverage = MIN_LEVERAGE; leverage <= maxLeverage; leverage += 1) {
    const margin = largestMargin(input, leverage);
    if (margin < MIN_MARGIN) return { problem: 'risk_too_small' };
    const { loss, required } = costOf(input, margin, leverage);
    if (required <= available) {
      const liquidation = liquidationPrice(side, entry, leverage, maintenance);
      if (isBeyondLiquidation(side, stopLoss, liquidation)) return { problem: 'liquidation_first', leverage };
      return { margin, leverage, loss };
    }
    needed = required;
  }
  return { problem: 'not_enough', needed, leverage: maxLeverage };
}
