import type { AcceptedKey, Idempotency } from '../commands/command.ts';

/** Of so many people and actions the newest key is known; those that have been known for longest are asked for again. */
const REMEMBERED = 50_000;

/** A UUIDv7 as text sorts by the time that it carries; other keys have no order. */
const ORDERED = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const whose = ({ userId, action }: AcceptedKey): string => `${userId}:${action}`;

/**
 * The newest key of each person and action: nothing can have been answered under a newer one, and it needs no look-up.
 * One for all markets of a process. What others have accepted it knows as far as it is told; the database takes no
 * second answer under a key, whoever is wrong.
 */
export class NewestKeys {
  readonly #newest = new Map<string, string>();
  readonly #onAccepted: (key: AcceptedKey) => void;

  /** @param onAccepted told of every key that is about to be answered here, for the others that have markets */
  constructor(onAccepted: (key: AcceptedKey) => void = () => undefined) {
    this.#onAccepted = onAccepted;
  }

  /** Whether the key is newer than all others of its person and action. From then on it is one of them. */
  isNew(idempotency: Idempotency): boolean {
    const { key } = idempotency;
    const scope = whose(idempotency);
    const newest = this.#newest.get(scope);
    if (newest === undefined || key <= newest || !ORDERED.test(key)) return false;
    this.#newest.set(scope, key);
    this.#onAccepted(idempotency);
    return true;
  }

  /** Another process is about to answer a key. Of whom nothing is known here everything is looked up anyway. */
  heard(accepted: AcceptedKey): void {
    const scope = whose(accepted);
    const newest = this.#newest.get(scope);
    if (newest === undefined || accepted.key <= newest || !ORDERED.test(accepted.key)) return;
    this.#newest.set(scope, accepted.key);
  }

  /** A key was looked up. @param stored the newest that an answer is kept under; null when there is none */
  lookedUp(idempotency: Idempotency, stored: string | null): void {
    this.#onAccepted(idempotency);
    const scope = whose(idempotency);
    const known = [idempotency.key, stored, this.#newest.get(scope)].filter((key) => key !== null && key !== undefined);
    if (!known.every((key) => ORDERED.test(key))) return;
    this.#newest.set(
      scope,
      known.reduce((a, b) => (a > b ? a : b)),
    );
    if (this.#newest.size <= REMEMBERED) return;
    const oldest = this.#newest.keys().next();
    if (oldest.done !== true) this.#newest.delete(oldest.value);
  }

  /** Others may have answered what is not known here: a market is read, or word of them was lost. */
  forget(): void {
    this.#newest.clear();
  }
}
