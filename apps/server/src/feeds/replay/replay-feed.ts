import { INTERVAL_SECONDS, candleTime, type Candle, type Interval, type Pair, type Price } from '@plecho/domain';
import type { Clock } from '../../lib/clock.ts';
import type { Feed, FeedSink, Playback } from '../feed.ts';
import { KlineColumns } from './kline-columns.ts';
import type { KlineSource } from './kline-source.ts';
import { pathStep } from './minute-path.ts';
import { TickQueue, type Track } from './tick-queue.ts';

export const MIN_SPEED = 1;
export const MAX_SPEED = 600;

const MINUTE = 60;
const DELIVER_EVERY_MS = 100;
/** A process or machine that slept does not make the recording run ahead: no more than this of wall time counts at once. */
const MAX_ELAPSED_MS = 1_000;
/** A hole in the recording shorter than this passes like any time, with stale prices; a longer one is jumped over. */
const LONGEST_HOLE_MS = 300_000;
/** Of a jump, delivered before others have their turn. */
const TICKS_AT_ONCE = 2_000;

export interface ReplayOptions {
  clock: Clock;
  /**
   * Market time at which it begins, seconds; the recording before it is history. null: the first minute recorded.
   * Past the end (Infinity): it is over, and the clock stands at the end.
   */
  startAt: number | null;
  /** Market seconds in a second, 1 to 600. */
  speed: number;
  /** Of the minute that it goes on in, ms: {@link ReplayFeed.pathStep} of the feed before. As the speed has it unless given. */
  pathStep?: number;
  /** Whether it stands until {@link ReplayFeed.resume}. */
  paused?: boolean;
  /** Market time up to which an earlier feed has delivered everything, ms: {@link Feed.playedBefore}. */
  playedBefore?: number;
  /** When it begins by the wall clock, ms; at once unless given. Until then the market's clock counts down. */
  opensAt?: number;
  /** Market time at which it is over, seconds, if that is before the end of the recording. */
  until?: number;
  /** What it plays by; the clock unless given. */
  beat?: Pick<Clock, 'every'>;
}

/**
 * Plays recorded one-minute candles. The market's clock is the playhead: it runs `speed` times as fast as the
 * wall clock and moves from tick to tick, so at any speed every point of every path is delivered and no wick is
 * skipped. It stands while it is paused, and never goes back.
 */
export class ReplayFeed implements Feed {
  readonly pairs: readonly Pair[];
  readonly historyStart: number;
  readonly playedBefore: number | null;
  readonly #clock: Clock;
  readonly #beat: Pick<Clock, 'every'>;
  readonly #tracks: readonly Track[];
  readonly #queue: TickQueue;
  readonly #opensAt: number | null;
  /** Where it is over, ms: the end of the last recorded minute at the latest. */
  readonly #end: number;
  readonly #firstStep: number;
  #speed: number;
  /** Market time, ms. */
  #playhead: number;
  #sink: FeedSink | null = null;
  #stopTimer: (() => void) | null = null;
  #paused: boolean;
  /** Reading of the even clock at the last delivery, ms. */
  #wall = 0;
  #started = false;
  #stopped = false;
  /** Whether anything has been delivered, now or before. */
  #hasBegun = false;
  /** Counts the jumps; the newest is the one under way. */
  #jump = 0;
  #jumping = false;

  constructor(options: ReplayOptions, tracks: readonly Track[]) {
    const { clock, speed, startAt, paused = false, opensAt = null, beat = clock } = options;
    const starts = tracks.map(({ candles }) => candles.timeAt(0) ?? Number.POSITIVE_INFINITY);
    const ends = tracks.map(({ candles }) => candles.timeAt(candles.length - 1) ?? Number.NEGATIVE_INFINITY);
    this.historyStart = Math.min(...starts);
    if (!Number.isFinite(this.historyStart)) throw new RangeError('nothing is recorded');
    this.#clock = clock;
    this.#beat = beat;
    this.#speed = checkedSpeed(speed);
    this.#firstStep = options.pathStep ?? pathStep(speed);
    this.playedBefore = options.playedBefore ?? null;
    this.#paused = paused;
    this.#opensAt = opensAt;
    this.#tracks = tracks;
    this.#queue = new TickQueue(tracks);
    this.pairs = tracks.map(({ pair }) => pair);
    this.#end = Math.min(Math.max(...ends) + MINUTE, options.until ?? Number.POSITIVE_INFINITY) * 1000;
    this.#playhead = Math.min((startAt ?? this.historyStart) * 1000, this.#end);
  }

  /** Reads the whole recording. @throws RangeError when there is none or the speed is out of range. */
  static async open({
    source,
    pairs,
    ...options
  }: ReplayOptions & { source: KlineSource; pairs: readonly Pair[] }): Promise<ReplayFeed> {
    const tracks: Track[] = [];
    for (const pair of pairs) tracks.push({ pair, candles: await KlineColumns.read(source, pair.symbol) });
    return new ReplayFeed(options, tracks);
  }

