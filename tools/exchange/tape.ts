import { type Candle, aggregateCandles, candleTime } from '@plecho/domain';
import { type PathTick, minutePath } from '../../apps/server/src/feeds/replay/minute-path.ts';
import type { ListedPair, Minutes } from './minutes.ts';

/** What a pair has done up to a moment. */
export interface Moment {
  /** The minute under way; null while nothing is traded in it. */
  open: Candle | null;
  /** The minute before. */
  closed: Candle | null;
  /** The last 24 hours, as one candle that closes at the last price; null while nothing is traded. */
  day: Candle | null;
}

interface Track {
  minute: number;
  path: PathTick[];
  closed: Candle | null;
  /** 24 hours up to the minute. */
  before: Candle | null;
}

/** Prices within the minutes: the same way through a minute, whoever looks and when. */
export class Tape {
  readonly #minutes: Minutes;
  readonly #tracks = new Map<string, Track>();

  constructor(minutes: Minutes) {
    this.#minutes = minutes;
  }

  /** @param at exchange time, ms */
  at(pair: ListedPair, at: number): Moment {
    const minute = candleTime(at, '1m');
    const { path, closed, before } = this.#track(pair, minute);
    const points = path.filter(({ time }) => time <= at);
    const last = points.at(-1);
    if (last === undefined) return { open: null, closed, day: null };
    const open: Candle = {
      ...{ time: minute, open: points[0]?.price ?? 0n, high: 0n, low: last.price, close: last.price, volume: 0n },
    };
    for (const { price, volume } of points) {
      if (price > open.high) open.high = price;
      if (price < open.low) open.low = price;
      open.volume += volume;
    }
    const [day] = aggregateCandles([...(before === null ? [] : [{ ...before, time: 0 }]), { ...open, time: 60 }], '1d');
    return { open, closed, day: day ?? null };
  }

  #track(pair: ListedPair, minute: number): Track {
    const known = this.#tracks.get(pair.symbol);
    if (known?.minute === minute) return known;
    const candle = this.#minutes.minute(pair.symbol, minute);
    const hours: Candle[] = [];
    // An hour stands for the day: the product takes these figures as they are.
    for (let time = minute - 3_600; time < minute; time += 60) {
      const earlier = this.#minutes.minute(pair.symbol, time);
      if (earlier !== null) hours.push({ ...earlier, time: time - minute + 3_600 });
    }
    const track: Track = {
      minute,
      path: candle === null ? [] : minutePath(candle, pair, 1_000),
      closed: this.#minutes.minute(pair.symbol, minute - 60),
      before: aggregateCandles(hours, '1d')[0] ?? null,
    };
    this.#tracks.set(pair.symbol, track);
    return track;
  }
}
