import { type Candle, type Ppm, type Price, liquidationPrice } from '@plecho/domain';
import type { MoveCounts } from './ports.ts';

export const MOVE_WINDOW_HOURS = 24;
export const MOVE_DAYS = 30;
const HOUR = 3600;
const LEVERAGES = Array.from({ length: 10 }, (_, index) => index + 1);

/**
 * For every hour whose next 24 hours are over: would a position opened at its opening price have met its
 * liquidation price in them?
 *
 * @param hours closed hourly candles of the last 30 days, ascending; missing hours have no price and no start
 */
export function countMoves(hours: readonly Candle[], maintenance: Ppm): MoveCounts {
  const end = (hours.at(-1)?.time ?? 0) + HOUR;
  const counts: MoveCounts = {
    windowHours: MOVE_WINDOW_HOURS,
    starts: 0,
    long: LEVERAGES.map(() => 0),
    short: LEVERAGES.map(() => 0),
  };
  hours.forEach((start, index) => {
    const windowEnd = start.time + MOVE_WINDOW_HOURS * HOUR;
    if (windowEnd > end) return;
    counts.starts += 1;
    const { low, high } = extremes(hours, index, windowEnd);
    LEVERAGES.forEach((leverage, at) => {
      const long = liquidationPrice('long', start.open, leverage, maintenance);
      const short = liquidationPrice('short', start.open, leverage, maintenance);
      if (long !== null && low <= long) counts.long[at] = (counts.long[at] ?? 0) + 1;
      if (short !== null && high >= short) counts.short[at] = (counts.short[at] ?? 0) + 1;
    });
  });
  return counts;
}

function extremes(hours: readonly Candle[], from: number, windowEnd: number): { low: Price; high: Price } {
  let low = hours[from]?.low ?? 0n;
  let high = hours[from]?.high ?? 0n;
  for (let index = from + 1; index < hours.length; index += 1) {
    const hour = hours[index];
    if (hour === undefined || hour.time >= windowEnd) break;
    if (hour.low < low) low = hour.low;
    if (hour.high > high) high = hour.high;
  }
  return { low, high };
}
