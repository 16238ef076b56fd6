import type { Clock } from './clock.ts';

/** Timers of one period for any number of listeners on a single timer of the clock, which is there only while somebody listens. */
export class SharedBeat implements Pick<Clock, 'every'> {
  readonly #clock: Pick<Clock, 'every'>;
  readonly #beats = new Map<number, { listeners: Set<() => void>; stop: () => void }>();

  constructor(clock: Pick<Clock, 'every'>) {
    this.#clock = clock;
  }

  /** Timers that the clock runs for all of them. */
  get timers(): number {
    return this.#beats.size;
  }

  every(ms: number, run: () => void): () => void {
    // Of its own, so that the same function may listen twice.
    const listener = (): void => run();
    const beat = this.#beats.get(ms) ?? this.#begin(ms);
    beat.listeners.add(listener);
    return () => {
      beat.listeners.delete(listener);
      if (beat.listeners.size > 0 || this.#beats.get(ms) !== beat) return;
      beat.stop();
      this.#beats.delete(ms);
    };
  }

  #begin(ms: number): { listeners: Set<() => void>; stop: () => void } {
    const listeners = new Set<() => void>();
    const beat = {
      listeners,
      stop: this.#clock.every(ms, () => {
        for (const listener of [...listeners]) if (listeners.has(listener)) listener();
      }),
    };
    this.#beats.set(ms, beat);
    return beat;
  }
}
