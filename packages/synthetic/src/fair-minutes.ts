import {
  LOWEST,
  type Minutes,
  deviationOf,
  emptyMinutes,
  levelsOf,
  turnoverOf,
  usualTurnoverOf,
} from './candle-day.ts';
import type { Jump } from './day-walk.ts';
import { DAY_MINUTES } from './days.ts';
import { exp } from './elementary.ts';
import type { ProcessDay } from './minute-process.ts';
import { MINUTE_SLOTS, type TickSchedule } from './minute-ticks.ts';
import type { SyntheticPair } from './pairs.ts';
import type { RandomStream } from './random.ts';

const LAST_SLOT = MINUTE_SLOTS - 1;
/** A random word times this is uniform with a standard deviation of 1. */
const PER_WORD = Math.sqrt(3) / 2 ** 31;
/** Random words that the factor's way within a minute takes. */
const FACTOR_WORDS = LAST_SLOT;
export const FACTOR_WORDS_A_DAY = DAY_MINUTES * FACTOR_WORDS;

const slotOf = ({ share }: Jump): number => 1 + Math.floor(share * LAST_SLOT);

/** Where the factor is at every slot of a day, relative to its level at the minute's start; by minute, then by slot. */
export type FactorWays = Float32Array;

/**
 * The factor's way within each minute: a Brownian bridge between the two levels, and the jumps where they belong.
 * It is the same for all pairs, so that none of them tells where the others go within the minute.
 */
export function factorWays(words: Int32Array, { level, step, jumps }: ProcessDay): FactorWays {
  const ways = new Float32Array(DAY_MINUTES * MINUTE_SLOTS);
  const jumpSum = jumpSums(jumps);
  const noise = new Float64Array(MINUTE_SLOTS);
  const width = PER_WORD / Math.sqrt(LAST_SLOT);
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    let sum = 0;
    for (let slot = 1; slot < MINUTE_SLOTS; slot += 1) {
      sum += width * (words[minute * FACTOR_WORDS + slot - 1] ?? 0);
      noise[slot] = sum;
    }
    const deviation = step[minute] ?? 0;
    const change = (level[minute + 1] ?? 0) - (level[minute] ?? 0) - (jumpSum[minute] ?? 0);
    const slope = (change - deviation * sum) / LAST_SLOT;
    const at = minute * MINUTE_SLOTS;
    for (let slot = 1; slot < MINUTE_SLOTS; slot += 1) ways[at + slot] = deviation * (noise[slot] ?? 0) + slope * slot;
  }
  for (const jump of jumps) {
    const at = jump.minute * MINUTE_SLOTS;
    for (let slot = slotOf(jump); slot < MINUTE_SLOTS; slot += 1) ways[at + slot] = (ways[at + slot] ?? 0) + jump.size;
  }
  return ways;
}

function jumpSums(jumps: readonly Jump[]): Float64Array {
  const sums = new Float64Array(DAY_MINUTES);
  for (const { minute, size } of jumps) sums[minute] = (sums[minute] ?? 0) + size;
  return sums;
}

/** What the prices of a pair's day are made of. */
export interface FairDayParts {
  pair: SyntheticPair;
  schedule: TickSchedule;
  factor: ProcessDay;
  ways: FactorWays;
  own: ProcessDay;
  /** For the turnover. */
  random: RandomStream;
}

const NO_JUMPS = new Float64Array(DAY_MINUTES);

/** The prices of one pair's day, tick by tick: exp of anchor + beta × the factor's way + the pair's own way. Keeps no more of its parts than ticks need. */
export class FairDay {
  readonly #beta: number;
  readonly #slots: Uint8Array;
  readonly #ways: FactorWays;
  readonly #own: Pick<ProcessDay, 'level' | 'step' | 'jumps'>;
  /** Logarithm of the price in ticks at the start of each minute. */
  readonly #level: Float64Array;
  readonly #jumpSum: Float64Array;
  /** Turnover of each minute, units. */
  readonly #volume: Float64Array;
  /** By position in the schedule: share of the minute that is over, and what a random word is multiplied with. */
  readonly #share: Float64Array;
  readonly #width: Float64Array;
  /** By position as well: logarithm of the price relative to the minute's start. */
  readonly #way: Float64Array;

  constructor(parts: FairDayParts) {
    const { pair, factor, own, ways } = parts;
    const { slots } = parts.schedule;
    const first = slots[0] ?? 0;
    this.#beta = pair.beta;
    this.#slots = slots;
    this.#ways = ways;
    this.#own = { level: own.level, step: own.step, jumps: own.jumps };
    this.#level = levelsOf(pair, factor, own);
    this.#jumpSum = own.jumps.length === 0 ? NO_JUMPS : jumpSums(own.jumps);
    this.#volume = this.#turnover(parts);
    this.#share = Float64Array.from(slots, (slot) => (slot - first) / (LAST_SLOT - first));
    this.#width = this.#share.map((share, at) => PER_WORD * Math.sqrt(share - (this.#share[at - 1] ?? 0)));
    this.#way = new Float64Array(slots.length);
  }

