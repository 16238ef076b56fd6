import { dateOf, dayOf, dayOfDate, type DayKeys, LAST_DAY } from '@plecho/synthetic';

export interface PublishedKey {
  /** "2026-11-20", UTC. */
  day: string;
  /** 64 hexadecimal digits. */
  key: string;
}

/** What everybody may know of a chain: the anchor, and the keys of the days that are over. */
export class PublishedKeys {
  readonly anchor: string;
  readonly firstDay = dateOf(0);
  readonly #keys: DayKeys;
  #newest = -1;

  constructor(keys: DayKeys) {
    this.#keys = keys;
    this.anchor = keys.anchor;
  }

  /** Of the newest day that is over; null before there is one. @param now the market's clock, ms */
  newest(now: number): PublishedKey | null {
    const day = this.#newestDay(now);
    return day < 0 ? null : this.#key(day);
  }

  /** null for a day that is not over yet, and for what is no day of the chain. @param now the market's clock, ms */
  of(date: string, now: number): PublishedKey | null {
    const day = dayOfDate(date);
    return day === null || day < 0 || day > this.#newestDay(now) ? null : this.#key(day);
  }

  /** What is published stays published, whatever a clock does. */
  #newestDay(now: number): number {
    this.#newest = Math.max(this.#newest, Math.min(dayOf(now / 1000) - 1, LAST_DAY));
    return this.#newest;
  }

  #key(day: number): PublishedKey {
    return { day: dateOf(day), key: Buffer.from(this.#keys.keyOf(day)).toString('hex') };
  }
}
