import { bytesToHex } from '@noble/hashes/utils.js';
import { dayOf } from './days.ts';
import type { Primitives } from './primitives.ts';

/** The last day that has a key: 2099-12-31. */
export const LAST_DAY = dayOf(Date.UTC(2100, 0, 1) / 1000) - 1;
export const KEY_BYTES = 32;

/**
 * The keys of the days up to one of them, as a reverse hash chain: the key of a day is SHA-256 of the next
 * day's, and SHA-256 of the first day's is the anchor. Whoever has a key has all earlier ones, and no later one.
 */
export class DayKeys {
  readonly newestDay: number;
  readonly primitives: Primitives;
  /** The anchor, then the keys from day 0 on. */
  readonly #chain: Uint8Array;

  /**
   * Costs a microsecond or two for each day.
   * @param key of `newestDay`, 32 bytes
   */
  constructor(newestDay: number, key: Uint8Array, primitives: Primitives) {
    if (key.length !== KEY_BYTES) throw new RangeError(`a key has ${KEY_BYTES} bytes, not ${key.length}`);
    this.newestDay = newestDay;
    this.primitives = primitives;
    this.#chain = new Uint8Array((newestDay + 2) * KEY_BYTES);
    this.#chain.set(key, (newestDay + 1) * KEY_BYTES);
    for (let day = newestDay; day >= 0; day -= 1) {
      this.#chain.set(primitives.sha256(this.keyOf(day)), day * KEY_BYTES);
    }
  }

  /**
   * The keys up to that of a day that is not told: it is as many days after the first as SHA-256 has to be taken to
   * come to the anchor.
   * @param key 32 bytes
   * @returns null when the key does not lead to the anchor
   */
  static leadingTo(anchor: string, key: Uint8Array, primitives: Primitives): DayKeys | null {
    let hash = key;
    for (let day = 0; day <= LAST_DAY; day += 1) {
      hash = primitives.sha256(hash);
      if (bytesToHex(hash) === anchor) return new DayKeys(day, key, primitives);
    }
    return null;
  }

  /** Key of a day; that of the day before the first is the anchor. @throws RangeError for days that the chain has not */
  keyOf(day: number): Uint8Array {
    if (day < -1 || day > this.newestDay) throw new RangeError(`no key of day ${day}`);
    return this.#chain.subarray((day + 1) * KEY_BYTES, (day + 2) * KEY_BYTES);
  }

  /** Public from the start; 64 hexadecimal digits. */
  get anchor(): string {
    return bytesToHex(this.keyOf(-1));
  }
}
