import type { Candle, Price } from '@plecho/domain';
import { type Minutes, candleDay, candleOf, unitsPerTick } from './candle-day.ts';
import { LAST_DAY } from './day-keys.ts';
import { DAY_SECONDS, GENESIS, dayOf, startOf } from './days.ts';
import { FACTOR_WORDS_A_DAY, type FactorWays, FairDay, factorWays } from './fair-minutes.ts';
import type { KeyRandomness } from './key-randomness.ts';
import { MinuteProcess, type ProcessDay } from './minute-process.ts';
import {
  MINUTE_SLOTS,
  type MinuteTicks,
  SLOT_MS,
  type TickSchedule,
  minuteTicks,
  split,
  tickSchedule,
} from './minute-ticks.ts';
import type { SyntheticPair } from './pairs.ts';
import type { Randomness } from './randomness.ts';
import { SEED_VERSION } from './seed-randomness.ts';

/** The market factor: about as volatile as the largest coin. */
const FACTOR = { dailyVolatility: 0.026, jumpsPerDay: 0.25, jumpSize: 0.01 };
const OWN_JUMPS_PER_DAY = 0.2;
/** Own jumps are about as large as half a day's own volatility. */
const OWN_JUMP_SHARE = 0.45;

/** Days of the factor kept: a backfill goes pair by pair through a month. */
const FACTOR_DAYS_KEPT = 40;
/** The factor's ways within minutes are large: 1.4 MB a day. */
const FACTOR_WAYS_KEPT = 3;
/** Room for a random word for each tick of a minute. */
const TURNOVER_WORDS = 256;
/** Days of a pair kept: today, and tomorrow or yesterday around midnight. */
const PAIR_DAYS_KEPT = 2;

/** One day of one pair. */
interface PairDay {
  /** The minutes of the day from `from` on, `to` left out. */
  candles(from: number, to: number): Minutes;
  /** @param minute of the day */
  ticks(minute: number): MinuteTicks;
}

interface PairState {
  pair: SyntheticPair;
  schedule: TickSchedule;
  own: MinuteProcess;
  days: Map<number, PairDay>;
  /** Minutes since the epoch of `ticks`. */
  minute: number;
  ticks: MinuteTicks;
}

const NO_TICKS: MinuteTicks = { price: new Int32Array(0), volume: new Float64Array(0) };

function remember<T>(cache: Map<number, T>, day: number, value: T, kept: number): T {
  cache.set(day, value);
  if (cache.size > kept) {
    const oldest = cache.keys().next();
    if (oldest.done !== true) cache.delete(oldest.value);
  }
  return value;
}

const minutesOf = ({ open, high, low, close, volume }: Minutes, from: number, to: number): Minutes => ({
  open: open.subarray(from, to),
  high: high.subarray(from, to),
  low: low.subarray(from, to),
  close: close.subarray(from, to),
  volume: volume.subarray(from, to),
});

/** The generator: prices of all pairs as a function of (randomness, pair, time). Holds nothing but caches. */
export class SyntheticMarket {
  readonly #randomness: Randomness;
  readonly #factor: MinuteProcess;
  readonly #factorDays = new Map<number, ProcessDay>();
  readonly #factorWays = new Map<number, FactorWays>();
  readonly #pairs = new Map<string, PairState>();

