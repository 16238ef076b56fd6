import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';

/** How attempts are slowed: `free` of them in a window go through at once, then a pause follows each, ever longer. */
export interface Pace {
  windowMs: number;
  free: number;
  /** After the last free attempt; every further one doubles it … */
  firstPauseMs: number;
  /** … up to this. */
  longestPauseMs: number;
}

/** What an attempt has to get past. */
export interface DoorAsked {
  key: string;
  pace: Pace;
  /** Those who wait at one door are drawn by this first: many attempts of one contender are worth one. */
  contender: string;
}

export interface DoorLimits {
  /** An attempt is held at most this long, then refused. */
  holdMs: number;
  /** Attempts that are held at once, each at a door of its own. */
  maxHeld: number;
  /** Doors that are remembered; then the oldest is forgotten. */
  maxDoors: number;
}

export const DEFAULT_DOORS: DoorLimits = { holdMs: 4_000, maxHeld: 128, maxDoors: 200_000 };

/** Those who came to a shut door shortly before it opens; one of them is held, the others have been refused. */
interface Room {
  /** How often each contender came. */
  readonly came: Map<string, number>;
  held: { contender: string; win: () => void; lose: () => void } | null;
}

interface Door {
  pace: Pace;
  attempts: number;
  endsAt: number;
  opensAt: number;
  room: Room | null;
}

/**
 * Slows attempts instead of refusing them. Everything is counted in memory and at once, so that no
 * number of attempts at the same moment slips through, and an attempt that is refused leaves nothing
 * behind. Times are milliseconds.
 */
export class Doors {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #limits: DoorLimits;
  /** The oldest window first. */
  readonly #doors = new Map<string, Door>();
  #held = 0;

  /** @param random from 0 up to 1 */
  constructor(clock: Clock, random: () => number, limits = DEFAULT_DOORS) {
    this.#clock = clock;
    this.#random = random;
    this.#limits = limits;
  }

  get held(): number {
    return this.#held;
  }

  get size(): number {
    return this.#doors.size;
  }

  /**
   * Gets past all the doors, or past none: waits a little where that is enough.
   * @returns takes the attempt back
   * @throws Problem login_throttled
   */
  async enter(asked: DoorAsked[]): Promise<() => void> {
    const deadline = this.#clock.now() + this.#limits.holdMs;
    for (;;) {
      const shut = this.#lastToOpen(asked);
      if (shut === null) break;
      if (shut.door.opensAt > deadline) throw this.#refusal(shut.door.opensAt - this.#limits.holdMs);
      await this.#draw(shut.door, shut.contender);
    }
    const takeBack = asked.map(({ key, pace }) => this.#count(key, pace));
    return () => {
      for (const each of takeBack) each();
    };
  }

  /** One of `max` attempts in a window. @returns false when they are used up */
  take(key: string, max: number, windowMs: number): boolean {
    const door = this.#current(key);
    if (door !== null && door.attempts >= max) return false;
    this.#count(key, { windowMs, free: max + 1, firstPauseMs: 0, longestPauseMs: 0 });
    return true;
  }

  /** The door with its window; null without a window that lasts. */
  #current(key: string): Door | null {
    const door = this.#doors.get(key);
    return door !== undefined && (door.room !== null || door.endsAt > this.#clock.now()) ? door : null;
  }

  #lastToOpen(asked: DoorAsked[]): { door: Door; contender: string } | null {
    const now = this.#clock.now();
    let last: { door: Door; contender: string } | null = null;
    for (const { key, contender } of asked) {
      const door = this.#current(key);
      // Whoever waits in the room goes first, also when the timer is late.
      if (door === null || (door.room === null && door.opensAt <= now)) continue;
      if (last === null || door.opensAt > last.door.opensAt) last = { door, contender };
    }
    return last;
  }

  /**
   * Draws one of all who come before the door opens: first the contender, then the attempt, each as
   * likely as the others, however many there will be. @throws Problem login_throttled for who is not drawn
   */
  #draw(door: Door, contender: string): Promise<void> {
    const room = door.room ?? this.#openRoom(door);
    const times = (room.came.get(contender) ?? 0) + 1;
    room.came.set(contender, times);
    const mayTakeThePlace = times === 1 || room.held?.contender === contender;
    const among = times === 1 ? room.came.size : times;
    const next = door.opensAt + pauseAfter(door.pace, door.attempts + 1) - this.#limits.holdMs;
    if (!mayTakeThePlace || this.#random() * among >= 1) return Promise.reject(this.#refusal(next));
    room.held?.lose();
    return new Promise((resolve, reject) => {
      room.held = { contender, win: resolve, lose: () => reject(this.#refusal(next)) };
    });
  }

  #openRoom(door: Door): Room {
    if (this.#held >= this.#limits.maxHeld) throw this.#refusal(door.opensAt);
    const room: Room = { came: new Map(), held: null };
    this.#held += 1;
    door.room = room;
    this.#clock.after(Math.max(0, door.opensAt - this.#clock.now()), () => {
      this.#held -= 1;
      door.room = null;
      room.held?.win();
    });
    return room;
  }

  /** @returns takes it back, as long as the window lasts */
  #count(key: string, pace: Pace): () => void {
    const now = this.#clock.now();
    let door = this.#current(key);
    if (door === null) {
      this.#doors.delete(key);
      this.#makeRoom(now);
      door = { pace, attempts: 0, endsAt: now + pace.windowMs, opensAt: 0, room: null };
      this.#doors.set(key, door);
    }
    const counted = door;
    counted.attempts += 1;
    if (counted.attempts >= pace.free) counted.opensAt = now + pauseAfter(pace, counted.attempts);
    return () => {
      counted.attempts -= 1;
      if (counted.attempts < pace.free) counted.opensAt = 0;
    };
  }

  /** Forgets the oldest windows: those that ended, and more when there are too many. */
  #makeRoom(now: number): void {
    for (const [key, door] of this.#doors) {
      if (door.endsAt > now && this.#doors.size < this.#limits.maxDoors) return;
      this.#doors.delete(key);
    }
  }

  /** @param at when asking again makes sense: a second later, so that it is not too early */
  #refusal(at: number): Problem {
    const retryAfter = Math.max(1, Math.ceil((at - this.#clock.now()) / 1_000) + 1);
    return new Problem('login_throttled', { retryAfter, details: { retryAfter } });
  }
}

function pauseAfter({ free, firstPauseMs, longestPauseMs }: Pace, attempts: number): number {
  return attempts < free ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - free));
}
