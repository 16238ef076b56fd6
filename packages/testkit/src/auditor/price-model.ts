import { ratio } from '../rational.ts';
import type { SeenRecord, SeenRules, SeenTick } from './observations.ts';
import { numbersOf } from './quotes.ts';

interface Arrival {
  record: SeenRecord;
  /** Market clock when it arrived, ms. */
  at: number;
  /** Nothing was compared with it: trading stood still, or it was too old when trading went on. */
  isMissed: boolean;
}

/** Trading stopped between two prices: after the newest that is in what was written, and before any that came later. */
interface Interruption {
  written: bigint;
  arrived: bigint;
}

interface SymbolHistory {
  arrivals: Arrival[];
  /** The newest valid price of all processes. */
  last: SeenRecord | null;
  /** What a jump is measured from before the first arrival. */
  reference: bigint | null;
  /** Prices refused as jumps since the last valid one, the oldest first. */
  refused: { price: bigint; time: number }[];
}

/** The auditor's own idea of which ticks are valid prices and how they are numbered. */
export class PriceModel {
  readonly #rules: SeenRules;
  readonly #symbols = new Map<string, SymbolHistory>();
  #seq = 0n;
  #floor: number | null = null;
  /** Of this process. */
  #interruptions: Interruption[] = [];

  constructor(symbols: readonly string[], rules: SeenRules) {
    this.#rules = rules;
    for (const symbol of symbols) this.#symbols.set(symbol, { arrivals: [], last: null, reference: null, refused: [] });
  }

  /** A new process: only what is recorded is remembered. */
  restart(lastSeq: bigint, floor: number | null, references: ReadonlyMap<string, bigint>): void {
    this.#seq = lastSeq - (lastSeq % numbersOf(this.#rules));
    this.#floor = floor;
    this.#interruptions = [];
    for (const [symbol, known] of this.#symbols) {
      known.arrivals = [];
      known.refused = [];
      known.reference = references.get(symbol) ?? null;
    }
  }