  /** Random words that the way within a minute takes. */
  get wordsAMinute(): number {
    return this.#way.length - 1;
  }

  /** The ticks of a minute, one for each of the schedule's slots. @param words of this minute */
  ticks(words: Int32Array, minute: number): Int32Array {
    this.#draw(words, 0, minute);
    const open = exp(this.#level[minute] ?? 0);
    const price = Int32Array.from(this.#way, (x) => priceAt(open, x));
    price[0] = this.#endAt(minute);
    price[price.length - 1] = this.#endAt(minute + 1);
    return price;
  }

  /** Turnover of a minute, units. */
  volume(minute: number): number {
    return this.#volume[minute] ?? 0;
  }

  /** The minutes from `from` on, `to` left out. @param words of these minutes, one after another */
  candles(words: Int32Array, from: number, to: number): Minutes {
    const minutes = emptyMinutes(to - from);
    minutes.volume.set(this.#volume.subarray(from, to));
    const last = this.#way.length - 1;
    let open = this.#endAt(from);
    for (let at = 0; at < to - from; at += 1) {
      const minute = from + at;
      const close = this.#endAt(minute + 1);
      this.#draw(words, at * last, minute);
      let highest = 0;
      let lowest = 0;
      for (let position = 1; position < last; position += 1) {
        const x = this.#way[position] as number;
        if (x > highest) highest = x;
        if (x < lowest) lowest = x;
      }
      // A price grows with its place on the way, so that the extremes of one are those of the other.
      const start = exp(this.#level[minute] ?? 0);
      minutes.open[at] = open;
      minutes.high[at] = Math.max(open, close, priceAt(start, highest));
      minutes.low[at] = Math.min(open, close, priceAt(start, lowest));
      minutes.close[at] = close;
      open = close;
    }
    return minutes;
  }

  #turnover({ pair, factor, own, random }: FairDayParts): Float64Array {
    const volume = new Float64Array(DAY_MINUTES);
    const usual = usualTurnoverOf(pair);
    let open = this.#endAt(0);
    for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
      const close = this.#endAt(minute + 1);
      const deviation = deviationOf(pair, factor, own, minute);
      volume[minute] = turnoverOf(random, usual, own.heat[minute] ?? 0, (close - open) / open, deviation);
      open = close;
    }
    return volume;
  }

  /** What one minute closes and the next one opens at. */
  #endAt(minute: number): number {
    return Math.max(LOWEST, Math.round(exp(this.#level[minute] ?? 0)));
  }

  /** Puts the way through a minute into `#way`, its two ends left out. Most of the time of a day's making goes by here. */
  #draw(words: Int32Array, from: number, minute: number): void {
    const own = this.#own;
    const ways = this.#ways;
    const slots = this.#slots;
    const beta = this.#beta;
    const way = this.#way;
    const width = this.#width;
    const share = this.#share;
    const last = way.length - 1;
    let sum = 0;
    for (let at = 1; at <= last; at += 1) {
      sum += (width[at] as number) * (words[from + at - 1] as number);
      way[at] = sum;
    }
    const deviation = own.step[minute] ?? 0;
    const jumpSum = this.#jumpSum[minute] ?? 0;
    const change = (own.level[minute + 1] ?? 0) - (own.level[minute] ?? 0) - jumpSum;
    const slope = change - deviation * sum;
    const first = minute * MINUTE_SLOTS;
    for (let at = 1; at < last; at += 1) {
      const factor = beta * (ways[first + (slots[at] as number)] as number);
      way[at] = factor + deviation * (way[at] as number) + slope * (share[at] as number);
    }
    if (jumpSum !== 0) this.#addJumps(minute);
  }

  #addJumps(minute: number): void {
    for (const jump of this.#own.jumps.filter((each) => each.minute === minute)) {
      const slot = slotOf(jump);
      this.#slots.forEach((each, at) => {
        if (each >= slot) this.#way[at] = (this.#way[at] ?? 0) + jump.size;
      });
    }
  }
}

const [SECOND, THIRD, FOURTH, FIFTH] = [1 / 2, 1 / 6, 1 / 24, 1 / 120];
/** e^x to seven digits for |x| < 0.2, quickly: a minute moves no further. */
const expOfSmall = (x: number): number => 1 + x * (1 + x * (SECOND + x * (THIRD + x * (FOURTH + x * FIFTH))));

const priceAt = (start: number, x: number): number => Math.max(1, Math.round(start * expOfSmall(x)));
