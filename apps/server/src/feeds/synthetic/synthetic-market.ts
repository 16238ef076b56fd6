import type { Candle } from '@plecho/domain';
import { type CandleDay, candleDay, candleOf, unitsPerTick } from './candle-day.ts';
import { DAY_SECONDS, GENESIS, dayOf } from './day-walk.ts';
import { MinuteProcess, type ProcessDay } from './minute-process.ts';
import type { SyntheticPair } from './pairs.ts';

/** The market factor: about as volatile as the largest coin. */
const FACTOR = { dailyVolatility: 0.026, jumpsPerDay: 0.25, jumpSize: 0.01 };
const OWN_JUMPS_PER_DAY = 0.2;
/** Own jumps are about as large as half a day's own volatility. */
const OWN_JUMP_SHARE = 0.45;

/** Days of the factor kept: a backfill goes pair by pair through a month. */
const FACTOR_DAYS_KEPT = 40;
/** Days of a pair kept: today, and tomorrow or yesterday around midnight. */
const PAIR_DAYS_KEPT = 2;

interface PairState {
  pair: SyntheticPair;
  own: MinuteProcess;
  days: Map<number, CandleDay>;
}

function remember<T>(cache: Map<number, T>, day: number, value: T, kept: number): T {
  cache.set(day, value);
  if (cache.size > kept) {
    const oldest = cache.keys().next();
    if (oldest.done !== true) cache.delete(oldest.value);
  }
  return value;
}

/** Prices of all pairs as a function of (seed, pair, time). Holds nothing but caches. */
export class SyntheticMarket {
  readonly #seed: string;
  readonly #factor: MinuteProcess;
  readonly #factorDays = new Map<number, ProcessDay>();
  readonly #pairs = new Map<string, PairState>();

  constructor(seed: string, pairs: readonly SyntheticPair[]) {
    this.#seed = seed;
    this.#factor = new MinuteProcess(`${seed}|factor`, FACTOR, null);
    for (const pair of pairs) {
      const parameters = {
        dailyVolatility: pair.ownVolatility,
        jumpsPerDay: OWN_JUMPS_PER_DAY,
        jumpSize: pair.ownVolatility * OWN_JUMP_SHARE,
      };
      const own = new MinuteProcess(`${seed}|${pair.symbol}`, parameters, this.#factor);
      this.#pairs.set(pair.symbol, { pair, own, days: new Map() });
    }
  }

  /** @throws RangeError for unknown pairs and for days before the genesis. */
  day(symbol: string, day: number): CandleDay {
    const state = this.#state(symbol);
    return state.days.get(day) ?? remember(state.days, day, this.#make(state, day), PAIR_DAYS_KEPT);
  }

  /** Candles that open in [from, to) seconds, ascending. */
  candles(symbol: string, from: number, to: number): Candle[] {
    const state = this.#state(symbol);
    const units = unitsPerTick(state.pair.priceDecimals);
    const candles: Candle[] = [];
    let time = Math.max(GENESIS, Math.ceil(from / 60) * 60);
    while (time < to) {
      const number = dayOf(time);
      const start = GENESIS + number * DAY_SECONDS;
      const end = Math.min(to, start + DAY_SECONDS);
      // A day that is read once, for history, would only push out the days in use.
      const day = state.days.get(number) ?? this.#make(state, number);
      for (; time < end; time += 60) candles.push(candleOf(day, (time - start) / 60, time, units));
    }
    return candles;
  }

  #state(symbol: string): PairState {
    const state = this.#pairs.get(symbol);
    if (state === undefined) throw new RangeError(`no pair ${symbol}`);
    return state;
  }

  #make(state: PairState, day: number): CandleDay {
    const factor =
      this.#factorDays.get(day) ?? remember(this.#factorDays, day, this.#factor.day(day, null), FACTOR_DAYS_KEPT);
    const key = `${this.#seed}|${state.pair.symbol}|candles|${day}`;
    return candleDay(key, state.pair, factor, state.own.day(day, factor));
  }
}