  /** Whole milliseconds, as every time that is stored. */
  now(): number {
    return Math.floor(this.#playhead - this.#untilOpening());
  }

  /** Market time up to which everything has been delivered, ms: where another feed goes on. */
  get played(): number {
    return this.#hasBegun ? this.now() : this.now() - 1;
  }

  /** Distance of the points through the minute that it is in, ms; another speed changes that of the next one. */
  get pathStep(): number {
    return this.#queue.step ?? this.#firstStep;
  }

  playback(): Playback {
    return { playing: this.#sink !== null && !this.#paused, speed: this.#speed, end: this.#end };
  }

  start(sink: FeedSink, resumeAt: number | null): Promise<void> {
    if (this.#started) throw new Error('the feed has been started before');
    this.#started = true;
    this.#sink = sink;
    // A first start includes the tick at its very beginning; a resumed one only what has not been delivered.
    const goesOn = resumeAt !== null && resumeAt >= this.#playhead;
    this.#playhead = Math.min(goesOn ? resumeAt : this.#playhead, this.#end);
    this.#hasBegun = goesOn;
    this.#queue.seek(goesOn ? resumeAt + 1 : this.#playhead, this.#firstStep);
    if (this.#paused) this.#sayAgain();
    else this.#play();
    return Promise.resolve();
  }

  stop(): void {
    this.#stand();
    this.#sink = null;
    this.#stopped = true;
  }

  /** Whether nothing comes of it any more: it was stopped, or is over. */
  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Stands still, a jump that is under way too. */
  pause(): void {
    this.#paused = true;
    this.#stand();
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    if (this.#sink !== null) this.#play();
  }

  /** @throws RangeError */
  setSpeed(speed: number): void {
    if (this.#stopTimer !== null) this.#deliver();
    this.#speed = checkedSpeed(speed);
  }

  /** Where the candle ends that comes next or is playing, ms: all of it has been delivered then. */
  endOfCandle(interval: Interval): number {
    const opens = candleTime(this.now() + 1, interval);
    return (opens + INTERVAL_SECONDS[interval]) * 1000 - 1;
  }

  /**
   * Delivers all that lies up to a time (ms) as fast as it goes, others having their turn in between. Resolves when
   * it is there, or when a pause, another jump or the end came in between.
   */
  async playTo(time: number): Promise<void> {
    this.#jump += 1;
    const jump = this.#jump;
    this.#jumping = true;
    while (this.#sink !== null && this.#jump === jump && !this.#advance(time, TICKS_AT_ONCE, false)) {
      await new Promise<void>((resolve) => this.#clock.soon(resolve));
    }
    if (this.#jump !== jump) return;
    this.#jumping = false;
    this.#wall = this.#clock.monotonic();
  }

  /** Once it plays, only what lies before the playhead; before that, whoever resumes knows how far it has been. */
  history(symbol: string, from: number, to: number): Candle[] {
    const track = this.#tracks.find(({ pair }) => pair.symbol === symbol);
    if (track === undefined) return [];
    const finished = this.#started ? Math.floor(this.#playhead / 60_000) * MINUTE : Number.POSITIVE_INFINITY;
    const found: Candle[] = [];
    for (let index = track.candles.firstFrom(from); index < track.candles.length; index += 1) {
      const candle = track.candles.candleAt(index);
      if (candle.time >= to || candle.time + MINUTE > finished) break;
      found.push(candle);
    }
    return found;
  }

  /** What has been delivered of the minute at the playhead; null when nothing has. */
  openMinute(symbol: string): Candle | null {
    const seen = this.#queue.seen(symbol);
    return seen === null || (seen.time + MINUTE) * 1000 <= this.#playhead ? null : seen;
  }

  /** The price that it stands at; null in a hole of the recording. */
  standing(symbol: string): Price | null {
    const minute = candleTime(this.now(), '1m');
    const last = this.#queue.seen(symbol) ?? this.history(symbol, minute - MINUTE, minute)[0];
    return last?.close ?? null;
  }

  #untilOpening(): number {
    return this.#opensAt === null ? 0 : Math.max(0, this.#opensAt - this.#clock.now());
  }

  #play(): void {
    this.#wall = this.#clock.monotonic();
    this.#stopTimer ??= this.#beat.every(DELIVER_EVERY_MS, () => this.#deliver());
  }

  #stand(): void {
    this.#jump += 1;
    this.#jumping = false;
    this.#stopTimer?.();
    this.#stopTimer = null;
  }

  /** Whoever finds the replay standing may trade at the prices that it stands at. */
  #sayAgain(): void {
    for (const { symbol } of this.pairs) {
      const price = this.standing(symbol);
      if (price !== null) this.#sink?.tick({ symbol, price, time: this.now(), volume: 0n });
    }
  }

  #deliver(): void {
    const wall = this.#clock.monotonic();
    const elapsed = Math.max(0, Math.min(wall - this.#wall, MAX_ELAPSED_MS));
    this.#wall = wall;
    if (this.#jumping || this.#untilOpening() > 0) return;
    this.#advance(this.#playhead + elapsed * this.#speed, Number.POSITIVE_INFINITY, true);
  }

  /**
   * Delivers what lies up to `target` (ms).
   * @param overHoles whether a long hole is jumped over, beyond the target too
   * @returns false when there may be more to deliver
   */
  #advance(target: number, most: number, overHoles: boolean): boolean {
    for (let count = 0; this.#sink !== null; count += 1) {
      const tick = this.#queue.peek(this.#speed);
      const jumps = overHoles && tick !== null && tick.time - this.#playhead >= LONGEST_HOLE_MS;
      if (tick === null || tick.time >= this.#end || (tick.time > target && !jumps)) break;
      if (count >= most) return false;
      this.#playhead = tick.time;
      this.#queue.take();
      this.#sink.tick(tick);
      if (jumps) return false;
    }
    this.#hasBegun = true;
    if (this.#sink === null) return true;
    this.#playhead = Math.min(Math.max(this.#playhead, target), this.#end);
    if (this.#playhead < this.#end) return true;
    const sink = this.#sink;
    this.stop();
    sink.ended();
    return true;
  }
}

function checkedSpeed(speed: number): number {
  if (speed >= MIN_SPEED && speed <= MAX_SPEED) return speed;
  throw new RangeError(`speed ${speed} is not between 1 and 600`);
}
