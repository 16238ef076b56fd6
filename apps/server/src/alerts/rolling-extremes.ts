import type { Candle, Price } from '@plecho/domain';

/** Parts of a window: what leaves it does so a part at a time. */
const SLOTS = 300;

interface Slot {
  n: number;
  price: Price;
}

/** The lowest of what was pushed within a window, whose oldest part is forgotten: prices that can still become it, ascending. */
class Minima {
  #slots: Slot[] = [];
  #first = 0;

  push(n: number, price: Price): void {
    while (this.#slots.length > this.#first && (this.#slots.at(-1)?.price ?? 0n) >= price) this.#slots.pop();
    if (this.#slots.length === this.#first || this.#slots.at(-1)?.n !== n) this.#slots.push({ n, price });
  }

  /** @param oldest the first slot that counts */
  read(oldest: number): Price | null {
    while ((this.#slots[this.#first]?.n ?? oldest) < oldest) this.#first += 1;
    if (this.#first > SLOTS) {
      this.#slots = this.#slots.slice(this.#first);
      this.#first = 0;
    }
    return this.#slots[this.#first]?.price ?? null;
  }

  get size(): number {
    return this.#slots.length;
  }

  /** Puts what came before everything that was pushed in front of it. */
  precede(earlier: readonly Slot[]): void {
    const later = this.#slots.slice(this.#first);
    this.#slots = [];
    this.#first = 0;
    for (const { n, price } of [...earlier, ...later]) this.push(n, price);
  }
}

/**
 * The lowest and the highest price of a pair within a time up to its newest price, to a 300th of it. A price costs the same
 * however long the time is, and memory is bounded by the parts.
 */
export class RollingExtremes {
  readonly #slotMs: number;
  readonly #lows = new Minima();
  /** Negated. */
  readonly #highs = new Minima();
  #newest = 0;
  #firstTime: number | null = null;

  /** @param windowSeconds a multiple of 300 */
  constructor(windowSeconds: number) {
    this.#slotMs = (windowSeconds * 1000) / SLOTS;
  }

  /** @param at market time, ms; not before the one pushed last */
  push(price: Price, at: number): void {
    this.#firstTime ??= at;
    this.#newest = this.#slotOf(at);
    this.#lows.push(this.#newest, price);
    this.#highs.push(this.#newest, -price);
  }

  /** What the candles of before the first price say; each counts as at its opening. */
  precede(candles: readonly Candle[]): void {
    const until = this.#firstTime ?? Number.POSITIVE_INFINITY;
    const earlier = candles.filter(({ time }) => time * 1000 <= until);
    this.#lows.precede(earlier.map(({ time, low }) => ({ n: this.#slotOf(time * 1000), price: low })));
    this.#highs.precede(earlier.map(({ time, high }) => ({ n: this.#slotOf(time * 1000), price: -high })));
  }

  get lowest(): Price | null {
    return this.#lows.read(this.#oldest);
  }

  get highest(): Price | null {
    const highest = this.#highs.read(this.#oldest);
    return highest === null ? null : -highest;
  }

  /** How much is remembered. */
  get kept(): number {
    return this.#lows.size + this.#highs.size;
  }

  get #oldest(): number {
    return this.#newest - SLOTS + 1;
  }

  #slotOf(at: number): number {
    return Math.floor(at / this.#slotMs);
  }
}
