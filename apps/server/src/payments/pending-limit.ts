import { Problem } from '../lib/problem.ts';
import type { OperationStore } from './ports.ts';

/** Operations of one user that may be pending at a time. */
export const MAX_PENDING = 20;

/** Keeps anybody from filling the server with operations that wait. */
export class PendingLimit {
  readonly #store: Pick<OperationStore, 'countPending'>;
  /** Operations that are being made right now, by user. */
  readonly #making = new Map<bigint, number>();

  constructor(store: Pick<OperationStore, 'countPending'>) {
    this.#store = store;
  }

  /** Makes an operation, unless too many are pending. @throws Problem too_many_operations */
  async within<T>(userId: bigint, make: () => Promise<T>): Promise<T> {
    const making = (this.#making.get(userId) ?? 0) + 1;
    this.#making.set(userId, making);
    try {
      if ((await this.#store.countPending(userId)) + making > MAX_PENDING) throw new Problem('too_many_operations');
      return await make();
    } finally {
      const left = (this.#making.get(userId) ?? 1) - 1;
      if (left === 0) this.#making.delete(userId);
      else this.#making.set(userId, left);
    }
  }
}
