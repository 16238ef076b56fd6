import type { Clock } from '../lib/clock.ts';

const REMEMBERED_MS = 60_000;
const MOST_OF_A_GENERATION = 10_000;

/**
 * Carries out what comes under an id once, however often it comes within a minute; all get the same answer. When more
 * than 10,000 come within a minute, the last 10,000 are remembered at least.
 */
export class CarriedOutOnce<T> {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** Forgotten as a whole: a map that loses its oldest entry at each new one looks through all the gaps every time. */
  #older = new Map<string, Promise<T>>();
  #newer = new Map<string, Promise<T>>();
  #newerSince: number;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
    this.#newerSince = clock.monotonic();
  }

  carryOut(id: string, work: () => Promise<T>): Promise<T> {
    this.#age();
    const known = this.#newer.get(id) ?? this.#older.get(id);
    if (known !== undefined) return known;
    const answer = work();
    this.#newer.set(id, answer);
    return answer;
  }

  #age(): void {
    const now = this.#clock.monotonic();
    const age = now - this.#newerSince;
    if (age < REMEMBERED_MS && this.#newer.size < MOST_OF_A_GENERATION) return;
    this.#older = age < 2 * REMEMBERED_MS ? this.#newer : new Map<string, Promise<T>>();
    this.#newer = new Map();
    this.#newerSince = now;
  }
}
