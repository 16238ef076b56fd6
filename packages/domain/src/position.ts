import { parseDecimal, type Price, type Usdt } from './decimal.ts';
import { PPM_ONE, type LeveragedExposure, type Ppm } from './liquidation.ts';
import { profitAndLoss, type Side } from './pnl.ts';
import { divide } from './rounding.ts';

export const MIN_LEVERAGE = 1;
export const MAX_LEVERAGE = 10;
export const MIN_MARGIN: Usdt = 1_000_000n;
/** Largest margin of one position, so that every product stays inside PostgreSQL's bigint. */
export const MAX_MARGIN: Usdt = 100_000_000_000_000n;

/** What the best and worst prices of a position were taken from: every tick, or whole candles. */
export const PATH_SOURCES = ['ticks', 'candles'] as const;
export type PathSource = (typeof PATH_SOURCES)[number];

export function notionalOf(margin: Usdt, leverage: number): Usdt {
  return margin * BigInt(leverage);
}

/** By so many fills a position can be opened: the first, and what was added. */
export const MAX_ENTRIES = 20;

/** Margin that came into a position at a price. */
export interface EntryPart {
  margin: Usdt;
  price: Price;
}

/**
 * Entry price of a position after something was added at the same leverage: the average weighed by quantity, which is
 * margin over price; rounded against the person, up for a long and down for a short.
 */
export function averageEntry(side: Side, held: EntryPart, added: EntryPart): Price {
  const margin = held.margin + added.margin;
  const quantity = held.margin * added.price + added.margin * held.price;
  return divide(margin * held.price * added.price, quantity, side === 'long' ? 'ceil' : 'floor');
}

/** The largest margin that can be paid together with its opening fee. Not negative. */
export function affordableMargin(available: Usdt, leverage: number, fee: Ppm): Usdt {
  return divide(available * PPM_ONE, PPM_ONE + BigInt(leverage) * fee, 'floor');
}

/** Parts of a position are given as decimals of at most this many places: "0.25". */
export const PORTION_DECIMALS = 4;
const WHOLE_PORTION = 10_000n;

/**
 * Reads a portion in (0, 1] into ten-thousandths.
 * @returns null when it is not such a decimal.
 */
export function parsePortion(text: string): bigint | null {
  const portion = parseDecimal(text, PORTION_DECIMALS);
  return portion !== null && portion > 0n && portion <= WHOLE_PORTION ? portion : null;
}

/**
 * Margin that a partial close releases, floored. The whole of it closes when less than one unit
 * would remain, so there is no dust that can't be closed (rule E3).
 *
 * @param portion ten-thousandths, 1 to 10000
 * @returns null when the part is smaller than the smallest unit of money
 */
export function marginOfPortion(margin: Usdt, portion: bigint): Usdt | null {
  if (portion === WHOLE_PORTION) return margin;
  const part = divide(margin * portion, WHOLE_PORTION, 'floor');
  return part > 0n ? part : null;
}

/** Where an order is filled as far as is known when it is placed: at its limit, or at a price better than that. */
export function expectedEntry(side: Side, limitPrice: Price, marketPrice: Price): Price {
  const isBetter = side === 'long' ? marketPrice < limitPrice : marketPrice > limitPrice;
  return isBetter ? marketPrice : limitPrice;
}

/** Whether an order rests: the market has not reached its limit. */
export const isResting = (side: Side, limitPrice: Price, marketPrice: Price): boolean =>
  side === 'long' ? marketPrice > limitPrice : marketPrice < limitPrice;

/** A stop loss at or behind the liquidation price never gets its turn. */
export function isBeyondLiquidation(side: Side, stopLoss: Price, liquidation: Price | null): boolean {
  if (liquidation === null) return false;
  return side === 'long' ? stopLoss <= liquidation : stopLoss >= liquidation;
}

/** Whether a position with this liquidation price would be liquidated at a price. */
export function isAtLiquidation(side: Side, liquidation: Price | null, price: Price): boolean {
  if (liquidation === null) return false;
  return side === 'long' ? price <= liquidation : price >= liquidation;
}

/**
 * PnL (negative: a loss) when the price moves against a position, fees apart: the whole margin where that liquidates it.
 * @param exit what closing gets before the move. @param percent of the move; the level is floored
 */
export function lossAtMove(exposure: LeveragedExposure, liquidation: Price | null, exit: Price, percent: bigint): Usdt {
  const whole = 100n;
  const moved = exposure.side === 'long' ? whole - percent : whole + percent;
  const level = divide(exit * moved, whole, 'floor');
  return isAtLiquidation(exposure.side, liquidation, level) ? -exposure.margin : profitAndLoss(exposure, level);
}

export type TriggerRefusal = 'take_profit_wrong_side' | 'stop_loss_wrong_side' | 'stop_loss_beyond_liquidation';

/**
 * Take profit and stop loss must lie ahead of and behind the reference price (the market's price
 * now, or the limit price of a resting order); on the price itself they would fire at once.
 *
 * @param liquidation price that the stop loss has to come before; null when there is none
 * @returns null when they are in place.
 */
export function checkTriggers(
  side: Side,
  reference: Price,
  takeProfit: Price | null,
  stopLoss: Price | null,
  liquidation: Price | null,
): TriggerRefusal | null {
  const sign = side === 'long' ? 1n : -1n;
  if (takeProfit !== null && (takeProfit - reference) * sign <= 0n) return 'take_profit_wrong_side';
  if (stopLoss !== null && (stopLoss - reference) * sign >= 0n) return 'stop_loss_wrong_side';
  if (stopLoss !== null && isBeyondLiquidation(side, stopLoss, liquidation)) return 'stop_loss_beyond_liquidation';
  return null;
}
