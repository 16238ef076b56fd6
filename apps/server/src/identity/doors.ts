import type { Clock } from '../lib/clock.ts';
import { Problem } from '../lib/problem.ts';
import { createPlaces, type PlaceLimits } from './places.ts';
import type { DoorEntry, DoorKey, DoorState, DoorStore } from './ports.ts';

export interface DoorAsked extends DoorKey {
  /** Those who wait at one door are drawn by this first: many attempts of one contender are worth one. */
  contender: string;
}

export interface DoorLimits {
  /** An attempt is held at most this long, then refused. */
  holdMs: number;
  /** Attempts that are held at once, each at a door of its own. */
  maxHeld: number;
  /** Shut doors that are remembered; of a forgotten one the store has to be asked again. */
  maxShut: number;
  /** Attempts that ask the store: however many come, they leave connections to the database for others. */
  asking: PlaceLimits;
}

export const DEFAULT_DOORS: DoorLimits = {
  holdMs: 4_000,
  maxHeld: 128,
  maxShut: 10_000,
  asking: { atOnce: 2, waiting: 256 },
};

/** Those who came to a shut door shortly before it opens; one of them is held, the others have been refused. */
interface Room {
  /** How often each contender came. */
  readonly came: Map<string, number>;
  held: { contender: string; win: () => void; lose: () => void } | null;
}

/** A door that the store said is shut. Times are this process's clock. */
interface ShutDoor {
  readonly key: string;
  readonly opensAt: number;
  readonly nextPauseMs: number;
  room: Room | null;
}

/**
 * Slows attempts instead of refusing them. The store counts, for all processes; who is held at a shut door is a matter of
 * this one, and what it knows to be shut costs the store nothing. Nobody gets in whom the store did not count, and an attempt
 * that is refused leaves nothing behind.
 */
export class Doors {
  readonly #store: DoorStore;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #limits: DoorLimits;
  readonly #within: <T>(task: () => Promise<T>) => Promise<T>;
  /** The one that was asked about longest ago first. */
  readonly #shut = new Map<string, ShutDoor>();
  /** Doors that somebody is at: others wait for what becomes of it. */
  readonly #asking = new Map<string, Promise<unknown>>();
  #held = 0;

  /** @param random from 0 up to 1 */
  constructor(store: DoorStore, clock: Clock, random: () => number, limits = DEFAULT_DOORS) {
    this.#store = store;
    this.#clock = clock;
    this.#random = random;
    this.#limits = limits;
    this.#within = createPlaces(limits.asking);
  }

  get held(): number {
    return this.#held;
  }

  /** Doors that are remembered to be shut. */
  get size(): number {
    return this.#shut.size;
  }

  /**
   * Gets past all the doors, or past none: waits a little where that is enough.
   * @returns takes the attempt back
   * @throws Problem login_throttled, too_many_requests
   */
  async enter(asked: readonly DoorAsked[]): Promise<() => Promise<void>> {
    if (asked.length === 0) return () => Promise.resolve();
    const deadline = this.#clock.now() + this.#limits.holdMs;
    for (;;) {
      const shut = this.#lastToOpen(asked);
      const others = asked.map(({ key }) => this.#asking.get(key)).find((asking) => asking !== undefined);
      if (shut !== null) {
        if (shut.door.opensAt > deadline) throw this.#refusal(shut.door.opensAt - this.#limits.holdMs);
        await this.#draw(shut.door, shut.contender);
      } else if (others !== undefined) {
        await others;
      } else {
        const { isIn, doors } = await this.#ask(asked);
        if (isIn) return () => this.#takeBack(asked, doors);
      }
    }
  }

  /** Gets past a door that is open and waits for none that is shut. @throws Problem too_many_requests */
  async isOpen(door: DoorKey): Promise<boolean> {
    if (this.#known(door.key) !== null) return false;
    return (await this.#ask([door])).isIn;
  }

  async #ask(asked: readonly DoorKey[]): Promise<DoorEntry> {
    const asking = this.#within(() => this.#store.enter(asked));
    for (const { key } of asked) this.#asking.set(key, asking);
    try {
      const entry = await asking;
      for (const [place, { key }] of asked.entries()) this.#learn(key, entry.doors[place]);
      return entry;
    } finally {
      for (const { key } of asked) this.#asking.delete(key);
    }
  }

  #learn(key: string, state: DoorState | undefined): void {
    this.#shut.delete(key);
    if (state === undefined || state.opensInMs === 0) return;
    const { opensInMs, nextPauseMs } = state;
    this.#shut.set(key, { key, opensAt: this.#clock.now() + opensInMs, nextPauseMs, room: null });
    for (const [oldest] of this.#shut) {
      if (this.#shut.size <= this.#limits.maxShut) return;
      this.#shut.delete(oldest);
    }
  }

  async #takeBack(asked: readonly DoorKey[], states: readonly DoorState[]): Promise<void> {
    await this.#store.leave(
      asked.map(({ key, pace }, place) => ({ key, pace, windowEnd: states[place]?.windowEnd ?? 0 })),
    );
    // It may be open now.
    for (const { key } of asked) if (this.#shut.get(key)?.room === null) this.#shut.delete(key);
  }

  /** The door if it is known to be shut. Whoever waits in its room goes first, also when the timer is late. */
  #known(key: string): ShutDoor | null {
    const door = this.#shut.get(key);
    return door !== undefined && (door.room !== null || door.opensAt > this.#clock.now()) ? door : null;
  }

  #lastToOpen(asked: readonly DoorAsked[]): { door: ShutDoor; contender: string } | null {
    let last: { door: ShutDoor; contender: string } | null = null;
    for (const { key, contender } of asked) {
      const door = this.#known(key);
      if (door !== null && (last === null || door.opensAt > last.door.opensAt)) last = { door, contender };
    }
    return last;
  }

  /**
   * Draws one of all who come before the door opens: first the contender, then the attempt, each as
   * likely as the others, however many there will be. @throws Problem login_throttled for who is not drawn
   */
  #draw(door: ShutDoor, contender: string): Promise<void> {
    const room = door.room ?? this.#openRoom(door);
    const times = (room.came.get(contender) ?? 0) + 1;
    room.came.set(contender, times);
    const mayTakeThePlace = times === 1 || room.held?.contender === contender;
    const among = times === 1 ? room.came.size : times;
    const next = door.opensAt + door.nextPauseMs - this.#limits.holdMs;
    if (!mayTakeThePlace || this.#random() * among >= 1) return Promise.reject(this.#refusal(next));
    room.held?.lose();
    return new Promise((resolve, reject) => {
      room.held = { contender, win: resolve, lose: () => reject(this.#refusal(next)) };
    });
  }

  #openRoom(door: ShutDoor): Room {
    if (this.#held >= this.#limits.maxHeld) throw this.#refusal(door.opensAt);
    const room: Room = { came: new Map(), held: null };
    this.#held += 1;
    door.room = room;
    this.#clock.after(Math.max(0, door.opensAt - this.#clock.now()), () => {
      this.#held -= 1;
      // Whether it is open says the store.
      if (this.#shut.get(door.key) === door) this.#shut.delete(door.key);
      room.held?.win();
    });
    return room;
  }

  /** @param at when asking again makes sense: a second later, so that it is not too early */
  #refusal(at: number): Problem {
    const retryAfter = Math.max(1, Math.ceil((at - this.#clock.now()) / 1_000) + 1);
    return new Problem('login_throttled', { retryAfter, details: { retryAfter } });
  }
}
