import { mergeCandles, type Candle, type Pair } from '@plecho/domain';
import type { RawTick } from '../feed.ts';
import type { RecordedCandles } from './kline-columns.ts';
import { minutePath, pathStep } from './minute-path.ts';

const MINUTE = 60;

/** A pair and what is recorded of it. */
export interface Track {
  pair: Pair;
  candles: RecordedCandles;
}

/** The ticks of one minute, in the order of time. */
interface Minute {
  /** Opening time, seconds. */
  time: number;
  /** Distance of its points, ms. */
  step: number;
  ticks: RawTick[];
}

/** The ticks of a recording in the order of time, laid out a minute at a time. */
export class TickQueue {
  readonly #tracks: readonly Track[];
  /** The minute that is playing, and how many of its ticks have been taken. */
  #playing: Minute | null = null;
  #taken = 0;
  /** The one after it, once somebody has looked so far; it plays from its first tick on. */
  #next: Minute | null = null;
  /** Where to look for it, seconds. */
  #from = 0;

  constructor(tracks: readonly Track[]) {
    this.#tracks = tracks;
  }

  /** Of the minute that is playing; null when none is. */
  get step(): number | null {
    return this.#playing?.step ?? null;
  }

  /** From here on the next tick is the first at or after `from` (ms). @param step of the minute that it is in, ms */
  seek(from: number, step: number): void {
    // The minute of the moment before: at the very end of a minute, that one is what has been seen last.
    this.#from = Math.floor((from - 1) / 60_000) * MINUTE;
    this.#playing = this.#layOut(step);
    this.#taken = 0;
    this.#next = null;
    while ((this.#playing?.ticks[this.#taken]?.time ?? Number.POSITIVE_INFINITY) < from) this.#taken += 1;
  }

  /** The next tick; null when there is none left. @param speed decides how fine the path of the next minute is */
  peek(speed: number): RawTick | null {
    const tick = this.#playing?.ticks[this.#taken];
    if (tick !== undefined) return tick;
    this.#next ??= this.#layOut(pathStep(speed));
    return this.#next?.ticks[0] ?? null;
  }

  /** Goes on to the tick after the one that was looked at. */
  take(): void {
    if (this.#taken < (this.#playing?.ticks.length ?? 0)) this.#taken += 1;
    else {
      this.#playing = this.#next;
      this.#next = null;
      this.#taken = 1;
    }
  }

  /** What has been taken of the minute that is playing, as a candle; null when nothing has. */
  seen(symbol: string): Candle | null {
    if (this.#playing === null) return null;
    const { time, ticks } = this.#playing;
    let seen: Candle | null = null;
    for (const { symbol: of, price, volume } of ticks.slice(0, this.#taken)) {
      if (of !== symbol || price === null) continue;
      const tick = { time, open: price, high: price, low: price, close: price, volume };
      seen = seen === null ? tick : mergeCandles(seen, tick, time);
    }
    return seen;
  }

  /** The paths of all pairs through the next minute that any of them has; null past the end. */
  #layOut(step: number): Minute | null {
    const time = Math.min(
      ...this.#tracks.map(({ candles }) => candles.timeAt(candles.firstFrom(this.#from)) ?? Number.POSITIVE_INFINITY),
    );
    if (!Number.isFinite(time)) return null;
    this.#from = time + MINUTE;
    const ticks: RawTick[] = [];
    for (const { pair, candles } of this.#tracks) {
      const index = candles.firstFrom(time);
      if (candles.timeAt(index) === time) ticks.push(...minutePath(candles.candleAt(index), pair, step));
    }
    return { time, step, ticks: ticks.sort((a, b) => a.time - b.time) };
  }
}
