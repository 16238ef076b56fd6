import type { OperationStore } from './ports.ts';

/** Operations of one user that may be pending at a time. */
export const MAX_PENDING = 20;

/** Keeps anybody from filling the server with operations that wait. */
export class PendingLimit {
  readonly #store: Pick<OperationStore, 'countPending'>;
  /** Operations that are being made right now, by user: each under the key of its request. */
  readonly #making = new Map<bigint, Set<string | symbol>>();

  constructor(store: Pick<OperationStore, 'countPending'>) {
    this.#store = store;
  }

  /**
   * Makes an operation. Whether it is one too many is for `make` to say, because a request that was
   * answered before gets its first answer all the same.
   * @param key the request's Idempotency-Key: repetitions count as one
   */
  async within<T>(userId: bigint, key: string | null, make: (isReached: boolean) => Promise<T>): Promise<T> {
    const making = this.#making.get(userId) ?? new Set();
    this.#making.set(userId, making);
    const name = key ?? Symbol('a request without a key');
    making.add(name);
    try {
      return await make((await this.#store.countPending(userId)) + making.size > MAX_PENDING);
    } finally {
      making.delete(name);
      if (making.size === 0) this.#making.delete(userId);
    }
  }
}
