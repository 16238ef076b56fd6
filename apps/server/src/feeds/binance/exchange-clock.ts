import type { Clock } from '../../lib/clock.ts';

/** An event dated further ahead than this says nothing about the time: it is no valid price either (rule E11). */
export const MAX_LEAD_MS = 2_000;
/** An event this old came late, or the exchange has set its clock back. */
const MAX_LAG_MS = 10_000;

/**
 * The exchange's time of day. It goes by this machine's even clock and is set by what the exchange says, so that it
 * does not matter what time it is here. It may be set back; the market's clock above it never goes backwards.
 */
export class ExchangeClock {
  readonly #clock: Clock;
  /** Where it stands before the exchange has been heard, ms. */
  #since: number;
  /** What the exchange's time is ahead of the even clock, ms; null before it has been heard. */
  #ahead: number | null = null;
  /** The same as the exchange has said it last, if that is not believed before it is said again; null otherwise. */
  #doubted: number | null = null;

  constructor(clock: Clock, since: number) {
    this.#clock = clock;
    this.#since = since;
  }

  /** Whole milliseconds since the epoch. */
  now(): number {
    return this.#ahead === null ? this.#since : Math.floor(this.#clock.monotonic() + this.#ahead);
  }

  get isSet(): boolean {
    return this.#ahead !== null;
  }

  /** Until the exchange is heard it stands here at the earliest, ms. */
  goOnFrom(time: number): void {
    this.#since = Math.max(this.#since, time);
  }

  /**
   * The exchange says what time it is, ms. The first time is believed, as there is nothing to hold against it. A step ahead
   * by more than a valid price may be has to be said twice: with a wrong one every price would be stale from then on, since
   * the market's clock does not go back.
   *
   * @returns false when the exchange has to be asked again
   */
  set(time: number): boolean {
    const ahead = time - this.#clock.monotonic();
    const isStep = this.#ahead !== null && ahead - this.#ahead > MAX_LEAD_MS;
    const isAgreed = this.#doubted !== null && Math.abs(ahead - this.#doubted) <= MAX_LEAD_MS;
    const isBelieved = !isStep || isAgreed;
    this.#doubted = isBelieved ? null : ahead;
    if (isBelieved) this.#ahead = ahead;
    return isBelieved;
  }

  /** Takes the time of an event, ms. @returns false when it is so far off that the exchange has to be asked */
  hear(time: number): boolean {
    if (this.#ahead === null) return false;
    const lead = time - this.#clock.monotonic() - this.#ahead;
    if (lead > MAX_LEAD_MS) return false;
    if (lead > 0) this.#ahead += lead;
    return lead >= -MAX_LAG_MS;
  }
}
