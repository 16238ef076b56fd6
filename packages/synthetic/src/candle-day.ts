import { type Candle, PRICE_DECIMALS } from '@plecho/domain';
import { DAY_MINUTES } from './days.ts';
import { exp, ln } from './elementary.ts';
import type { ProcessDay } from './minute-process.ts';
import type { SyntheticPair } from './pairs.ts';
import type { RandomStream } from './random.ts';

/** Minutes of one day of one pair, by place from the first of them on. Prices are whole ticks, turnover is in units of 0.000001 USDT. */
export interface Minutes {
  open: Int32Array;
  high: Int32Array;
  low: Int32Array;
  close: Int32Array;
  volume: Float64Array;
}

/** Units of {@link Candle} prices in a tick. */
export const unitsPerTick = (priceDecimals: number): number => 10 ** (PRICE_DECIMALS - priceDecimals);

/** A close is the last trade, on one side of the book: off the middle by this share of the minute's deviation. */
const BOUNCE = 0.14;
/** Turnover grows with volatility and with the size of the minute's move, and scatters by itself. */
const TURNOVER_PER_HEAT = 1.1;
const TURNOVER_PER_SHOCK = 0.35;
const TURNOVER_SCATTER = 0.55;
/** Logarithm of what the three together add to the mean. */
const TURNOVER_EXCESS = 0.72;

/** The furthest a path from 0 to `change` with this deviation goes up, drawn by its exact law for a Brownian bridge. */
const reach = (change: number, deviation: number, exponential: number) =>
  (change + Math.sqrt(change * change + 2 * deviation * deviation * exponential)) / 2;

/** Logarithm of what a minute of a pair turns over when nothing is unusual about it: the same all day long. */
export const usualTurnoverOf = (pair: SyntheticPair): number =>
  ln((pair.dailyTurnover * 1_000_000) / DAY_MINUTES) - TURNOVER_EXCESS;

/**
 * Turnover of a minute, units.
 *
 * @param usual see {@link usualTurnoverOf}
 * @param change of the price, as a share of it
 * @param deviation of the minute
 */
export function turnoverOf(
  random: RandomStream,
  usual: number,
  heat: number,
  change: number,
  deviation: number,
): number {
  const turnover =
    TURNOVER_PER_HEAT * heat +
    TURNOVER_PER_SHOCK * Math.min(6, Math.abs(change) / deviation) +
    TURNOVER_SCATTER * random.normal();
  return Math.round(exp(usual + turnover));
}

/** Logarithm of the price in ticks at the start of each minute and at the end of the day. */
export function levelsOf(pair: SyntheticPair, factor: ProcessDay, own: ProcessDay): Float64Array {
  const base = ln(pair.anchor * 10 ** pair.priceDecimals);
  return factor.level.map((level, minute) => base + pair.beta * level + (own.level[minute] ?? 0));
}

/** Standard deviation of a minute's log return. */
export function deviationOf(pair: SyntheticPair, factor: ProcessDay, own: ProcessDay, minute: number): number {
  const share = pair.beta * (factor.deviation[minute] ?? 0);
  const ownDeviation = own.deviation[minute] ?? 0;
  return Math.sqrt(share * share + ownDeviation * ownDeviation);
}

/** The lowest price that a candle opens or closes at, ticks. */
export const LOWEST = 2;

export function emptyMinutes(count: number): Minutes {
  return {
    open: new Int32Array(count),
    high: new Int32Array(count),
    low: new Int32Array(count),
    close: new Int32Array(count),
    volume: new Float64Array(count),
  };
}

/**
 * Joins the factor's and the pair's own day into candles (version 1). A minute opens where the one before closed.
 *
 * @param random of this pair's day: everything random about its candles comes from here.
 */
export function candleDay(random: RandomStream, pair: SyntheticPair, factor: ProcessDay, own: ProcessDay): Minutes {
  const day = emptyMinutes(DAY_MINUTES);
  const level = levelsOf(pair, factor, own);
  const usual = usualTurnoverOf(pair);
  let open = Math.max(LOWEST, Math.round(exp(level[0] ?? 0)));
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    const deviation = deviationOf(pair, factor, own, minute);
    // The day's last close is the next day's first open, so it may not depend on this day's draws.
    const bounce = minute === DAY_MINUTES - 1 ? 0 : BOUNCE * deviation * random.normal();
    const close = Math.max(LOWEST, Math.round(exp((level[minute + 1] ?? 0) + bounce)));
    const change = (close - open) / open;
    const up = reach(change, deviation, random.exponential());
    const down = reach(-change, deviation, random.exponential());
    day.open[minute] = open;
    day.close[minute] = close;
    day.high[minute] = Math.max(open, close, Math.round(open * (1 + up)));
    day.low[minute] = Math.max(1, Math.min(open, close, Math.round(open * (1 - down))));
    day.volume[minute] = turnoverOf(random, usual, own.heat[minute] ?? 0, change, deviation);
    open = close;
  }
  return day;
}

/** One of the minutes as a candle. @param time its opening time, seconds */
export function candleOf(minutes: Minutes, at: number, time: number, units: number): Candle {
  // Ticks times units stay below 2^53, so the products are exact.
  return {
    time,
    open: BigInt((minutes.open[at] ?? 0) * units),
    high: BigInt((minutes.high[at] ?? 0) * units),
    low: BigInt((minutes.low[at] ?? 0) * units),
    close: BigInt((minutes.close[at] ?? 0) * units),
    volume: BigInt(minutes.volume[at] ?? 0),
  };
}
