import {
  type Candle,
  INTERVAL_SECONDS,
  type Interval,
  type Price,
  aggregateCandles,
  candleTime,
  mergeCandles,
} from '@plecho/domain';
import { MinuteRing } from './minute-ring.ts';
import { HIGHER_INTERVALS } from './pair-candles.ts';
import type { DayStats, StoredCandle } from './ports.ts';

const MINUTE = 60;
const DAY = 86_400;
/** The venue may be so much late with a minute before it counts as missing, ms. */
const LATE_MS = 10_000;
/** Minutes kept that wait for one before them. */
const MAX_EARLY = 1_440;

/**
 * The candles of one pair as its venue makes them. A closed minute of the venue is final, and so is a longer candle
 * that consists of sixty, three hundred … of them; what is missing is asked for.
 */
export class VenuePair {
  readonly symbol: string;
  /** What the venue says of the last 24 hours; null before it has. */
  day: DayStats | null = null;
  readonly #closed: (candle: StoredCandle) => void;
  readonly #ring = new MinuteRing();
  /** Closed minutes that came before one that is missing. */
  readonly #early = new Map<number, Candle>();
  /** Up to where candles are final, by interval: opening time of the next one, seconds. */
  readonly #through = new Map<Interval, number>();
  #minute: Candle | null = null;

  /** @param closed told of every final candle that the stream completes */
  constructor(symbol: string, closed: (candle: StoredCandle) => void) {
    this.symbol = symbol;
    this.#closed = closed;
  }

  /** Takes minutes of the last day that are stored, ascending, or will be by the caller. */
  load(minutes: readonly Candle[]): void {
    for (const minute of minutes) this.#ring.put(minute);
  }

  /** Closed minutes of the last day that open in [from, to) seconds, as far as they are here. */
  minutes(from: number, to: number): Candle[] {
    return this.#ring.minutes(from, Math.min(to, this.through('1m')));
  }

  /** Opening time of the first candle that is not final, seconds. */
  through(interval: Interval): number {
    return this.#through.get(interval) ?? 0;
  }

  /** Says up to where candles are stored, or will be by the caller. */
  setThrough(interval: Interval, time: number): void {
    this.#through.set(interval, time);
    if (interval === '1m') this.#advance();
    else while (this.#complete(interval, this.through(interval) + INTERVAL_SECONDS[interval]));
  }

  /** A price moves the open minute until the venue says what it is. @param time milliseconds */
  tick(price: Price, time: number): void {
    const opens = candleTime(time, '1m');
    const minute = this.#minute;
    if (minute === null || opens > minute.time) {
      this.#open({ time: opens, open: price, high: price, low: price, close: price, volume: 0n });
      return;
    }
    if (opens < minute.time) return;
    if (price > minute.high) minute.high = price;
    if (price < minute.low) minute.low = price;
    minute.close = price;
  }

  /** Takes a one-minute candle of the venue. @returns false when one before it is missing */
  candle(candle: Candle, isClosed: boolean): boolean {
    if (!isClosed) {
      if (this.#minute === null || candle.time >= this.#minute.time) this.#open({ ...candle });
      return true;
    }
    if (candle.time < this.through('1m')) return true;
    if (this.#minute?.time === candle.time) this.#minute = null;
    if (this.#early.size < MAX_EARLY) this.#early.set(candle.time, candle);
    return this.#advance();
  }

  /** Whether a minute is overdue. @param now market time, ms */
  isBehind(now: number): boolean {
    return now - this.through('1m') * 1000 >= MINUTE * 1000 + LATE_MS;
  }

  open(interval: Interval): Candle | null {
    const minute = this.#minute;
    if (interval === '1m') return minute === null ? null : { ...minute };
    const newest = minute?.time ?? this.through('1m') - MINUTE;
    const time = candleTime(newest * 1000, interval);
    const [base] = aggregateCandles(this.#ring.minutes(time, minute?.time ?? newest + MINUTE), interval);
    if (minute === null) return base !== undefined && time >= this.through(interval) ? base : null;
    return base === undefined ? { ...minute, time } : mergeCandles(base, minute, time);
  }

  /** Minutes that are not stored: final ones that wait for others, and those that the venue has not closed. */
  unstored(): Candle[] {
    const to = this.#minute?.time ?? this.through('1m');
    return [...this.#ring.minutes(this.through('1m'), to), ...this.#early.values()];
  }

  /** Of the last 24 hours: the venue's figures, or those of the minutes that are here. @param now ms */
  stats(now: number): DayStats | null {
    return this.day ?? this.#ring.stats(candleTime(now, '1m'), this.#minute);
  }

  /** @param now ms */
  course(now: number): Price[] {
    return this.#ring.course(candleTime(now, '1m'));
  }

  #open(minute: Candle): void {
    const before = this.#minute;
    // Not final, but the best that is known of it until the venue closes it.
    if (before !== null && before.time < minute.time && before.time >= this.through('1m')) this.#ring.put(before);
    this.#minute = minute;
  }

  /** Completes what the closed minutes allow. @returns false when minutes or longer candles are missing */
  #advance(): boolean {
    let isWhole = true;
    for (let time = this.through('1m'); this.#early.size > 0; time += MINUTE) {
      const minute = this.#early.get(time);
      if (minute === undefined) break;
      this.#early.delete(time);
      this.#ring.put(minute);
      this.#through.set('1m', time + MINUTE);
      this.#closed({ symbol: this.symbol, interval: '1m', candle: minute });
      for (const interval of HIGHER_INTERVALS) isWhole = this.#complete(interval, time + MINUTE) && isWhole;
    }
    for (const time of this.#early.keys()) if (time < this.through('1m')) this.#early.delete(time);
    return isWhole && this.#early.size === 0;
  }

  /** Makes the candle that ends at `end` (seconds) of its minutes. @returns false when it is wanted and some are missing */
  #complete(interval: Exclude<Interval, '1m'>, end: number): boolean {
    const length = INTERVAL_SECONDS[interval];
    const start = end - length;
    if (end % length !== 0 || start < this.through(interval)) return true;
    const minutes = this.#ring.minutes(start, end);
    const [candle] = aggregateCandles(minutes, interval);
    if (start > this.through(interval) || minutes.length * MINUTE !== length || candle === undefined) return false;
    this.#through.set(interval, end);
    this.#closed({ symbol: this.symbol, interval, candle });
    return true;
  }
}

/** How far back the venue is asked at the first start, seconds. */
export const ASKED_SECONDS: Record<Interval, number> = {
  '1m': DAY,
  '5m': 30 * DAY,
  '15m': 30 * DAY,
  '1h': 30 * DAY,
  '1d': 365 * DAY,
};
