import type { DoorCounted, DoorEntry, DoorKey, DoorState, DoorStore } from '../../src/identity/ports.ts';
import type { Clock } from '../../src/lib/clock.ts';

interface Window {
  attempts: number;
  endsAt: number;
  opensAt: number;
}

/** Doors by a clock of the test, as the database has them by its own. */
export class MemoryDoors implements DoorStore {
  readonly windows = new Map<string, Window>();
  /** How often it was asked to let somebody in. */
  asked = 0;
  /** Every question fails, as when the database is gone. */
  broken = false;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  enter(doors: readonly DoorKey[]): Promise<DoorEntry> {
    this.asked += 1;
    if (this.broken) return Promise.reject(new Error('the database is gone'));
    const now = this.#clock.now();
    const isIn = doors.every((door) => this.#stateOf(door, now).opensInMs === 0);
    if (isIn) for (const door of doors) this.#count(door, now);
    return Promise.resolve({ isIn, doors: doors.map((door) => this.#stateOf(door, now)) });
  }

  leave(doors: readonly DoorCounted[]): Promise<void> {
    for (const { key, pace, windowEnd } of doors) {
      const window = this.windows.get(key);
      if (window?.endsAt !== windowEnd) continue;
      window.attempts -= 1;
      if (window.attempts < pace.free) window.opensAt = 0;
    }
    return Promise.resolve();
  }

  forget(): Promise<void> {
    return Promise.resolve();
  }

  #current(key: string, now: number): Window | null {
    const window = this.windows.get(key);
    return window !== undefined && window.endsAt > now ? window : null;
  }

  #stateOf({ key, pace }: DoorKey, now: number): DoorState {
    const window = this.#current(key, now) ?? { attempts: 0, endsAt: now + pace.windowMs, opensAt: 0 };
    return {
      windowEnd: window.endsAt,
      opensInMs: Math.max(0, Math.min(window.opensAt, window.endsAt) - now),
      nextPauseMs: this.#pause(pace, window.attempts + 1),
    };
  }

  #count({ key, pace }: DoorKey, now: number): void {
    const window = this.#current(key, now) ?? { attempts: 0, endsAt: now + pace.windowMs, opensAt: 0 };
    window.attempts += 1;
    window.opensAt = now + this.#pause(pace, window.attempts);
    this.windows.set(key, window);
  }

  #pause({ free, firstPauseMs, longestPauseMs }: DoorKey['pace'], attempts: number): number {
    return attempts < free ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - free));
  }
}
