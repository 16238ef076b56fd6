import { performance } from 'node:perf_hooks';

/** Time and timers, injected so that any run can be repeated. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds since some moment, evenly, whatever becomes of the time of day: for how long something took. */
  monotonic(): number;
  /** Calls `run` every `ms`; returns what stops it. */
  every(ms: number, run: () => void): () => void;
  /** Calls `run` once after `ms`; returns what cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Calls `run` once, when what has arrived already has been handed over. */
  soon(run: () => void): void;
}

/** The machine's clock. Its time of day may step either way; its timers don't care. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  every(ms, run) {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  soon(run) {
    setImmediate(run);
  },
};

/**
 * Part of the time that a clock which is ahead gives up to come back: 1/20 makes up for 3 s in a minute and for an
 * hour in 20 hours, and a minute's candle takes 63 s meanwhile.
 */
const SLEW = 1 / 20;

/**
 * A clock that only goes forward (rule E11). It follows the clock beneath it, and a step forward at once. When that
 * one steps back, or begins behind what this one has to go on from, time goes on a little slower until both agree.
 */
export class ForwardClock implements Clock {
  readonly #base: Clock;
  #time: number;
  /** Reading of the even clock that `#time` belongs to. */
  #read: number;

  constructor(base: Clock) {
    this.#base = base;
    this.#time = base.now();
    this.#read = base.monotonic();
  }

  /** Whole milliseconds since the epoch, never fewer than before. */
  now(): number {
    const read = this.#base.monotonic();
    const passed = Math.max(0, read - this.#read);
    this.#read = read;
    this.#time = Math.max(this.#base.now(), this.#time + passed * (1 - SLEW));
    return Math.floor(this.#time);
  }

  /** From here on it is at least `time`, ms: that has been before. */
  goOnFrom(time: number): void {
    this.#time = Math.max(this.now(), time);
  }

  monotonic(): number {
    return this.#base.monotonic();
  }

  every(ms: number, run: () => void): () => void {
    return this.#base.every(ms, run);
  }

  after(ms: number, run: () => void): () => void {
    return this.#base.after(ms, run);
  }

  soon(run: () => void): void {
    this.#base.soon(run);
  }
}
