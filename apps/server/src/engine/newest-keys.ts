import type { AcceptedKey, Idempotency } from '../commands/command.ts';

/** Of so many people the newest key of an action is known; who has been known for longest is asked for again. */
const REMEMBERED = 50_000;

/** A UUIDv7 as text sorts by the time that it carries; other keys have no order. */
const ORDERED = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/**
 * The newest key of each person and action: nothing can have been answered under a newer one, and it needs no look-up.
 * One for all markets of a process. What others have accepted it knows as far as it is told; the database takes no
 * second answer under a key, whoever is wrong.
 */
export class NewestKeys {
  /** By action and person: every command looks here, and a text of both would have to be made for it. */
  readonly #newest = new Map<AcceptedKey['action'], Map<bigint, string>>();
  readonly #onAccepted: (key: AcceptedKey) => void;

  /** @param onAccepted told of every key that is about to be answered here, for the others that have markets */
  constructor(onAccepted: (key: AcceptedKey) => void = () => undefined) {
    this.#onAccepted = onAccepted;
  }

  /** Whether the key is newer than all others of its person and action. From then on it is one of them. */
  isNew(idempotency: Idempotency): boolean {
    if (!this.#advance(idempotency)) return false;
    this.#onAccepted(idempotency);
    return true;
  }

  /** Another process is about to answer a key. Of whom nothing is known here everything is looked up anyway. */
  heard(accepted: AcceptedKey): void {
    this.#advance(accepted);
  }

  /** A key was looked up. @param stored the newest that an answer is kept under; null when there is none */
  lookedUp(idempotency: Idempotency, stored: string | null): void {
    this.#onAccepted(idempotency);
    const { userId, action } = idempotency;
    const people = this.#newest.get(action) ?? new Map<bigint, string>();
    this.#newest.set(action, people);
    const known = [idempotency.key, stored, people.get(userId)].filter((key) => key !== null && key !== undefined);
    if (!known.every((key) => ORDERED.test(key))) return;
    people.set(
      userId,
      known.reduce((a, b) => (a > b ? a : b)),
    );
    if (people.size <= REMEMBERED) return;
    const oldest = people.keys().next();
    if (oldest.done !== true) people.delete(oldest.value);
  }

  /** @returns whether the key is newer than the newest one that is known, which it is from then on */
  #advance({ userId, action, key }: AcceptedKey): boolean {
    const people = this.#newest.get(action);
    const newest = people?.get(userId);
    if (people === undefined || newest === undefined || key <= newest || !ORDERED.test(key)) return false;
    people.set(userId, key);
    return true;
  }

  /** Others may have answered what is not known here: a market is read, or word of them was lost. */
  forget(): void {
    this.#newest.clear();
  }
}
