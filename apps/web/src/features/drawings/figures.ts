import {
  isLiquidatable,
  MAX_MARGIN,
  MIN_LEVERAGE,
  MIN_MARGIN,
  notionalOf,
  profitAndLoss,
  totalOf,
  type Ppm,
  type Price,
  type Side,
  type Usdt,
} from '@plecho/domain';
import type { Balances } from '@/live/index.ts';
import { roundToTick } from '@/lib/tick.ts';
import { nearest } from '@/lib/trade-risk.ts';
import { isPosition, type Anchor, type Drawing } from './drawing.ts';

/** Thousandths of the way back from the second anchor to the first. */
export const FIBONACCI = [0, 236, 382, 500, 618, 786, 1000] as const;

/** The prices of a retracement, at the pair's tick: from the second anchor's to the first one's. */
export function fibonacciLevels(first: Price, second: Price, tick: Price): { thousandths: number; price: Price }[] {
  return FIBONACCI.map((thousandths) => {
    const exact = second * 1000n + (first - second) * BigInt(thousandths);
    return { thousandths, price: roundToTick((exact + 500n) / 1000n, tick) };
  });
}

/** How far it is between two anchors. */
export interface Measure {
  price: Price;
  /** Hundredths of a percent of the first anchor's price, towards zero. */
  basisPoints: bigint;
  /** Whole bars of the chart's interval, towards zero. */
  bars: number;
  /** Seconds. */
  time: number;
}

/** @param step seconds of a bar */
export function measure(from: Anchor, to: Anchor, step: number): Measure {
  const price = to.price - from.price;
  const time = to.time - from.time;
  return { price, basisPoints: (price * 10_000n) / from.price, bars: Math.trunc(time / step), time };
}

/** What the amounts of a position are reckoned from. */
export interface Funds {
  /** Everything on the account. */
  total: Usdt;
  /** What a margin can be taken from. */
  available: Usdt;
  /** The market's maintenance margin. */
  maintenance: Ppm;
  /** Of the market, or of its class. */
  maxLeverage: number;
}

export interface Amounts {
  /** Whole cents. */
  margin: Usdt;
  leverage: number;
  /** What is lost at the stop and gained at the target, before fees. Both positive. */
  loss: Usdt;
  gain: Usdt;
}

/** What a drawn position would be as an order. */
export interface PositionPlan {
  side: Side;
  entry: Price;
  takeProfit: Price;
  stopLoss: Price;
  /** Hundredths of R, to the nearest: how many times what is risked can be gained. */
  reward: bigint;
  /** Moves to the target and to the stop, hundredths of a percent of the entry, to the nearest. */
  targetMove: bigint;
  stopMove: bigint;
  /** null while the account is unknown or empty, and for a stop beyond any liquidation. */
  amounts: Amounts | null;
}

/** What is on its way out counts until it has left, as in every other total of the account. */
export const fundsOf = (
  { available, inOrders: orders, inPositions: margin, locked }: Balances,
  rules: Pick<Funds, 'maintenance' | 'maxLeverage'>,
): Funds => ({ total: totalOf({ available, orders, margin, locked }), available, ...rules });

/** What of the account is risked, percent. */
export const RISK_PERCENT = 1n;

const CENT: Usdt = 10_000n;
const toCents = (amount: Usdt): Usdt => (amount / CENT) * CENT;
const abs = (value: bigint): bigint => (value < 0n ? -value : value);
/**
 * The margin that loses {@link RISK_PERCENT} of the account at the stop, with the least leverage that the free money
 * allows; less where even the greatest that is not liquidated before the stop does not reach.
 */
function amountsOf(side: Side, [entry, target, stop]: readonly [Price, Price, Price], funds: Funds): Amounts | null {
  const risk = (funds.total * RISK_PERCENT) / 100n;
  const size = (risk * entry) / abs(entry - stop);
  const most = toCents(funds.available < MAX_MARGIN ? funds.available : MAX_MARGIN);
  const isStopped = (by: number): boolean => {
    const exposure = { side, margin: MIN_MARGIN, notional: notionalOf(MIN_MARGIN, by), entryPrice: entry };
    return !isLiquidatable(exposure, stop, funds.maintenance);
  };
  if (most < MIN_MARGIN || size <= 0n || !isStopped(MIN_LEVERAGE)) return null;
  let leverage = MIN_LEVERAGE;
  while (leverage < funds.maxLeverage && size / BigInt(leverage) > most && isStopped(leverage + 1)) leverage += 1;
  const wanted = toCents(size / BigInt(leverage));
  const margin = wanted > most ? most : wanted < MIN_MARGIN ? MIN_MARGIN : wanted;
  const exposure = { side, notional: notionalOf(margin, leverage), entryPrice: entry };
  return { margin, leverage, loss: -profitAndLoss(exposure, stop), gain: profitAndLoss(exposure, target) };
}

/** @returns null for a drawing that is no position */
export function planOf({ kind, anchors }: Drawing, funds: Funds | null): PositionPlan | null {
  const [entry, target, stop] = anchors.map(({ price }) => price);
  if (!isPosition(kind) || entry === undefined || target === undefined || stop === undefined) return null;
  return {
    side: kind,
    entry,
    takeProfit: target,
    stopLoss: stop,
    reward: nearest(abs(target - entry) * 100n, abs(entry - stop)),
    targetMove: nearest((target - entry) * 10_000n, entry),
    stopMove: nearest((stop - entry) * 10_000n, entry),
    amounts: funds === null ? null : amountsOf(kind, [entry, target, stop], funds),
  };
}
