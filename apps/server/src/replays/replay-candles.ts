import {
  aggregateCandles,
  candleTime,
  INTERVAL_SECONDS,
  mergeCandles,
  type Candle,
  type Interval,
  type Ppm,
  type Price,
} from '@plecho/domain';
import { COURSE_STEP, courseOf } from '../engine/candles/course.ts';
import { countMoves, MOVE_DAYS } from '../engine/candles/move-frequency.ts';
import type { Candles, DayStats, MoveCounts } from '../engine/candles/ports.ts';
import type { ReplayFeed } from '../feeds/replay/index.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

type Playing = Pick<ReplayFeed, 'now' | 'history' | 'openMinute' | 'historyStart'>;

/** Candles of a recording as far as it has been played, read from it: nothing of them is stored a second time. */
export class ReplayCandles implements Candles {
  readonly pending = 0;
  readonly #feed: Playing;
  /** The 24 hours before the minute that is playing. */
  readonly #days = new Map<string, { minute: number; stats: Candle | null }>();
  /** The hours of that day which are over, by their time; null for a hole of the recording. */
  readonly #hours = new Map<string, Map<number, Candle | null>>();
  readonly #moves = new Map<string, { hour: number; maintenance: Ppm; counts: MoveCounts }>();

  constructor(feed: Playing) {
    this.#feed = feed;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  tick(): void {
    // The feed knows what it has delivered.
  }

  open(symbol: string, interval: Interval): Candle | null {
    const minute = this.#feed.openMinute(symbol);
    if (minute === null || interval === '1m') return minute;
    const time = candleTime(minute.time * 1000, interval);
    const before = aggregateCandles(this.#feed.history(symbol, time, minute.time), interval)[0];
    return before === undefined ? { ...minute, time } : mergeCandles(before, minute, time);
  }

  series(symbol: string, interval: Interval, limit: number, before: number | null): Promise<Candle[]> {
    const length = INTERVAL_SECONDS[interval];
    const now = Math.floor(this.#feed.now() / 1000) + 1;
    const end = before === null ? now : Math.min(now, Math.ceil(before / length) * length);
    const open = this.#feed.openMinute(symbol);
    let found: Candle[] = [];
    // More than once only where the recording has holes.
    for (let span = limit * length; ; span *= 2) {
      const from = Math.max(this.#feed.historyStart, candleTime((end - span) * 1000, interval));
      const minutes = this.#feed.history(symbol, from, end);
      if (open !== null && open.time >= from && open.time < end) minutes.push(open);
      found = interval === '1m' ? minutes : aggregateCandles(minutes, interval);
      if (found.length >= limit || from <= this.#feed.historyStart) break;
    }
    return Promise.resolve(found.filter(({ time }) => before === null || time < before).slice(-limit));
  }

  stats(symbol: string): DayStats | null {
    const minute = candleTime(this.#feed.now(), '1m');
    let known = this.#days.get(symbol);
    if (known?.minute !== minute) this.#days.set(symbol, (known = { minute, stats: this.#dayBefore(symbol, minute) }));
    const open = this.#feed.openMinute(symbol);
    if (known.stats === null || open === null) return known.stats ?? open;
    return mergeCandles(known.stats, open, known.stats.time);
  }

  course(symbol: string): Price[] {
    const minute = candleTime(this.#feed.now(), '1m');
    const minutes = this.#feed.history(symbol, minute - DAY - COURSE_STEP, minute);
    const closes = new Map(minutes.map(({ time, close }) => [time, close]));
    return courseOf(minute, (time) => closes.get(time) ?? null);
  }

  async moveFrequency(symbol: string, maintenance: Ppm): Promise<MoveCounts> {
    const hour = candleTime(this.#feed.now(), '1h');
    const known = this.#moves.get(symbol);
    if (known?.hour === hour && known.maintenance === maintenance) return known.counts;
    const hours = await this.series(symbol, '1h', MOVE_DAYS * 24, hour);
    const counts = countMoves(
      hours.filter(({ time }) => time >= hour - MOVE_DAYS * DAY),
      maintenance,
    );
    this.#moves.set(symbol, { hour, maintenance, counts });
    return counts;
  }

  end(): Promise<void> {
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  /** Out of hours where they are over: a replay at 60x asks once a second, and a day has 1,440 minutes. */
  #dayBefore(symbol: string, minute: number): Candle | null {
    const from = minute - DAY + MINUTE;
    const [firstHour, lastHour] = [Math.ceil(from / HOUR) * HOUR, Math.floor(minute / HOUR) * HOUR];
    const [first, ...others] = [
      ...this.#feed.history(symbol, from, firstHour),
      ...this.#hoursBetween(symbol, firstHour, lastHour),
      ...this.#feed.history(symbol, lastHour, minute),
    ];
    return first === undefined ? null : others.reduce((a, b) => mergeCandles(a, b, first.time), first);
  }

  #hoursBetween(symbol: string, from: number, to: number): Candle[] {
    const known = this.#hours.get(symbol);
    const hours = new Map<number, Candle | null>();
    for (let time = from; time < to; time += HOUR) {
      const hour = known?.get(time);
      hours.set(time, hour === undefined ? this.#hour(symbol, time) : hour);
    }
    this.#hours.set(symbol, hours);
    return [...hours.values()].filter((hour) => hour !== null);
  }

  #hour(symbol: string, time: number): Candle | null {
    return aggregateCandles(this.#feed.history(symbol, time, time + HOUR), '1h')[0] ?? null;
  }
}
