import {
  candleTime,
  INTERVAL_SECONDS,
  type Candle,
  type Interval,
  type Price,
  type RingDirection,
} from '@plecho/domain';
import { Crossings } from './crossings.ts';
import type { Tell } from './window-changes.ts';

/** Candles that are looked at for what closed while nobody watched. */
const MOST_BEFORE = 500;

interface Waiting {
  level: Price;
  direction: RingDirection;
  /** A candle that closed before is not meant, ms. */
  since: number;
}

/** The alerts on the close of the candles of one pair at one interval. A candle closes at the last valid price in it. */
export class CandleCloses {
  readonly interval: Interval;
  readonly #levels = new Crossings();
  readonly #taken: bigint[] = [];
  /** Those for which no candle of before has been looked at. */
  readonly #unchecked = new Map<bigint, Waiting>();
  #time: number | null = null;
  #price: Price = 0n;

  constructor(interval: Interval) {
    this.interval = interval;
  }

  add(id: bigint, waiting: Waiting): void {
    this.#levels.add(id, waiting.level, waiting.direction);
    this.#unchecked.set(id, waiting);
  }

  remove(id: bigint, { level, direction }: Pick<Waiting, 'level' | 'direction'>): void {
    this.#levels.remove(id, level, direction);
    this.#unchecked.delete(id);
  }

  price(price: Price, at: number, tell: Tell): void {
    const time = candleTime(at, this.interval);
    if (this.#time !== null && time > this.#time) this.#close(tell);
    this.#time = time;
    this.#price = price;
  }

  /** How many candles have to be looked at for what closed while nobody watched; 0 when none. */
  get unchecked(): number {
    if (this.#unchecked.size === 0 || this.#time === null) return 0;
    const since = Math.min(...[...this.#unchecked.values()].map((each) => each.since));
    return Math.min(MOST_BEFORE, Math.ceil((this.#time - since / 1000) / INTERVAL_SECONDS[this.interval]) + 2);
  }

  /** @param candles of the interval, ascending, the open one too */
  precede(candles: readonly Candle[], tell: Tell): void {
    const length = INTERVAL_SECONDS[this.interval];
    const closed = candles.filter(({ time }) => time < (this.#time ?? 0));
    for (const [id, { level, direction, since }] of this.#unchecked) {
      const beyond = closed.find(
        ({ time, close }) => (time + length) * 1000 > since && (direction === 'up' ? close >= level : close <= level),
      );
      if (beyond === undefined) continue;
      this.#levels.remove(id, level, direction);
      const at = (beyond.time + length) * 1000;
      tell(id, { direction, price: beyond.close, at, change: null });
    }
    this.#unchecked.clear();
  }

  #close(tell: Tell): void {
    const at = ((this.#time ?? 0) + INTERVAL_SECONDS[this.interval]) * 1000;
    const price = this.#price;
    this.#levels.takeUp(price, this.#taken);
    for (const id of this.#taken.splice(0)) tell(id, { direction: 'up', price, at, change: null });
    this.#levels.takeDown(price, this.#taken);
    for (const id of this.#taken.splice(0)) tell(id, { direction: 'down', price, at, change: null });
  }
}
