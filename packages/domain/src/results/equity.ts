import type { Usdt } from '../decimal.ts';
import type { Millionths, ResultTrade } from './trade.ts';

/** Money that came into the account or, negative, left it: no result. `at` in milliseconds by the market's own clock. */
export interface Flow {
  at: number;
  amount: Usdt;
}

export interface EquityPoint {
  at: number;
  /** Results since the start: flows are not in it. */
  net: Usdt;
  /** What the account held by then without open positions: start, flows and results. */
  equity: Usdt;
  /** What one unit put in at the start has become; a float, 1 at the start. */
  index: number;
}

/**
 * What one result makes of the index: a share of what there was before it. Nothing can be a share of nothing, so that it
 * stays as it is then; and it never gets negative.
 */
const factorOf = (before: Usdt, net: Usdt): number =>
  before > 0n ? Math.max(0, Number(before + net) / Number(before)) : 1;

/**
 * The equity after each close, and a return that flows don't touch (time-weighted): results are chained as shares of
 * what was there when they came. Results are those of closed trades; a flow at the moment of a close comes before it.
 *
 * @param start what the account held before the first flow and trade
 * @param trades in the order of their closes
 * @returns a point for the start, at the first opening, and one for each trade; [] without trades
 */
export function equityCurve(
  start: Usdt,
  flows: readonly Flow[],
  trades: readonly Pick<ResultTrade, 'net' | 'openedAt' | 'closedAt'>[],
): EquityPoint[] {
  const first = trades[0];
  if (first === undefined) return [];
  const coming = [...flows].sort((a, b) => a.at - b.at);
  let next = 0;
  let [equity, net, index] = [start, 0n, 1];
  const points: EquityPoint[] = [{ at: first.openedAt, net, equity, index }];
  for (const trade of trades) {
    for (let flow = coming[next]; flow !== undefined && flow.at <= trade.closedAt; flow = coming[next]) {
      equity += flow.amount;
      next += 1;
    }
    index *= factorOf(equity, trade.net);
    equity += trade.net;
    net += trade.net;
    points.push({ at: trade.closedAt, net, equity, index });
  }
  return points;
}

export interface Drawdown {
  /** Of the highest index before; 0 to a million. */
  ppm: Millionths;
  /** When the index was highest, and when it was down the most. */
  from: number;
  to: number;
}

/** A float as whole millionths. */
export const toMillionths = (value: number): Millionths => Math.round(value * 1_000_000);

/** The largest fall of the index from a height that it had reached before; null when it never fell. */
export function maxDrawdown(points: readonly Pick<EquityPoint, 'at' | 'index'>[]): Drawdown | null {
  let peak = points[0];
  let [deepest, found]: [number, Drawdown | null] = [0, null];
  for (const point of points) {
    if (peak === undefined || point.index > peak.index) peak = point;
    const fall = 1 - point.index / peak.index;
    if (fall > deepest) [deepest, found] = [fall, { ppm: toMillionths(fall), from: peak.at, to: point.at }];
  }
  return found;
}

/** What the index gained or lost over the curve; 0 without points. */
export const returnOf = (points: readonly Pick<EquityPoint, 'index'>[]): Millionths =>
  toMillionths((points.at(-1)?.index ?? 1) - 1);
