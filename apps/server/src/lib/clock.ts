/** Time and timers, injected so that any run can be repeated. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` every `ms`; returns what stops it. */
  every(ms: number, run: () => void): () => void;
  /** Calls `run` once after `ms`; returns what cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Calls `run` once, when what has arrived already has been handed over. */
  soon(run: () => void): void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
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
