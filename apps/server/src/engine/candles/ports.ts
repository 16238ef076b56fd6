import type { Candle, Interval, Ppm, Price, Usdt } from '@plecho/domain';

/** A closed candle of one pair, as it is stored. */
export interface StoredCandle {
  symbol: string;
  interval: Interval;
  candle: Candle;
}

/** What is stored of one pair at one interval: opening times in seconds. Between them there are no holes but those of the market. */
export interface CandleSpan {
  symbol: string;
  interval: Interval;
  oldest: number;
  newest: number;
}

/** The candle storage of one market. Times are opening times in seconds. */
export interface CandleStore {
  /**
   * Stores closed candles of any intervals and pairs in one transaction; one that is already there
   * (same pair, interval and time) is replaced, so a repeated call does no harm.
   * A minute's call has some hundred candles, a backfill's up to 20,000.
   */
  append(candles: readonly StoredCandle[]): Promise<void>;
  /** At most `limit` newest candles that open before `before` (null: no bound), ascending. */
  read(symbol: string, interval: Interval, limit: number, before: number | null): Promise<Candle[]>;
  /** Extent of what is stored; pairs and intervals without a candle are absent. */
  spans(): Promise<CandleSpan[]>;
  /** One-minute candles of every pair that open in [from, to), ascending within a pair; pairs without one are absent. */
  minutes(from: number, to: number): Promise<Map<string, Candle[]>>;
  /**
   * Deletes at most `limit` candles of `interval` that open before `before`; of those that are packed a day counts as one
   * and goes as a whole. @returns how many were deleted.
   */
  deleteBefore(interval: Interval, before: number, limit: number): Promise<number>;
  /** Puts candles that open before `before` into less space: a day of at most `limit` series. @returns of how many; 0 when nothing is left. */
  pack(before: number, limit: number): Promise<number>;
}

/** Summary of the last 24 hours of a pair, to the minute; null before its first price. */
export interface DayStats {
  open: Price;
  high: Price;
  low: Price;
  /** Turnover, USDT. */
  volume: Usdt;
}

/** The last day of a pair: its last minute (seconds), what it closed at, and the 24 hours up to it. */
export interface LastDay extends DayStats {
  time: number;
  close: Price;
}

/** How often a position would have been liquidated within `windowHours` of each hourly start. */
export interface MoveCounts {
  windowHours: number;
  starts: number;
  /** Number of starts by leverage: index 0 is 1x, index 9 is 10x. */
  long: number[];
  short: number[];
}

/** The spread that opening and closing cross. */
export interface Crossed {
  /** Of the price; half of it lies on either side. */
  spread: Ppm;
  /** s; the high and the low of candles from then on are quotes already. */
  since: number;
}

/** Progress of the filling of the candle history, for logs and readiness. */
export interface BackfillProgress {
  /**
   * `essential`, what has passed since the server stopped, is stored before anything newer is; `rest`, the history of
   * the pairs that are asked for, comes after it. Both beside trading.
   */
  phase: 'essential' | 'rest';
  /** Between 0 and 1. */
  done: number;
}

/**
 * Candles of one market. Implemented by `CandleBook` (book.ts).
 *
 * Life: `start` before the feed starts; then every valid tick; `stop` at the end.
 */
export interface Candles {
  /**
   * From here on ticks may come. Beside trading it rebuilds open candles and 24-hour figures from storage and fills what
   * is missing since the newest stored candles from the feed's history; until that is stored nothing newer is, and
   * {@link series} waits. The 30 days before the first start are taken from the feed's history; those of a pair that
   * {@link series} is asked for are stored in the background, and then the daily candles of its year, which are there as
   * soon as they are stored. A venue's book rejects when the storage fails.
   *
   * @param now market clock, ms: where the feed will go on.
   */
  start(now: number, onProgress?: (progress: BackfillProgress) => void): Promise<void>;
  /**
   * Takes a valid tick. Ticks of one pair come in ascending time. Constant time; a pair the feed does not list is ignored.
   *
   * @param time market clock, ms
   * @param volume turnover since the pair's previous tick
   * @param spread highs and lows are those of what buys paid and sells got
   */
  tick(symbol: string, price: Price, time: number, volume: Usdt, spread?: Ppm): void;
  /** The candle under construction; null before the first tick of its bucket, and until the book is {@link whole}. */
  open(symbol: string, interval: Interval): Candle | null;
  /**
   * Stored candles joined with those not stored yet and the open one, ascending, at most `limit`, opening before `before`.
   * Rejects while the storage can't be asked.
   */
  series(symbol: string, interval: Interval, limit: number, before: number | null): Promise<Candle[]>;
  /** Figures of the 24 hours up to the newest tick of the market; null before the pair's first price, and until the book is {@link whole}. */
  stats(symbol: string): DayStats | null;
  /** How the price went in those 24 hours, for a small picture: a point every half hour, oldest first. */
  course(symbol: string): Price[];
  /** Resolves when the last day of all pairs is here, or the book is stopped; absent where it always is. Never rejects. */
  readonly whole?: Promise<void>;
  /** From the hourly candles of the last 30 days; remembered until the next hour. */
  moveFrequency(symbol: string, maintenance: Ppm, crossed?: Crossed): Promise<MoveCounts>;
  /** Closed candles that wait to be stored; grows while the storage fails. */
  readonly pending: number;
  /** The market is over: closes and stores everything, unfinished candles and the whole history too. Never rejects. */
  end(): Promise<void>;
  /** Ends background work and stores what is closed. Never rejects. */
  stop(): Promise<void>;
}
