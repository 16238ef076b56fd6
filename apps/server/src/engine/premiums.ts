import {
  averageClose,
  fundingHour,
  fundingRate,
  nextFundingHour,
  type Candle,
  type FundingRules,
  type Price,
} from '@plecho/domain';
import type { FundingRound, PriceRecord } from '../commands/batch.ts';

const MINUTE_MS = 60_000;
const NONE: FundingRound[] = [];

/** The one-minute closes of an interval. */
interface Closes {
  sum: bigint;
  minutes: number;
}

interface SymbolCloses {
  /** The minute of the newest price, ms, and that price: its close as long as no later one comes. */
  minute: number;
  close: Price;
  /** By the hour that ends the interval, ms, ascending: those that no price has decided yet. */
  intervals: Map<number, Closes>;
}

/**
 * What the funding of each pair is reckoned from: the average of the one-minute closes of the interval that lasts. Outlives
 * the engine, which is made anew whenever the state is read again; what was before this process comes from candles.
 */
export class Premiums {
  readonly #rules: FundingRules | null;
  readonly #symbols = new Map<string, SymbolCloses>();

  /** @param rules null: there is no funding */
  constructor(rules: FundingRules | null) {
    this.#rules = rules;
  }

  /**
   * Minutes from before the first price of this process, ascending. Those before `from` are of rounds that were decided, or
   * of no interval of this market.
   * @param from ms
   */
  recall(symbol: string, candles: readonly Candle[], from: number): void {
    for (const { time, close } of candles) {
      if (time * 1000 >= from) this.#note(symbol, time * 1000, close);
    }
  }

  /** Takes a valid price as soon as it comes, as candles do: one that decides nothing, in a halt, has a minute all the same. */
  add({ symbol, time, price }: PriceRecord): void {
    if (this.#rules !== null) this.#note(symbol, time, price);
  }

  /**
   * @param record taken before
   * @returns the intervals that it decides; one in which no minute had a price comes to nothing
   */
  decide(record: PriceRecord): FundingRound[] {
    const rules = this.#rules;
    const intervals = this.#symbols.get(record.symbol)?.intervals;
    if (rules === null || intervals === undefined) return NONE;
    const hour = fundingHour(record.time, rules);
    const rounds: FundingRound[] = [];
    for (const [at, { sum, minutes }] of intervals) {
      if (at > hour) break;
      intervals.delete(at);
      const average = averageClose(sum, minutes);
      const rate = fundingRate(record.price, average, rules);
      rounds.push({ symbol: record.symbol, at, record, average, minutes, rate });
    }
    return rounds;
  }

  /** @param time ms */
  #note(symbol: string, time: number, price: Price): void {
    const minute = Math.floor(time / MINUTE_MS) * MINUTE_MS;
    const known = this.#symbols.get(symbol);
    if (known === undefined) {
      this.#symbols.set(symbol, { minute, close: price, intervals: new Map() });
      return;
    }
    if (minute > known.minute) {
      this.#finish(known);
      known.minute = minute;
    }
    known.close = price;
  }

  /** The minute of the newest price is over. */
  #finish({ minute, close, intervals }: SymbolCloses): void {
    if (this.#rules === null) return;
    const at = nextFundingHour(minute, this.#rules);
    const closes = intervals.get(at);
    if (closes === undefined) intervals.set(at, { sum: close, minutes: 1 });
    else {
      closes.sum += close;
      closes.minutes += 1;
    }
  }
}
