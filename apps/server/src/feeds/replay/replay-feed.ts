import type { Candle, Pair } from '@plecho/domain';
import type { Clock } from '../../lib/clock.ts';
import type { Feed, FeedSink, RawTick } from '../feed.ts';
import { KlineColumns } from './kline-columns.ts';
import type { KlineSource } from './kline-source.ts';
import { minutePath, pathStep } from './minute-path.ts';

export const MIN_SPEED = 1;
export const MAX_SPEED = 600;

const MINUTE = 60;
const DELIVER_EVERY_MS = 100;
/** A process or machine that slept does not make the recording run ahead: no more than this of wall time counts at once. */
const MAX_ELAPSED_MS = 1_000;
/** A hole in the recording shorter than this passes like any time, with stale prices; a longer one is jumped over. */
const LONGEST_HOLE_MS = 300_000;

export interface ReplayOptions {
  clock: Clock;
  source: KlineSource;
  pairs: readonly Pair[];
  /**
   * Market time at which it begins, seconds; the recording before it is history. null: the first minute recorded.
   * Past the end (Infinity): it is over, and the clock stands at the end.
   */
  startAt: number | null;
  /** Market seconds in a second, 1 to 600. */
  speed: number;
}

interface Track {
  pair: Pair;
  klines: KlineColumns;
}

/**
 * Plays recorded one-minute candles. The market's clock is the playhead: it runs `speed` times as fast as the
 * wall clock and moves from tick to tick, so at any speed every point of every path is delivered and no wick is
 * skipped.
 */
export class ReplayFeed implements Feed {
  readonly pairs: readonly Pair[];
  readonly historyStart: number;
  readonly #clock: Clock;
  readonly #speed: number;
  readonly #tracks: readonly Track[];
  /** End of the last recorded minute, ms. */
  readonly #end: number;
  /** Market time, ms. */
  #playhead: number;
  #sink: FeedSink | null = null;
  #stopTimer: (() => void) | null = null;
  /** Reading of the even clock at the last delivery, ms. */
  #wall = 0;
  #started = false;
  /** Ticks of the minute that is playing, in order, and how many are delivered. */
  #ticks: RawTick[] = [];
  #position = 0;
  /** Opening time of the next minute to play, seconds; null past the end. */
  #nextMinute: number | null = null;

  private constructor({ clock, speed, pairs, startAt }: ReplayOptions, tracks: Track[]) {
    if (!(speed >= MIN_SPEED && speed <= MAX_SPEED)) throw new RangeError(`speed ${speed} is not between 1 and 600`);
    const starts = tracks.map(({ klines }) => klines.timeAt(0) ?? Number.POSITIVE_INFINITY);
    const ends = tracks.map(({ klines }) => klines.timeAt(klines.length - 1) ?? Number.NEGATIVE_INFINITY);
    this.historyStart = Math.min(...starts);
    if (!Number.isFinite(this.historyStart)) throw new RangeError('nothing is recorded');
    this.#clock = clock;
    this.#speed = speed;
    this.#tracks = tracks;
    this.pairs = pairs;
    this.#end = (Math.max(...ends) + MINUTE) * 1000;
    this.#playhead = Math.min((startAt ?? this.historyStart) * 1000, this.#end);
  }

  /** Reads the whole recording. @throws RangeError when there is none or the speed is out of range. */
  static async open(options: ReplayOptions): Promise<ReplayFeed> {
    const tracks: Track[] = [];
    for (const pair of options.pairs)
      tracks.push({ pair, klines: await KlineColumns.read(options.source, pair.symbol) });
    return new ReplayFeed(options, tracks);
  }

  /** Whole milliseconds, as every time that is stored. */
  now(): number {
    return Math.floor(this.#playhead);
  }

  start(sink: FeedSink, resumeAt: number | null): Promise<void> {
    if (this.#started) throw new Error('the feed has been started before');
    this.#started = true;
    this.#sink = sink;
    // A first start includes the tick at its very beginning; a resumed one only what has not been delivered.
    const from = resumeAt === null || resumeAt < this.#playhead ? this.#playhead : resumeAt + 1;
    this.#playhead = Math.min(from, this.#end);
    this.#loadMinute(this.#minuteFrom(Math.floor(from / 60_000) * MINUTE));
    while ((this.#ticks[this.#position]?.time ?? Number.POSITIVE_INFINITY) < from) this.#position += 1;
    this.#wall = this.#clock.monotonic();
    this.#stopTimer = this.#clock.every(DELIVER_EVERY_MS, () => this.#deliver());
    return Promise.resolve();
  }

  stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    this.#sink = null;
  }

  /** Once it plays, only what lies before the playhead; before that, whoever resumes knows how far it has been. */
  history(symbol: string, from: number, to: number): Candle[] {
    const track = this.#tracks.find(({ pair }) => pair.symbol === symbol);
    if (track === undefined) return [];
    const finished = this.#started ? Math.floor(this.#playhead / 60_000) * MINUTE : Number.POSITIVE_INFINITY;
    const candles: Candle[] = [];
    for (let index = track.klines.firstFrom(from); index < track.klines.length; index += 1) {
      const candle = track.klines.candleAt(index);
      if (candle.time >= to || candle.time + MINUTE > finished) break;
      candles.push(candle);
    }
    return candles;
  }

  #deliver(): void {
    const wall = this.#clock.monotonic();
    const elapsed = Math.max(0, Math.min(wall - this.#wall, MAX_ELAPSED_MS));
    this.#wall = wall;
    const target = this.#playhead + elapsed * this.#speed;
    for (let tick = this.#next(); tick !== null && this.#sink !== null; tick = this.#next()) {
      const jumps = tick.time - this.#playhead >= LONGEST_HOLE_MS;
      if (tick.time > target && !jumps) break;
      this.#playhead = tick.time;
      this.#position += 1;
      this.#sink.tick(tick);
      if (jumps) return;
    }
    if (this.#sink === null) return;
    this.#playhead = Math.min(Math.max(this.#playhead, target), this.#end);
    if (this.#playhead < this.#end) return;
    const sink = this.#sink;
    this.stop();
    sink.ended();
  }

  /** The next tick to deliver; null when there is none left. */
  #next(): RawTick | null {
    if (this.#position >= this.#ticks.length) this.#loadMinute(this.#nextMinute);
    return this.#ticks[this.#position] ?? null;
  }

  /** First minute at or after `time` that any pair has, seconds. */
  #minuteFrom(time: number): number | null {
    let first = Number.POSITIVE_INFINITY;
    for (const { klines } of this.#tracks) first = Math.min(first, klines.timeAt(klines.firstFrom(time)) ?? first);
    return Number.isFinite(first) ? first : null;
  }

  /** Lays out the paths of all pairs through a minute in the order of time. */
  #loadMinute(minute: number | null): void {
    this.#ticks = [];
    this.#position = 0;
    this.#nextMinute = minute === null ? null : this.#minuteFrom(minute + MINUTE);
    if (minute === null) return;
    for (const { pair, klines } of this.#tracks) {
      const index = klines.firstFrom(minute);
      if (klines.timeAt(index) !== minute) continue;
      for (const { offset, price, volume } of minutePath(
        klines.candleAt(index),
        pair.priceDecimals,
        pathStep(this.#speed),
      )) {
        this.#ticks.push({ symbol: pair.symbol, price, time: minute * 1000 + offset, volume });
      }
    }
    this.#ticks.sort((a, b) => a.time - b.time);
  }
}
