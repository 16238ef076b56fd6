import type { Clock } from '../lib/clock.ts';

/** Who shows an account says so with every check, each 2 s. Who has not for so long doesn't show it any more, or is cut off. */
const BELIEVED_MS = 10_000;

/** Whose accounts in a market of this process other processes show: what becomes of the others need not cross. */
export class AccountInterest {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** By person, on the even clock. */
  readonly #until = new Map<bigint, number>();
  #everybodyUntil: number;
  #sweptAt: number;

  /** Who has just become the owner knows of nobody yet. */
  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
    this.#sweptAt = clock.monotonic();
    this.#everybodyUntil = this.#sweptAt + BELIEVED_MS;
  }

  /** @param people null for a process of an earlier version, which does not say whom it shows */
  show(people: readonly bigint[] | null): void {
    const now = this.#clock.monotonic();
    if (people === null) this.#everybodyUntil = now + BELIEVED_MS;
    else for (const userId of people) this.#until.set(userId, now + BELIEVED_MS);
    this.#sweep(now);
  }

  isShown(userId: bigint): boolean {
    const now = this.#clock.monotonic();
    return now < this.#everybodyUntil || now < (this.#until.get(userId) ?? 0);
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < BELIEVED_MS) return;
    this.#sweptAt = now;
    for (const [userId, until] of this.#until) if (until <= now) this.#until.delete(userId);
  }
}
