import type { Clock } from '../lib/clock.ts';

const REMEMBERED_MS = 60_000;
const MOST_REMEMBERED = 20_000;

/** Carries out what comes under an id once, however often it comes within a minute; all get the same answer. */
export class CarriedOutOnce<T> {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** The oldest first. */
  readonly #answers = new Map<string, { at: number; answer: Promise<T> }>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  carryOut(id: string, work: () => Promise<T>): Promise<T> {
    const now = this.#clock.monotonic();
    this.#forget((at) => now - at >= REMEMBERED_MS);
    const known = this.#answers.get(id);
    if (known !== undefined) return known.answer;
    this.#forget(() => this.#answers.size >= MOST_REMEMBERED);
    const answer = work();
    this.#answers.set(id, { at: now, answer });
    return answer;
  }

  #forget(isTooMuch: (at: number) => boolean): void {
    for (const [id, { at }] of this.#answers) {
      if (!isTooMuch(at)) return;
      this.#answers.delete(id);
    }
  }
}
