import {
  type Candle,
  INTERVAL_SECONDS,
  type Interval,
  type Ppm,
  type Price,
  type Usdt,
  aggregateCandles,
  askOf,
  bidOf,
  candleTime,
  mergeCandles,
} from '@plecho/domain';
import { MinuteRing } from './minute-ring.ts';
import type { DayStats, StoredCandle } from './ports.ts';

/** Intervals built from minutes. */
export const HIGHER_INTERVALS = ['5m', '15m', '1h', '1d'] as const satisfies readonly Interval[];
type HigherInterval = (typeof HIGHER_INTERVALS)[number];
const MINUTE = 60;

/** Finished minutes of a pair that open in [from, to) seconds, from whoever knows them. */
export type MinuteHistory = (symbol: string, from: number, to: number) => Candle[];

/**
 * Candles of one pair. Ticks only touch the open minute; every longer candle is the sum of closed minutes and
 * that one, so that all intervals agree by construction.
 */
export class PairCandles {
  readonly symbol: string;
  readonly #history: MinuteHistory;
  readonly #closed: (candle: StoredCandle) => void;
  readonly #ring = new MinuteRing();
  #minute: Candle | null = null;
  /** Highest and lowest price of that minute, without a spread: few prices are either, and only these need their quotes. */
  #top: Price = 0n;
  #bottom: Price = 0n;
  /** Minutes that open before this may lack ticks: they began unseen, or there was a silence in them. */
  #trustedFrom = Number.POSITIVE_INFINITY;
  /** Opening time of the next minute that may open; everything before is closed. */
  #from = 0;
  /** Closed minutes of the longer candles under construction. */
  readonly #bases = new Map<HigherInterval, Candle>();

  /** @param closed told of every candle that is closed by a tick or by {@link advance}. */
  constructor(symbol: string, history: MinuteHistory, closed: (candle: StoredCandle) => void) {
    this.symbol = symbol;
    this.#history = history;
    this.#closed = closed;
  }

  /** Takes closed minutes that are stored already or will be by the caller, ascending, up to `now` (seconds). */
  load(minutes: readonly Candle[], now: number): void {
    for (const minute of minutes) this.#ring.put(minute);
    this.#bases.clear();
    for (const interval of HIGHER_INTERVALS) {
      const time = candleTime(now * 1000, interval);
      const [base] = aggregateCandles(
        minutes.filter((minute) => minute.time >= time),
        interval,
      );
      if (base !== undefined) this.#bases.set(interval, base);
    }
    this.#minute = null;
    this.#trustedFrom = Number.POSITIVE_INFINITY;
    this.#from = now;
  }

  /** @param time milliseconds @param spread highs and lows are widened by half of it */
  tick(price: Price, time: number, volume: Usdt, spread: Ppm = 0n): void {
    // A tick of a minute that is closed already counts for the next one: late is better than lost.
    const opens = Math.max(candleTime(time, '1m'), this.#from);
    if (this.#minute !== null && opens > this.#minute.time) this.advance(opens);
    const minute = this.#minute;
    if (minute === null) {
      this.#top = price;
      this.#bottom = price;
      const [high, low] = [askOf(price, spread), bidOf(price, spread)];
      this.#open({ time: opens, open: price, high, low, close: price, volume });
      return;
    }
    if (price > this.#top) {
      this.#top = price;
      minute.high = askOf(price, spread);
    } else if (price < this.#bottom) {
      this.#bottom = price;
      minute.low = bidOf(price, spread);
    }
    minute.close = price;
    minute.volume += volume;
  }

  /**
   * Closes what ends at or before `time` (seconds, a whole minute). Longer candles of a pair that is silent stay
   * open until it speaks again, because its missing minutes may still be filled.
   */
  advance(time: number): void {
    const minute = this.#minute;
    if (minute !== null && minute.time + MINUTE <= time) {
      this.#minute = null;
      const trusted = minute.time >= this.#trustedFrom;
      const whole = trusted ? undefined : this.#history(this.symbol, minute.time, minute.time + MINUTE)[0];
      this.#from = minute.time + MINUTE;
      this.#fold(whole ?? minute);
    }
    this.#closeBases(Math.min(time, this.#from));
  }

  /**
   * Ticks up to `time` (ms) may be missing: of the minutes they belong to, the history's are taken when they
   * close, if there are any.
   */
  missedTicks(time: number): void {
    this.#trustedFrom = candleTime(time, '1m') + MINUTE;
  }

  /** Closes everything, finished or not: no tick follows. */
  finish(): void {
    if (this.#minute !== null) this.advance(this.#minute.time + MINUTE);
    this.#closeBases(Number.POSITIVE_INFINITY);
  }

  open(interval: Interval): Candle | null {
    const minute = this.#minute;
    if (interval === '1m') return minute === null ? null : { ...minute };
    const base = this.#bases.get(interval) ?? null;
    if (minute === null) return base === null ? null : { ...base };
    const time = candleTime(minute.time * 1000, interval);
    return base === null || base.time !== time ? { ...minute, time } : mergeCandles(base, minute, time);
  }

  /** @param now opening time of the market's current minute, seconds */
  stats(now: number): DayStats | null {
    return this.#ring.stats(now, this.#minute);
  }

  /** @param now opening time of the market's current minute, seconds */
  course(now: number): Price[] {
    return this.#ring.course(now);
  }

  /** Opens a minute; those that went by without a tick come from the history, as after a sleep of the machine. */
  #open(minute: Candle): void {
    const isFirst = this.#trustedFrom === Number.POSITIVE_INFINITY;
    if (isFirst || minute.time > this.#from) this.#trustedFrom = minute.time + MINUTE;
    if (minute.time > this.#from) {
      for (const missed of this.#history(this.symbol, this.#from, minute.time)) this.#fold(missed);
    }
    this.#from = minute.time;
    this.#closeBases(minute.time);
    this.#minute = minute;
  }

  #closeBases(time: number): void {
    for (const interval of HIGHER_INTERVALS) this.#closeBase(interval, time);
  }

  /** Adds a closed minute to everything made of minutes. */
  #fold(minute: Candle): void {
    this.#ring.put(minute);
    this.#closed({ symbol: this.symbol, interval: '1m', candle: minute });
    for (const interval of HIGHER_INTERVALS) {
      this.#closeBase(interval, minute.time);
      const time = candleTime(minute.time * 1000, interval);
      const base = this.#bases.get(interval);
      this.#bases.set(interval, base === undefined ? { ...minute, time } : mergeCandles(base, minute, time));
      this.#closeBase(interval, minute.time + MINUTE);
    }
  }

  #closeBase(interval: HigherInterval, time: number): void {
    const base = this.#bases.get(interval);
    if (base === undefined || base.time + INTERVAL_SECONDS[interval] > time) return;
    this.#bases.delete(interval);
    this.#closed({ symbol: this.symbol, interval, candle: base });
  }
}
