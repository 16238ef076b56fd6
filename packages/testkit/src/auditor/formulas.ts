import { ratio, type Rational } from '../rational.ts';
import type { SeenOrder, SeenPosition, SeenRecord, SeenRules, SeenTrail, Side } from './observations.ts';

/** Section 4 of the specification, word by word, in exact fractions. */

type Exposure = Pick<SeenPosition, 'side' | 'entryPrice' | 'leverage'> & { margin: bigint };

const share = (ppm: bigint): Rational => ratio(ppm, 1_000_000n);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
/** 10^10 USDT: more is neither gained nor lost, whatever the price. */
export const bounded = (value: bigint): bigint => (value < 0n ? -min(-value, 10n ** 16n) : min(value, 10n ** 16n));

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

/** Of what somebody takes from the market; of an order that rested, the maker fee. */
export function openFee(
  exposure: Omit<Exposure, 'side' | 'entryPrice'> & { maker?: boolean },
  rules: SeenRules,
): bigint {
  return ratio(exposure.margin)
    .times(ratio(BigInt(exposure.leverage)))
    .times(share(exposure.maker === true ? rules.makerFee : rules.takerFee))
    .ceil();
}

/** Cost over quantity of two fills, against the person. */
export function averageOf(
  side: Side,
  held: { margin: bigint; price: bigint },
  added: { margin: bigint; price: bigint },
): bigint {
  const quantity = ratio(held.margin, held.price).plus(ratio(added.margin, added.price));
  const average = ratio(held.margin + added.margin).over(quantity);
  return side === 'long' ? average.ceil() : average.floor();
}

export interface ExpectedClose {
  pnl: bigint;
  closeFee: bigint;
  payout: bigint;
  insurance: bigint;
}

/** What a close at `price` must come to. */
export function expectedClose(exposure: Exposure, price: bigint, reason: string, rules: SeenRules): ExpectedClose {
  const pnl = bounded(exactPnl(exposure, price).floor());
  const left = exposure.margin + pnl;
  if (left < 0n) return { pnl: -exposure.margin, closeFee: 0n, payout: 0n, insurance: -left };
  if (reason === 'liquidation') return { pnl, closeFee: left, payout: 0n, insurance: 0n };
  const exit = ratio(bounded(notionalOf(exposure).times(ratio(price, exposure.entryPrice)).floor()));
  const closeFee = min(exit.times(share(rules.takerFee)).ceil(), left);
  return { pnl, closeFee, payout: left - closeFee, insurance: 0n };
}

/** Worth of coins in units of 0.000001 USDT, exact: BTC and ETH have 8 decimals, prices too, USDT is worth itself. */
export function coinsWorth(asset: string, amount: bigint, price: bigint): Rational {
  return asset === 'USDT' ? ratio(amount) : ratio(amount).times(ratio(price, 10n ** 10n));
}

/** Why a position must close at a price, if it must. @param best since its trailing stop was set, where it has one */
export function dueReason(position: SeenPosition, price: bigint, rules: SeenRules, best: bigint | null): string | null {
  if (mustLiquidate(position, price, rules)) return 'liquidation';
  const sign = position.side === 'long' ? 1n : -1n;
  if (position.stopLoss !== null && (price - position.stopLoss) * sign <= 0n) return 'stopLoss';
  if (position.trailing !== null && best !== null) {
    const level = trailingStopAt(position.side === 'short', best, position.trailing);
    if ((price - level) * sign <= 0n) return 'trailingStop';
  }
  if (position.takeProfit !== null && (price - position.takeProfit) * sign >= 0n) return 'takeProfit';
  return null;
}

/** Whether filling an order buys: opening a long does, and closing a short. */
export const buys = ({ side, reduces }: Pick<SeenOrder, 'side' | 'reduces'>): boolean =>
  (side === 'long') === (reduces === null);

/** 0.1 % to 50 %, or a difference of prices. */
export const isTrail = ({ unit, value }: SeenTrail): boolean =>
  unit === 'percent' ? value >= 10n && value <= 5_000n : value > 0n && value <= 10n ** 17n;

