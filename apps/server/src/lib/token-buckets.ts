import type { Clock } from './clock.ts';

export interface BucketLimit {
  /** What goes through in the long run. */
  perSecond: number;
  /** What goes through at once after a rest. */
  burst: number;
}

/** Buckets that are looked at in passing: two for each one that may be new keep the memory bounded. */
const SWEPT_AT_ONCE = 2;

/** A token bucket for everybody who asks. One that is full again is forgotten. */
export class TokenBuckets {
  readonly #clock: Pick<Clock, 'now'>;
  /** Milliseconds in which one token comes back, and all of them. */
  readonly #tokenMs: number;
  readonly #burstMs: number;
  /** When each bucket is full again, ms of the clock. The one that was used last is the last. */
  readonly #fullAt = new Map<bigint, number>();

  constructor({ perSecond, burst }: BucketLimit, clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
    this.#tokenMs = 1000 / perSecond;
    this.#burstMs = burst * this.#tokenMs;
  }

  /** Buckets that are not full, or were not when they were looked at last. */
  get size(): number {
    return this.#fullAt.size;
  }

  /** Takes a token. @returns 0, or the milliseconds after which there is one; then none was taken */
  take(id: bigint): number {
    const now = this.#clock.now();
    this.#sweep(now);
    // When the clock is set back a bucket is empty at worst.
    const fullAt = Math.min(Math.max(this.#fullAt.get(id) ?? now, now), now + this.#burstMs);
    const waitMs = fullAt + this.#tokenMs - now - this.#burstMs;
    const isTaken = waitMs <= 0;
    this.#fullAt.delete(id);
    this.#fullAt.set(id, isTaken ? fullAt + this.#tokenMs : fullAt);
    return isTaken ? 0 : waitMs;
  }

  #sweep(now: number): void {
    let left = SWEPT_AT_ONCE;
    for (const [id, fullAt] of this.#fullAt) {
      // One that is left over from before the clock was set back would hold up all the others.
      const isOver = fullAt <= now || fullAt > now + this.#burstMs;
      if (left === 0 || !isOver) return;
      this.#fullAt.delete(id);
      left -= 1;
    }
  }
}
