import { systemClock, type Clock } from '../../src/lib/clock.ts';

/** The system's clock, whose time of day steps when a test asks for it; timers go at their own pace. */
export class JumpingClock implements Clock {
  #ahead = 0;
  readonly monotonic = systemClock.monotonic;
  readonly every = systemClock.every;
  readonly after = systemClock.after;
  readonly soon = systemClock.soon;

  now(): number {
    return systemClock.now() + this.#ahead;
  }

  /** @param ms negative: back */
  jump(ms: number): void {
    this.#ahead += ms;
  }
}
