import type { Price, Usdt } from './decimal.ts';

export const INTERVALS = ['1m', '5m', '15m', '1h', '1d'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Length of an interval, seconds. */
export const INTERVAL_SECONDS: Record<Interval, number> = { '1m': 60, '5m': 300, '15m': 900, '1h': 3600, '1d': 86_400 };

export interface Candle {
  /** Opening time, seconds since the epoch, UTC; a multiple of the interval. */
  time: number;
  open: Price;
  high: Price;
  low: Price;
  close: Price;
  /** Turnover in USDT. */
  volume: Usdt;
}

/** Opening time, in seconds, of the candle of `interval` that contains `timeMs`. */
export function candleTime(timeMs: number, interval: Interval): number {
  const length = INTERVAL_SECONDS[interval];
  return Math.floor(timeMs / 1000 / length) * length;
}

/** Joins a later candle to an earlier one of the same bucket; the result opens at `time`. */
export function mergeCandles(earlier: Candle, later: Candle, time: number): Candle {
  return {
    time,
    open: earlier.open,
    high: later.high > earlier.high ? later.high : earlier.high,
    low: later.low < earlier.low ? later.low : earlier.low,
    close: later.close,
    volume: earlier.volume + later.volume,
  };
}

/** Builds candles of `interval` from candles of a shorter one, both in ascending order of time. */
export function aggregateCandles(candles: Iterable<Candle>, interval: Interval): Candle[] {
  const result: Candle[] = [];
  for (const candle of candles) {
    const time = candleTime(candle.time * 1000, interval);
    const last = result.at(-1);
    if (last?.time === time) result[result.length - 1] = mergeCandles(last, candle, time);
    else result.push({ ...candle, time });
  }
  return result;
}
