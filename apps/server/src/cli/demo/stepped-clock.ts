import type { Clock } from '../../lib/clock.ts';

/** A clock that is moved by hand; what is to be called every so often is called once at each move. */
export class SteppedClock implements Clock {
  #now: number;
  readonly #timers = new Set<() => void>();

  /** @param now milliseconds since the epoch */
  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  moveTo(time: number): void {
    this.#now = time;
    for (const run of this.#timers) run();
  }

  every(_ms: number, run: () => void): () => void {
    this.#timers.add(run);
    return () => void this.#timers.delete(run);
  }

  /** Waits that storage needs pass in real time. */
  after(ms: number, run: () => void): () => void {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  }

  soon(run: () => void): void {
    setImmediate(run);
  }
}
