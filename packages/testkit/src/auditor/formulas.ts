import { ratio, type Rational } from '../rational.ts';
import type { SeenOrder, SeenPosition, SeenRecord, SeenRules, Side } from './observations.ts';

/** Section 4 of the specification, word by word, in exact fractions. */

type Exposure = Pick<SeenPosition, 'side' | 'entryPrice' | 'leverage'> & { margin: bigint };

const share = (ppm: bigint): Rational => ratio(ppm, 1_000_000n);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const notionalOf = ({ margin, leverage }: Exposure): Rational => ratio(margin).times(ratio(BigInt(leverage)));

/** PnL, exact: notional × (price − entry) / entry, or the opposite. */
export function exactPnl(exposure: Exposure, price: bigint): Rational {
  const change = ratio(price - exposure.entryPrice, exposure.entryPrice);
  const gain = notionalOf(exposure).times(change);
  return exposure.side === 'long' ? gain : ratio(0n).minus(gain);
}

/** Margin + PnL ≤ maintenance margin at the current price. */
export function mustLiquidate(exposure: Exposure, price: bigint, rules: SeenRules): boolean {
  const left = ratio(exposure.margin).plus(exactPnl(exposure, price));
  const current = notionalOf(exposure).times(ratio(price, exposure.entryPrice));
  return left.compare(current.times(share(rules.maintenance))) <= 0;
}

/** Entry × (1 ∓ 1/L) / (1 ∓ m), to the last unit from which on the rule holds; null when it is not positive. */
export function liquidationLevel(exposure: Exposure, rules: SeenRules): bigint | null {
  const one = ratio(1n);
  const part = ratio(1n, BigInt(exposure.leverage));
  const m = share(rules.maintenance);
  const entry = ratio(exposure.entryPrice);
  if (exposure.side === 'short') return entry.times(one.plus(part)).over(one.plus(m)).ceil();
  const level = entry.times(one.minus(part)).over(one.minus(m)).floor();
  return level > 0n ? level : null;
}

export function openFee(exposure: Omit<Exposure, 'side' | 'entryPrice'>, rules: SeenRules): bigint {
  return ratio(exposure.margin)
    .times(ratio(BigInt(exposure.leverage)))
    .times(share(rules.takerFee))
    .ceil();
}

export interface ExpectedClose {
  pnl: bigint;
  closeFee: bigint;
  payout: bigint;
  insurance: bigint;
}

/** What a close at `price` must come to. */
export function expectedClose(exposure: Exposure, price: bigint, reason: string, rules: SeenRules): ExpectedClose {
  const pnl = exactPnl(exposure, price).floor();
  const left = exposure.margin + pnl;
  if (left < 0n) return { pnl: -exposure.margin, closeFee: 0n, payout: 0n, insurance: -left };
  if (reason === 'liquidation') return { pnl, closeFee: left, payout: 0n, insurance: 0n };
  const exit = ratio(notionalOf(exposure).times(ratio(price, exposure.entryPrice)).floor());
  const closeFee = min(exit.times(share(rules.takerFee)).ceil(), left);
  return { pnl, closeFee, payout: left - closeFee, insurance: 0n };
}

/** Worth of coins in units of 0.000001 USDT, exact: BTC and ETH have 8 decimals, prices too, USDT is worth itself. */
export function coinsWorth(asset: string, amount: bigint, price: bigint): Rational {
  return asset === 'USDT' ? ratio(amount) : ratio(amount).times(ratio(price, 10n ** 10n));
}

/** Why a position must close at a price, if it must. */
export function dueReason(position: SeenPosition, price: bigint, rules: SeenRules): string | null {
  if (mustLiquidate(position, price, rules)) return 'liquidation';
  const sign = position.side === 'long' ? 1n : -1n;
  if (position.stopLoss !== null && (price - position.stopLoss) * sign <= 0n) return 'stopLoss';
  if (position.takeProfit !== null && (price - position.takeProfit) * sign >= 0n) return 'takeProfit';
  return null;
}

export function mustFill(order: SeenOrder, price: bigint): boolean {
  return order.side === 'long' ? price <= order.limitPrice : price >= order.limitPrice;
}

/** Take profit ahead of the reference, stop loss behind it. */
export function levelsInPlace(
  side: Side,
  reference: bigint,
  takeProfit: bigint | null,
  stopLoss: bigint | null,
): boolean {
  const ahead = (level: bigint): boolean => (side === 'long' ? level > reference : level < reference);
  if (takeProfit !== null && !ahead(takeProfit)) return false;
  return stopLoss === null || (!ahead(stopLoss) && stopLoss !== reference);
}

/** A stop loss at or behind the price of liquidation never fires. */
export function stopHasTurn(side: Side, stopLoss: bigint | null, liquidation: bigint | null): boolean {
  if (stopLoss === null || liquidation === null) return true;
  return side === 'long' ? stopLoss > liquidation : stopLoss < liquidation;
}

/** Where an order would be liquidated if it filled now, or else at its limit. */
export function liquidationOfOrder(order: SeenOrder, market: bigint, rules: SeenRules): bigint | null {
  const { side, leverage, margin, limitPrice } = order;
  const [low, high] = market < limitPrice ? [market, limitPrice] : [limitPrice, market];
  return liquidationLevel({ side, leverage, margin, entryPrice: side === 'long' ? low : high }, rules);
}

export const sameRecord = (a: SeenRecord | null, b: SeenRecord | null): boolean =>
  a !== null && b !== null && a.seq === b.seq && a.symbol === b.symbol && a.price === b.price && a.time === b.time;
