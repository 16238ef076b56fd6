import type { OrderState } from '../commands/batch.ts';
import { SortedLevels } from './sorted-levels.ts';

/** Orders by their expiry, the time at which they are over, so that nobody has to look through them. */
export class Expiries {
  readonly #times = new SortedLevels();

  get size(): number {
    return this.#times.size;
  }

  add({ id, expiresAt }: Pick<OrderState, 'id' | 'expiresAt'>): void {
    if (expiresAt !== null) this.#times.insert(-BigInt(expiresAt), id);
  }

  /** One that was taken out is no error. */
  remove({ id, expiresAt }: Pick<OrderState, 'id' | 'expiresAt'>): void {
    if (expiresAt !== null) this.#times.remove(-BigInt(expiresAt), id);
  }

  /** Takes out every order whose time is over. @param now market time, ms */
  takeUntil(now: number): bigint[] {
    return this.#times.takeReached(-BigInt(Math.floor(now)));
  }
}
