import type { Clock } from '../../lib/clock.ts';

const MINUTE_MS = 60_000;
/** Part of the exchange's limit that is used: others may share the address. */
const SHARE = 0.5;
const USUAL_LIMIT = 6_000;
/** When a refusal does not say how long. */
const USUAL_BAN_MS = 60_000;
/** An exchange that says more is asked again after this. */
const LONGEST_BAN_MS = 3_600_000;

/** The weight of requests that the exchange allows an address in a minute, and how long it wants to be left alone. */
export class RequestBudget {
  readonly #clock: Clock;
  #limit = USUAL_LIMIT * SHARE;
  #used = 0;
  /** Readings of the even clock: the beginning of the minute that `#used` belongs to, and the end of a ban. */
  #minute: number;
  #bannedUntil = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#minute = clock.monotonic();
  }

  /** @param weight that the exchange allows in a minute */
  allow(weight: number): void {
    this.#limit = Math.max(1, weight * SHARE);
  }

  /** Takes `weight` if there is room for it. @returns how long to wait before asking again, ms; 0 when it is taken */
  take(weight: number): number {
    const now = this.#clock.monotonic();
    if (now < this.#bannedUntil) return this.#bannedUntil - now;
    if (now - this.#minute >= MINUTE_MS) {
      this.#minute = now;
      this.#used = 0;
    }
    // The first request of a minute is never too heavy.
    if (this.#used > 0 && this.#used + weight > this.#limit) return this.#minute + MINUTE_MS - now;
    this.#used += weight;
    return 0;
  }

  /** @param header X-MBX-USED-WEIGHT-1M: what the exchange has counted, others of this address included */
  report(header: string | null): void {
    const used = header === null ? Number.NaN : Number(header);
    if (Number.isSafeInteger(used) && used > this.#used) this.#used = used;
  }

  /** After 429 and 418. @param retryAfter the header, seconds @returns for how long nothing is asked, ms */
  ban(retryAfter: string | null): number {
    const seconds = retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : 0;
    const ms = seconds === 0 ? USUAL_BAN_MS : Math.min(seconds * 1000, LONGEST_BAN_MS);
    this.#bannedUntil = Math.max(this.#bannedUntil, this.#clock.monotonic() + ms);
    return ms;
  }
}
