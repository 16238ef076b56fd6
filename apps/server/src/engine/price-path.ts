import {
  acrossSpread,
  closingPrice,
  isBeyondPeak,
  type Candle,
  type MarketRules,
  type Ppm,
  type Price,
  type QuoteSide,
  type Side,
} from '@plecho/domain';
import type { Extremes, PathSource, Peak, PositionState, PriceRecord } from '../commands/batch.ts';
import { quoteOf, recordStep } from '../commands/quote.ts';

/** Turning points kept of one symbol and direction; a price that wanders without a trend leaves far fewer in a month. */
const MAX_POINTS = 8_192;

/** A price and where on the path it was: the seq of a tick, or the opening time of a candle. */
interface Point {
  at: bigint;
  price: Price;
  /** Market time, ms. */
  time: number;
}

/** A point, and until where the price has stood still since. */
interface Stay extends Point {
  until: bigint;
}

/**
 * Answers what the highest price since a point was, or the lowest. Keeps only the points that no later one is beyond,
 * so that each comes and goes once, and the first one left since any point is the answer.
 */
class Peaks {
  readonly #highest: boolean;
  #points: Stay[] = [];
  /** Up to here every second point was forgotten. */
  thinnedTo = 0n;

  /** @param highest false for the lowest prices */
  constructor(highest: boolean) {
    this.#highest = highest;
  }

  add(point: Stay): void {
    const points = this.#points;
    const { at, price } = point;
    const newest = points.at(-1);
    if (newest?.price === price) {
      newest.until = at;
      return;
    }
    for (let top = newest; top !== undefined; top = points.at(-1)) {
      if (this.#highest ? top.price >= price : top.price <= price) break;
      points.pop();
    }
    points.push(point);
    if (points.length > MAX_POINTS) this.#makeRoom();
  }

  /** Where the highest, or the lowest, price since `at` was first; null when there was none. */
  since(at: bigint): Point | null {
    let [low, high] = [0, this.#points.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#points[middle]?.until ?? 0n) < at) low = middle + 1;
      else high = middle;
    }
    return this.#points[low] ?? null;
  }

  /** In the older half: of equal prices the last one will do; if that is not enough, every second point is forgotten. */
  #makeRoom(): void {
    const half = MAX_POINTS / 2;
    const newer = this.#points.slice(half);
    let older = this.#points.slice(0, half).filter(({ price }, n) => this.#points[n + 1]?.price !== price);
    if (older.length > half / 2) {
      this.thinnedTo = newer[0]?.at ?? 0n;
      older = older.filter((_, n) => n % 2 === 0);
    }
    this.#points = [...older, ...newer];
  }
}

/** Both directions of a path. */
class Range {
  readonly #highs = new Peaks(true);
  readonly #lows = new Peaks(false);

  /** Both are the newest of their direction, and may be one and the same: then it stands still in both, or in none. */
  add(high: Stay, low: Stay): void {
    this.#highs.add(high);
    this.#lows.add(low);
  }

