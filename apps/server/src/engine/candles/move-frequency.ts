import {
  askOf,
  bidOf,
  type Candle,
  type Interval,
  type Ppm,
  type Price,
  candleTime,
  liquidationPrice,
} from '@plecho/domain';
import type { MoveCounts } from './ports.ts';

export const MOVE_WINDOW_HOURS = 24;
export const MOVE_DAYS = 30;
const DAY = 86_400;
const HOUR = 3600;
const LEVERAGES = Array.from({ length: 10 }, (_, index) => index + 1);

/**
 * For every hour whose next 24 hours are over: would a position opened at its opening price have met its
 * liquidation price in them?
 *
 * @param hours closed hourly candles of the last 30 days, ascending; missing hours have no price and no start
 * @param spread half of it lies between the opening price and what the position is opened at
 */
export function countMoves(hours: readonly Candle[], maintenance: Ppm, spread: Ppm = 0n): MoveCounts {
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
    const [ask, bid] = [askOf(start.open, spread), bidOf(start.open, spread)];
    LEVERAGES.forEach((leverage, at) => {
      const long = liquidationPrice('long', ask, leverage, maintenance);
      const short = liquidationPrice('short', bid, leverage, maintenance);
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

type Series = (symbol: string, interval: Interval, limit: number, before: number) => Promise<Candle[]>;

interface Known {
  hour: number;
  maintenance: Ppm;
  spread: Ppm;
  counts: Promise<MoveCounts>;
}

/** The counts of each pair from the hourly candles of the last 30 days, remembered until the next hour. */
export class MoveFrequencies {
  readonly #series: Series;
  readonly #known = new Map<string, Known>();

  constructor(series: Series) {
    this.#series = series;
  }

  /** With the rules of a market, as they are shown by then. @param now market time, ms */
  of(symbol: string, now: number, maintenance: Ppm, spread: Ppm = 0n): Promise<MoveCounts> {
    const hour = candleTime(now, '1h');
    const known = this.#known.get(symbol);
    const isSame = known?.hour === hour && known.maintenance === maintenance && known.spread === spread;
    if (isSame) return known.counts;
    const counts = this.#series(symbol, '1h', MOVE_DAYS * 24, hour).then((hours) =>
      countMoves(
        hours.filter(({ time }) => time >= hour - MOVE_DAYS * DAY),
        maintenance,
        spread,
      ),
    );
    this.#known.set(symbol, { hour, maintenance, spread, counts });
    counts.catch(() => this.#known.delete(symbol));
    return counts;
  }
}
