import { MAX_PRICE, PPM_ONE, type MarketRules, type Price } from '@plecho/domain';
import { recordStep } from '../commands/quote.ts';
import type { PriceRecord } from '../commands/batch.ts';
import { MAX_LEAD_MS } from '../commands/decision.ts';
import type { RawTick } from '../feeds/feed.ts';

export const REJECTIONS = [
  'unknownSymbol',
  'notANumber',
  'notPositive',
  'absurd',
  'future',
  'stale',
  'old',
  'duplicate',
  'jump',
] as const;
/** Why a tick is no valid price. */
export type Rejection = (typeof REJECTIONS)[number];

interface SymbolPrices {
  last: PriceRecord | null;
  /** What it had last before the start, where what is open in it ends without a valid price since. */
  recalled: PriceRecord | null;
  /** What a jump is measured from: the last valid price, or one known from before the start. */
  reference: Price | null;
  /** A new level after an impossible jump, and since when prices have stayed near it. */
  candidate: { price: Price; since: number } | null;
}

/**
 * Decides which ticks are valid prices (rule E5) and numbers them. Everything else is counted and
 * goes no further: no candle, no ticker, no fill.
 */
export class PriceGate {
  readonly rejected: Record<Rejection, number>;
  readonly #rules: MarketRules;
  /** The numbers after a price's are those of its quotes. */
  readonly #step: bigint;
  readonly #symbols = new Map<string, SymbolPrices>();
  /** Seq of the newest valid price of the market. */
  #seq = 0n;
  /** No tick older than this is taken: prices up to here have been used before. */
  #floor = Number.NEGATIVE_INFINITY;

  constructor(symbols: Iterable<string>, rules: MarketRules) {
    this.#rules = rules;
    this.#step = recordStep(rules);
    this.rejected = Object.fromEntries(REJECTIONS.map((reason) => [reason, 0])) as Record<Rejection, number>;
    for (const symbol of symbols)
      this.#symbols.set(symbol, { last: null, recalled: null, reference: null, candidate: null });
  }

  /** Goes on after what is already recorded, its quotes too. @param floor market time of the newest record, ms. */
  resume(lastSeq: bigint, floor: number | null): void {
    if (lastSeq > this.#seq) this.#seq = lastSeq - (lastSeq % this.#step);
    if (floor !== null && floor > this.#floor) this.#floor = floor;
  }

  /** Sets the price that the first tick of a symbol is compared with, from its history. */
  setReference(symbol: string, price: Price): void {
    const known = this.#symbols.get(symbol);
    if (known !== undefined && known.last === null) known.reference = price;
  }

  /**
   * Takes a price from before the start as the last one that is known of a symbol that has had none since: what the last
   * candle closed at. Nothing is decided at it but the end: how old it is, within its minute, nobody knows (rule E4).
   * @param time market time of that price at the latest, ms
   * @returns its record; null when the symbol has one
   */
  recall(symbol: string, price: Price, time: number): PriceRecord | null {
    const known = this.#symbols.get(symbol);
    if (known === undefined || (known.last ?? known.recalled) !== null) return null;
    known.recalled = this.#number({ symbol, price, time });
    return known.recalled;
  }

  /** Gives the newest price of a symbol another number: it counts once more. @returns null when there is none */
  repeat(symbol: string): PriceRecord | null {
    const known = this.#symbols.get(symbol);
    if (known === undefined || known.last === null) return null;
    known.last = this.#number(known.last);
    return known.last;
  }

  hasSymbol(symbol: string): boolean {
    return this.#symbols.has(symbol);
  }

  lastRecord(symbol: string): PriceRecord | null {
    return this.#symbols.get(symbol)?.last ?? null;
  }

  /** The newest valid price, or what was recalled; null without both. */
  lastKnown(symbol: string): PriceRecord | null {
    return this.lastRecord(symbol) ?? this.#symbols.get(symbol)?.recalled ?? null;
  }

  /** @returns the numbered record, or null when the tick is no valid price. @param now market clock, ms. */
  accept(tick: RawTick, now: number): PriceRecord | null {
    const known = this.#symbols.get(tick.symbol);
    if (known === undefined) return this.#reject('unknownSymbol');
    const { price, time } = tick;
    const rejection = this.#malformed(price, time, now) ?? this.#outdated(known, price, time);
    if (rejection !== null || price === null) return this.#reject(rejection ?? 'notANumber');
    if (this.#isJump(known, price, time)) return this.#reject('jump');
    known.reference = price;
    known.candidate = null;
    known.last = this.#number({ symbol: tick.symbol, price, time });
    return known.last;
  }

  #number({ symbol, price, time }: Omit<PriceRecord, 'seq'>): PriceRecord {
    this.#seq += this.#step;
    return { seq: this.#seq, symbol, price, time };
  }

  #malformed(price: Price | null, time: number, now: number): Rejection | null {
    if (price === null || !Number.isFinite(time)) return 'notANumber';
    if (price <= 0n) return 'notPositive';
    if (price > MAX_PRICE) return 'absurd';
    if (time > now + MAX_LEAD_MS) return 'future';
    return now - time > this.#rules.staleAfterMs ? 'stale' : null;
  }

  #outdated({ last }: SymbolPrices, price: Price | null, time: number): Rejection | null {
    if (time < this.#floor) return 'old';
    if (last === null || time > last.time) return null;
    return time === last.time && price === last.price ? 'duplicate' : time < last.time ? 'old' : null;
  }

  /** A jump is impossible until prices have stayed near the new level for the market's `jumpConfirmMs`. */
  #isJump(known: SymbolPrices, price: Price, time: number): boolean {
    const { reference, candidate } = known;
    if (reference === null || this.#isNear(price, reference)) return false;
    if (candidate === null || time < candidate.since || !this.#isNear(price, candidate.price)) {
      known.candidate = { price, since: time };
      return true;
    }
    return time - candidate.since < this.#rules.jumpConfirmMs;
  }

  #isNear(price: Price, reference: Price): boolean {
    const move = price > reference ? price - reference : reference - price;
    return move * PPM_ONE <= reference * this.#rules.maxJump;
  }

  #reject(reason: Rejection): null {
    this.rejected[reason]++;
    return null;
  }
}
