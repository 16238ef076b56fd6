import type { Candle, Price, Usdt } from '@plecho/domain';
import { courseOf } from './course.ts';
import type { DayStats } from './ports.ts';

const MINUTES = 1440;
const MINUTE = 60;
const DAY = 86_400;

/** The closed minutes of the last 24 hours of one pair, in 69 kB whatever happens. */
export class MinuteRing {
  readonly #time = new Float64Array(MINUTES).fill(-1);
  readonly #open = new BigInt64Array(MINUTES);
  readonly #high = new BigInt64Array(MINUTES);
  readonly #low = new BigInt64Array(MINUTES);
  readonly #close = new BigInt64Array(MINUTES);
  readonly #volume = new BigInt64Array(MINUTES);
  /** Summary of the closed minutes before `#summaryOf`; looked for again only when a minute has passed. */
  #summary: DayStats | null = null;
  #summaryOf = -1;

  /** Takes a closed minute; one that is there already is replaced. */
  put(candle: Candle): void {
    const slot = (candle.time / MINUTE) % MINUTES;
    this.#time[slot] = candle.time;
    this.#open[slot] = candle.open;
    this.#high[slot] = candle.high;
    this.#low[slot] = candle.low;
    this.#close[slot] = candle.close;
    this.#volume[slot] = candle.volume;
    this.#summaryOf = -1;
  }

  /** The minutes that open in [from, to) seconds, as far as they are here. */
  minutes(from: number, to: number): Candle[] {
    const found: Candle[] = [];
    for (let time = from; time < to; time += MINUTE) {
      const slot = (time / MINUTE) % MINUTES;
      if (this.#time[slot] !== time) continue;
      const [open = 0n, high = 0n, low = 0n] = [this.#open[slot], this.#high[slot], this.#low[slot]];
      found.push({ time, open, high, low, close: this.#close[slot] ?? 0n, volume: this.#volume[slot] ?? 0n });
    }
    return found;
  }

  /** How the price went up to the minute `now`, seconds. @see courseOf */
  course(now: number): Price[] {
    return courseOf(now, (time) => {
      const slot = (time / MINUTE) % MINUTES;
      return this.#time[slot] === time ? (this.#close[slot] ?? null) : null;
    });
  }

  /**
   * Figures of the 1440 minutes that end with the minute `now`.
   *
   * @param now opening time of the current minute, seconds
   * @param current the pair's open candle; of an earlier minute when the pair is silent
   */
  stats(now: number, current: Candle | null): DayStats | null {
    if (this.#summaryOf !== now) {
      this.#summary = this.#summarise(now - DAY + MINUTE, now);
      this.#summaryOf = now;
    }
    const closed = this.#summary;
    if (current === null || current.time > now || current.time <= now - DAY) return closed;
    if (closed === null) return { open: current.open, high: current.high, low: current.low, volume: current.volume };
    return {
      open: closed.open,
      high: current.high > closed.high ? current.high : closed.high,
      low: current.low < closed.low ? current.low : closed.low,
      volume: closed.volume + current.volume,
    };
  }

  #summarise(from: number, to: number): DayStats | null {
    let open: Price | null = null;
    let high: Price = 0n;
    let low: Price = 0n;
    let volume: Usdt = 0n;
    for (let time = from; time < to; time += MINUTE) {
      const slot = (time / MINUTE) % MINUTES;
      if (this.#time[slot] !== time) continue;
      const minuteHigh = this.#high[slot] ?? 0n;
      const minuteLow = this.#low[slot] ?? 0n;
      if (open === null) {
        open = this.#open[slot] ?? 0n;
        high = minuteHigh;
        low = minuteLow;
      }
      if (minuteHigh > high) high = minuteHigh;
      if (minuteLow < low) low = minuteLow;
      volume += this.#volume[slot] ?? 0n;
    }
    return open === null ? null : { open, high, low, volume };
  }
}
