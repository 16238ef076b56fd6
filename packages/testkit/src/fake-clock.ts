interface Timer {
  at: number;
  order: number;
  period: number | null;
  run: () => void;
}

/** A clock that moves only when told to. Timers run in the order of their times. */
export class FakeClock {
  /** Even time, ms: what timers go by. */
  #now: number;
  /** How far the time of day has stepped, ms. */
  #stepped = 0;
  #order = 0;
  readonly #timers = new Set<Timer>();

  /** @param now milliseconds since the epoch */
  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now + this.#stepped;
  }

  monotonic(): number {
    return this.#now;
  }

  /** The time of day steps, back if `ms` is negative; timers don't care. */
  step(ms: number): void {
    this.#stepped += ms;
  }

  every(ms: number, run: () => void): () => void {
    return this.#add(ms, ms, run);
  }

  after(ms: number, run: () => void): () => void {
    return this.#add(ms, null, run);
  }

  /** Takes no time, so it doesn't wait for the clock. */
  soon(run: () => void): void {
    void Promise.resolve().then(run);
  }

  /** Moves on by `ms` and runs what is due on the way. What those timers await goes on later. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let timer = this.#next(end); timer !== undefined; timer = this.#next(end)) {
      this.#now = Math.max(this.#now, timer.at);
      if (timer.period === null) this.#timers.delete(timer);
      else timer.at += timer.period;
      timer.run();
    }
    this.#now = end;
  }

  #next(end: number): Timer | undefined {
    const due = [...this.#timers].filter((timer) => timer.at <= end);
    return due.sort((a, b) => (a.at === b.at ? a.order - b.order : a.at - b.at))[0];
  }

  #add(ms: number, period: number | null, run: () => void): () => void {
    const timer: Timer = { at: this.#now + ms, order: this.#order++, period, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }
}