/** Where a trailing stop fires that buys above the lowest price, or sells below the highest. */
export function trailingStopAt(isBuying: boolean, best: bigint, { unit, value }: SeenTrail): bigint {
  if (unit === 'price') return isBuying ? best + value : best - value;
  const exact = ratio(best * (isBuying ? 10_000n + value : 10_000n - value), 10_000n);
  return isBuying ? exact.ceil() : exact.floor();
}

/** Whether a price does what an order waits for. @param best price for who has it, since it was placed */
export function mustFire(order: SeenOrder, price: bigint, best: bigint): boolean {
  const { kind, stopPrice, callback, activatedAt } = order;
  const worse = (level: bigint): boolean => (buys(order) ? price >= level : price <= level);
  if (kind === 'trailingStop') return callback !== null && worse(trailingStopAt(buys(order), best, callback));
  const isStop = kind === 'stopMarket' || (kind === 'stopLimit' && activatedAt === null);
  return isStop ? stopPrice !== null && worse(stopPrice) : withinLimit(order, price);
}

/** Whether a price is as good as the limit of an order, or better. */
export function withinLimit(order: SeenOrder, price: bigint): boolean {
  const { limitPrice } = order;
  return limitPrice !== null && (buys(order) ? price <= limitPrice : price >= limitPrice);
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

/** What a person may change of a position without touching what it is worth. */
export const levelsOf = ({ takeProfit, stopLoss, initialStopLoss, trailing }: SeenPosition) => ({
  ...{ takeProfit, stopLoss, initialStopLoss, trailing },
});

type Stops = Pick<SeenPosition, 'stopLoss' | 'initialStopLoss'>;

/** The first stop loss stays; where there was none, a batch tells of the first that was set in it, and of the last. */
export function keepsFirstStop(before: Stops, after: Stops): boolean {
  if (before.initialStopLoss !== null) return after.initialStopLoss === before.initialStopLoss;
  return after.initialStopLoss !== null || after.stopLoss === null;
}

/** A stop loss at or behind the price of liquidation never fires. */
export function stopHasTurn(side: Side, stopLoss: bigint | null, liquidation: bigint | null): boolean {
  if (stopLoss === null || liquidation === null) return true;
  return side === 'long' ? stopLoss > liquidation : stopLoss < liquidation;
}

/** Whether each level of a position is still ahead of the price, or behind it, and comes before the liquidation. */
export function levelsHaveTurn(
  { side, takeProfit, stopLoss }: Pick<SeenPosition, 'side' | 'takeProfit' | 'stopLoss'>,
  liquidation: bigint | null,
  exit: bigint,
): boolean {
  return stopHasTurn(side, stopLoss, liquidation) && levelsInPlace(side, exit, takeProfit, stopLoss);
}

/** Where an order is filled if that happened now, or else where it waits: a stop limit is at its stop then. */
export function entryOfOrder(order: SeenOrder, market: bigint): bigint {
  const { side, kind, limitPrice, stopPrice, callback, activatedAt } = order;
  if (callback !== null) return trailingStopAt(buys(order), callback.peak.price, callback);
  if (limitPrice === null) return stopPrice ?? market;
  const at = kind === 'stopLimit' && activatedAt === null ? (stopPrice ?? market) : market;
  const [low, high] = at < limitPrice ? [at, limitPrice] : [limitPrice, at];
  return side === 'long' ? low : high;
}

/** Where an order would be liquidated that is filled there. */
export function liquidationOfOrder(order: SeenOrder, market: bigint, rules: SeenRules): bigint | null {
  const { side, leverage, margin } = order;
  return liquidationLevel({ side, leverage, margin, entryPrice: entryOfOrder(order, market) }, rules);
}

export const sameRecord = (a: SeenRecord | null, b: SeenRecord | null): boolean =>
  a !== null && b !== null && a.seq === b.seq && a.symbol === b.symbol && a.price === b.price && a.time === b.time;