  constructor(randomness: Randomness, pairs: readonly SyntheticPair[]) {
    this.#randomness = randomness;
    this.#factor = new MinuteProcess('factor', randomness, FACTOR, null);
    for (const pair of pairs) {
      const parameters = {
        dailyVolatility: pair.ownVolatility,
        jumpsPerDay: OWN_JUMPS_PER_DAY,
        jumpSize: pair.ownVolatility * OWN_JUMP_SHARE,
      };
      const own = new MinuteProcess(pair.symbol, randomness, parameters, this.#factor);
      const [schedule, days] = [tickSchedule(pair), new Map<number, PairDay>()];
      this.#pairs.set(pair.symbol, { pair, schedule, own, days, minute: -1, ticks: NO_TICKS });
    }
  }

  /** When the ticks of a pair fall within a minute. @throws RangeError for unknown pairs */
  schedule(symbol: string): TickSchedule {
    return this.#state(symbol).schedule;
  }

  /** Makes a day ready whose ticks will be asked for. @throws RangeError for unknown pairs and for days before the genesis. */
  prepare(symbol: string, day: number): void {
    this.#day(this.#state(symbol), day);
  }

  /** The ticks of a minute; drawn once as long as no other minute of the pair is asked for. @param minute since the epoch @throws RangeError @see prepare */
  ticks(symbol: string, minute: number): MinuteTicks {
    const state = this.#state(symbol);
    if (state.minute !== minute) {
      const day = dayOf(minute * 60);
      state.ticks = this.#day(state, day).ticks(minute - startOf(day) / 60);
      state.minute = minute;
    }
    return state.ticks;
  }

  /** Price of the tick at a time, ms; null when the pair has none then. @throws RangeError for unknown pairs and days without a key */
  priceAt(symbol: string, time: number): Price | null {
    const { pair, schedule } = this.#state(symbol);
    const slot = time / SLOT_MS;
    const position = schedule.positionOf[slot % MINUTE_SLOTS] ?? -1;
    const day = dayOf(time / 1000);
    if (position < 0 || day < 0 || day > LAST_DAY) return null;
    const { price } = this.ticks(symbol, Math.floor(slot / MINUTE_SLOTS));
    return BigInt((price[position] ?? 0) * unitsPerTick(pair.priceDecimals));
  }

  /** Candles that open in [from, to) seconds, ascending. */
  candles(symbol: string, from: number, to: number): Candle[] {
    const state = this.#state(symbol);
    const units = unitsPerTick(state.pair.priceDecimals);
    const found: Candle[] = [];
    let time = Math.max(GENESIS, Math.ceil(from / 60) * 60);
    while (time < to) {
      const number = dayOf(time);
      const start = startOf(number);
      const end = Math.min(to, start + DAY_SECONDS);
      // A day that is read once, for history, would only push out the days in use.
      const day = state.days.get(number) ?? this.#make(state, number);
      const first = (time - start) / 60;
      const minutes = day.candles(first, Math.ceil((end - start) / 60));
      for (let at = 0; time < end; time += 60, at += 1) found.push(candleOf(minutes, at, time, units));
    }
    return found;
  }

  #state(symbol: string): PairState {
    const state = this.#pairs.get(symbol);
    if (state === undefined) throw new RangeError(`no pair ${symbol}`);
    return state;
  }

  #day(state: PairState, day: number): PairDay {
    return state.days.get(day) ?? remember(state.days, day, this.#make(state, day), PAIR_DAYS_KEPT);
  }

  #make(state: PairState, day: number): PairDay {
    const factor =
      this.#factorDays.get(day) ?? remember(this.#factorDays, day, this.#factor.day(day, null), FACTOR_DAYS_KEPT);
    const own = state.own.day(day, factor);
    const randomness = this.#randomness;
    if (randomness.version !== SEED_VERSION) return this.#makeFair(randomness, state, day, factor, own);
    const { pair, schedule } = state;
    const candles = candleDay(randomness.ofDay(pair.symbol, 'candles', day), pair, factor, own);
    const first = startOf(day) / 60;
    return {
      candles: (from, to) => minutesOf(candles, from, to),
      ticks: (minute) => minuteTicks(randomness.ofMinute(pair.symbol, first + minute), schedule, candles, minute),
    };
  }

  #makeFair(randomness: KeyRandomness, state: PairState, day: number, factor: ProcessDay, own: ProcessDay): PairDay {
    const { pair, schedule } = state;
    const { symbol } = pair;
    const ways = this.#waysOf(randomness, day, factor);
    const random = randomness.ofDay(symbol, 'candles', day);
    const fair = new FairDay({ pair, schedule, factor, ways, own, random });
    const wordsOf = (minute: number, minutes: number): Int32Array =>
      randomness.wordsOfDay(symbol, 'ways', day, minute * fair.wordsAMinute, minutes * fair.wordsAMinute);
    return {
      candles: (from, to) => fair.candles(wordsOf(from, to - from), from, to),
      ticks: (minute) => {
        const price = fair.ticks(wordsOf(minute, 1), minute);
        const parts = randomness.ofDay(symbol, 'turnover', day, minute * TURNOVER_WORDS);
        return { price, volume: split(fair.volume(minute), price.length, parts) };
      },
    };
  }

  #waysOf(randomness: KeyRandomness, day: number, factor: ProcessDay): FactorWays {
    const known = this.#factorWays.get(day);
    if (known !== undefined) return known;
    const words = randomness.wordsOfDay('factor', 'ways', day, 0, FACTOR_WORDS_A_DAY);
    return remember(this.#factorWays, day, factorWays(words, factor), FACTOR_WAYS_KEPT);
  }
}
