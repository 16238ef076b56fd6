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
import type { Crossed, MoveCounts } from './ports.ts';

export const MOVE_WINDOW_HOURS = 24;
export const MOVE_DAYS = 30;
const DAY = 86_400;
const HOUR = 3600;
const NOT_CROSSED: Crossed = { spread: 0n, since: 0 };
const LEVERAGES = Array.from({ length: 10 }, (_, index) => index + 1);

/**
 * For every hour whose next 24 hours are over: would a position opened at its opening price have met its
 * liquidation price in them?
 *
 * @param hours closed hourly candles of the last 30 days, ascending; missing hours have no price and no start
 * @param crossed by the opening and by the close; none unless given
 */
export function countMoves(hours: readonly Candle[], maintenance: Ppm, crossed: Crossed = NOT_CROSSED): MoveCounts {
  const { spread } = crossed;
  const end = (hours.at(-1)?.time ?? 0) + HOUR;
  const counts: MoveCounts = {
    windowHours: MOVE_WINDOW_HOURS,
    starts: 0,
    long: LEVERAGES.map(() => 0),
    short: LEVERAGES.map(() => 0),
  };
  const quoted = hours.map((hour) => quotesOf(hour, crossed));
  hours.forEach((start, index) => {
    const windowEnd = start.time + MOVE_WINDOW_HOURS * HOUR;
    if (windowEnd > end) return;
    counts.starts += 1;
    const { low, high } = extremes(quoted, index, windowEnd);
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

/** The lowest and the highest price that closing got in an hour. */
function quotesOf({ time, low, high }: Candle, { spread, since }: Crossed): Pick<Candle, 'time' | 'low' | 'high'> {
  return time >= since ? { time, low, high } : { time, low: bidOf(low, spread), high: askOf(high, spread) };
}

function extremes(
  hours: readonly Pick<Candle, 'time' | 'low' | 'high'>[],
  from: number,
  windowEnd: number,
): { low: Price; high: Price } {
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

interface Known extends Crossed {
  hour: number;
  maintenance: Ppm;
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
  of(symbol: string, now: number, maintenance: Ppm, crossed: Crossed = NOT_CROSSED): Promise<MoveCounts> {
    const hour = candleTime(now, '1h');
    const known = this.#known.get(symbol);
    const { spread, since } = crossed;
    const isSame = known?.hour === hour && known.maintenance === maintenance;
    if (isSame && known.spread === spread && known.since === since) return known.counts;
    const counts = this.#series(symbol, '1h', MOVE_DAYS * 24, hour).then((hours) =>
      countMoves(
        hours.filter(({ time }) => time >= hour - MOVE_DAYS * DAY),
        maintenance,
        crossed,
      ),
    );
    this.#known.set(symbol, { hour, maintenance, spread, since, counts });
    counts.catch(() => this.#known.delete(symbol));
    return counts;
  }
}