  /**
   * @param isMissed trading stands still
   * @returns the record that a tick must become, or null when it is no valid price
   */
  tick({ symbol, price, time }: SeenTick, now: number, isMissed = false): SeenRecord | null {
    const known = this.#symbols.get(symbol);
    if (known === undefined || price === null || price <= 0n || price > 10n ** 17n) return null;
    if (time - now > 2000 || now - time > this.#rules.staleAfterMs) return null;
    if (this.#floor !== null && time < this.#floor) return null;
    const last = known.arrivals.at(-1)?.record;
    if (last !== undefined && (time < last.time || (time === last.time && price === last.price))) return null;
    const reference = last?.price ?? known.reference;
    if (reference !== null && !this.#near(price, reference) && !this.#confirmed(known, price, time)) return null;
    this.#seq += numbersOf(this.#rules);
    const record = { seq: this.#seq, symbol, price, time };
    known.arrivals.push({ record, at: now, isMissed });
    known.last = record;
    known.refused = [];
    return record;
  }

  /** Trading stops. @param written number of the newest price that a decision which is written has taken into account */
  interrupt(written: bigint): void {
    this.#interruptions.push({ written, arrived: this.#seq });
  }

  /**
   * Trading goes on: the newest price of each symbol counts once more, under a number of its own.
   * @returns those that are not too old for it
   */
  repeat(now: number): SeenRecord[] {
    return [...this.#symbols.values()].flatMap(({ arrivals }) => {
      const last = arrivals.at(-1)?.record;
      if (last === undefined) return [];
      this.#seq += numbersOf(this.#rules);
      const record = { ...last, seq: this.#seq };
      const isMissed = now - record.time > this.#rules.staleAfterMs;
      arrivals.push({ record, at: now, isMissed });
      return isMissed ? [] : [record];
    });
  }

  /** Nothing will be compared with these. */
  miss(records: readonly SeenRecord[]): void {
    for (const { symbol, seq } of records) {
      const arrival = this.#symbols.get(symbol)?.arrivals.find(({ record }) => record.seq === seq);
      if (arrival !== undefined) arrival.isMissed = true;
    }
  }

  /**
   * Whether every price from one record to another was compared with what was open: null where it is not known, because
   * one of them came right before trading stopped.
   */
  isWhole(symbol: string, from: bigint, to: bigint): boolean | null {
    if (this.bySeq(symbol, from) === null) return false;
    const [begin, end] = [from, to].map((seq) => this.bySeq(symbol, seq)?.seq ?? seq) as [bigint, bigint];
    const since = this.#interruptions.filter(({ arrived }) => begin <= arrived);
    if (since.length === 0) return true;
    return since.some(({ written, arrived }) => begin <= written && end > arrived) ? false : null;
  }

  newest(symbol: string): SeenRecord | null {
    return this.#symbols.get(symbol)?.arrivals.at(-1)?.record ?? null;
  }

  /** The newest, unless nothing was compared with it. */
  newestMet(symbol: string): SeenRecord | null {
    const arrival = this.#symbols.get(symbol)?.arrivals.at(-1);
    return arrival === undefined || arrival.isMissed ? null : arrival.record;
  }

  /** The newest valid price of a symbol, whichever process saw it; null before the first. */
  lastEver(symbol: string): SeenRecord | null {
    return this.#symbols.get(symbol)?.last ?? null;
  }

  /** The records of a symbol that were its newest at some moment in [from, to], ms of the market's clock. */
  newestBetween(symbol: string, from: number, to: number): SeenRecord[] {
    const arrivals = (this.#symbols.get(symbol)?.arrivals ?? []).filter(({ at }) => at <= to);
    const first = arrivals.findLastIndex(({ at }) => at < from);
    return arrivals.slice(Math.max(first, 0)).map(({ record }) => record);
  }

  /** Newest record of a symbol among those up to `seq`. */
  newestUpTo(symbol: string, seq: bigint): SeenRecord | null {
    const arrivals = this.#symbols.get(symbol)?.arrivals ?? [];
    return arrivals.findLast(({ record }) => record.seq <= seq)?.record ?? null;
  }

  /** The newest time of all records up to `seq`. */
  newestTimeUpTo(seq: bigint): number {
    const records = [...this.#symbols.values()].flatMap(({ arrivals }) => arrivals.map(({ record }) => record));
    return Math.max(Number.NEGATIVE_INFINITY, ...records.filter((r) => r.seq <= seq).map(({ time }) => time));
  }

  /** The record with this number, or with one of its quotes', if this process has given it out. */
  bySeq(symbol: string, seq: bigint): SeenRecord | null {
    return (
      this.#symbols
        .get(symbol)
        ?.arrivals.findLast(({ record }) => record.seq <= seq && seq < record.seq + numbersOf(this.#rules))?.record ??
      null
    );
  }

  /** Market time at which a record, or the one that it is a quote of, came; ms. */
  arrivedAt(symbol: string, seq: bigint): number | null {
    const arrivals = this.#symbols.get(symbol)?.arrivals ?? [];
    return arrivals.findLast(({ record }) => record.seq <= seq)?.at ?? null;
  }

  /** Nothing is dated earlier in this process, ms; null where nothing was recorded before it. */
  get floor(): number | null {
    return this.#floor;
  }

  /** The lowest and the highest price of a symbol that this process has seen; 0 if none. */
  range(symbol: string): { lowest: bigint; highest: bigint } {
    const prices = (this.#symbols.get(symbol)?.arrivals ?? []).map(({ record }) => record.price);
    return {
      lowest: prices.reduce((least, price) => (price < least ? price : least), prices[0] ?? 0n),
      highest: prices.reduce((most, price) => (price > most ? price : most), 0n),
    };
  }

  /** The prices of a symbol that what is open has met in this process, from one record to another, these included. */
  between(symbol: string, from: bigint, to: bigint): bigint[] {
    return this.since(symbol, from, to).map(({ price }) => price);
  }

  /** The records of a symbol from a number on that what is open has met in this process, the last of them that of a number or its quotes. */
  since(symbol: string, from: bigint, to: bigint): SeenRecord[] {
    const arrivals = this.#symbols.get(symbol)?.arrivals ?? [];
    return arrivals.flatMap(({ record, isMissed }) =>
      !isMissed && record.seq >= from && record.seq <= to ? [record] : [],
    );
  }

  /** Newest seq given out. */
  get seq(): bigint {
    return this.#seq;
  }

  /** Whether at some moment in [from, to] the symbol had no fresh price. */
  wasStale(symbol: string, from: number, to: number): boolean {
    const limit = this.#rules.staleAfterMs;
    let newest: SeenRecord | null = null;
    for (const { record, at } of this.#symbols.get(symbol)?.arrivals ?? []) {
      if (at > to) break;
      if (at >= from && (newest === null || at - newest.time > limit)) return true;
      newest = record;
    }
    return newest === null || to - newest.time > limit;
  }

  /** The refused prices end with a run that stayed near its first one for long enough. */
  #confirmed(known: SymbolHistory, price: bigint, time: number): boolean {
    const first = known.refused[0];
    if (first === undefined || time < first.time || !this.#near(price, first.price)) {
      known.refused = [{ price, time }];
      return false;
    }
    known.refused.push({ price, time });
    return time - first.time >= this.#rules.jumpConfirmMs;
  }

  #near(price: bigint, reference: bigint): boolean {
    const change = ratio(price, reference).minus(ratio(1n));
    const size = change.compare(ratio(0n)) < 0 ? ratio(0n).minus(change) : change;
    return size.compare(ratio(this.#rules.maxJump, 1_000_000n)) <= 0;
  }
}