  /** [] when there was no price since `at`. */
  since(at: bigint): Price[] {
    const [high, low] = [this.#highs.since(at), this.#lows.since(at)];
    return high === null || low === null ? [] : [high.price, low.price];
  }

  /** What is best for who sells, or for who buys; null when there was no price since `at`. */
  best(quote: QuoteSide, at: bigint): Point | null {
    return (quote === 'sell' ? this.#highs : this.#lows).since(at);
  }

  get thinnedTo(): bigint {
    const [high, low] = [this.#highs.thinnedTo, this.#lows.thinnedTo];
    return high > low ? high : low;
  }
}

type Lived = Pick<PositionState, 'side' | 'entryRecord' | 'added'>;

interface SymbolPath {
  ticks: Range;
  /** Seq since which every valid tick is known; null until the next one comes. */
  wholeFrom: bigint | null;
  /** Number of the newest valid price. */
  newest: bigint;
  /** Whole candles from before this process; null until they are read. */
  candles: Range | null;
}

/**
 * The best and worst prices since any moment, without looking at positions: a tick costs a comparison or two, however
 * many are open, and a question the logarithm of the turning points.
 *
 * Exact (`ticks`) for what was opened since the process began. What is older (`candles`) has the whole candles after its
 * opening instead, and the ticks since the start; nothing is said of it before those candles were read.
 */
export class PricePath implements PathSource {
  readonly #symbols = new Map<string, SymbolPath>();
  readonly #rules: Pick<MarketRules, 'spreads'>;

  constructor(rules: Pick<MarketRules, 'spreads'> = { spreads: new Map() }) {
    this.#rules = rules;
  }

  /** Takes a valid price. Those of a symbol come in ascending seq. */
  add(record: PriceRecord): void {
    const { symbol, seq, price, time } = record;
    const path = this.#symbol(symbol);
    path.wholeFrom ??= seq;
    path.newest = seq;
    const point = { at: seq, price, time, until: seq };
    path.ticks.add(point, point);
  }

  /** Prices were missed: what is open now is not known tick by tick any more. */
  interrupt(): void {
    for (const path of this.#symbols.values()) path.wholeFrom = null;
  }

  /** Candles of the time before this process, ascending. */
  recall(symbol: string, candles: readonly Candle[]): void {
    const range = new Range();
    for (const { time, high, low } of candles) {
      const at = BigInt(time) * 1000n;
      const when = { at, time: time * 1000, until: at };
      range.add({ ...when, price: high }, { ...when, price: low });
    }
    this.#symbol(symbol).candles = range;
  }

  extremes(position: Lived, exit: PriceRecord): Extremes | null {
    const { side, entryRecord: entry, added } = position;
    const path = this.#symbol(entry.symbol);
    const isWhole = path.wholeFrom !== null && entry.seq >= path.wholeFrom && entry.seq >= path.ticks.thinnedTo;
    const ends = [entry.price, ...added.map(({ record }) => record.price), exit.price];
    // What buys pay at a price and what sells get have the numbers after it.
    if (isWhole && path.newest + recordStep(this.#rules) > exit.seq) {
      return extremesOf(side, [...ends, ...this.#closing(entry, side)], 'ticks');
    }
    if (path.candles === null) return null;
    const lived = this.#lived(path.candles, entry, side);
    return extremesOf(side, [...ends, ...lived, ...this.#closing(entry, side)], 'candles');
  }

  /** The same of one that has met only the first prices after its opening. @param lived these, up to its exit */
  extremesUntil(position: Lived, exit: PriceRecord, lived: readonly PriceRecord[]): Extremes | null {
    const known = this.extremes(position, exit);
    if (known?.path !== 'ticks') return known;
    const { side, entryRecord: entry } = position;
    const prices = lived.map(({ price }) => closingPrice(side, price, this.#spread(entry)));
    return extremesOf(side, [entry.price, exit.price, ...prices], 'ticks');
  }

  /**
   * The best quote since a peak, that one among them: of the ticks, and for the time before this process of its candles as
   * soon as they were read. Those name no record of a price.
   */
  peak(symbol: string, quote: QuoteSide, since: Peak): Peak {
    const { ticks, candles } = this.#symbol(symbol);
    let peak = since;
    const tick = ticks.best(quote, since.seq ?? 0n);
    if (tick !== null) {
      const { seq, price, time } = quoteOf(
        { seq: tick.at, symbol, price: tick.price, time: tick.time },
        quote,
        this.#rules,
      );
      if (isBeyondPeak(quote, peak.price, price)) peak = { seq, price, time };
    }
    const candle = candles?.best(quote, BigInt(since.time)) ?? null;
    if (candle === null) return peak;
    const price = acrossSpread(
      quote === 'sell' ? 'long' : 'short',
      candle.price,
      this.#rules.spreads.get(symbol) ?? 0n,
    );
    return isBeyondPeak(quote, peak.price, price) ? { seq: null, price, time: candle.time } : peak;
  }

  /** The best and the worst of what the position could have been closed at since its opening. */
  #closing(entry: PriceRecord, side: Side): Price[] {
    const prices = this.#symbol(entry.symbol).ticks.since(entry.seq);
    return prices.map((price) => closingPrice(side, price, this.#spread(entry)));
  }

  /** The same of candles, whose highs are what buys paid and lows what sells got. */
  #lived(candles: Range, entry: PriceRecord, side: Side): Price[] {
    const [high, low] = candles.since(BigInt(entry.time));
    if (high === undefined || low === undefined) return [];
    const across = (price: Price): Price => acrossSpread(side, price, this.#spread(entry));
    return side === 'long' ? [across(high), low] : [high, across(low)];
  }

  #spread({ symbol }: PriceRecord): Ppm {
    return this.#rules.spreads.get(symbol) ?? 0n;
  }

  #symbol(symbol: string): SymbolPath {
    let path = this.#symbols.get(symbol);
    if (path === undefined) {
      path = { ticks: new Range(), wholeFrom: null, newest: 0n, candles: null };
      this.#symbols.set(symbol, path);
    }
    return path;
  }
}

function extremesOf(side: Side, prices: readonly Price[], path: Extremes['path']): Extremes {
  const highest = prices.reduce((a, b) => (b > a ? b : a));
  const lowest = prices.reduce((a, b) => (b < a ? b : a));
  return side === 'long' ? { best: highest, worst: lowest, path } : { best: lowest, worst: highest, path };
}
