import type { RingDirection } from '@plecho/domain';
import { SortedLevels } from '../engine/sorted-levels.ts';

/** Levels that wait for a number to reach them, from below or from above; a number that reaches none costs a comparison each way. */
export class Crossings {
  readonly #rising = new SortedLevels();
  readonly #falling = new SortedLevels();

  add(id: bigint, level: bigint, direction: RingDirection): void {
    if (direction === 'up') this.#rising.insert(-level, id);
    else this.#falling.insert(level, id);
  }

  /** One that is not there is no error. */
  remove(id: bigint, level: bigint, direction: RingDirection): void {
    if (direction === 'up') this.#rising.remove(-level, id);
    else this.#falling.remove(level, id);
  }

  /** Takes out the ids whose level is at `value` or below it and adds them to `taken`. */
  takeUp(value: bigint, taken: bigint[]): void {
    this.#rising.takeReached(-value, taken);
  }

  /** Takes out the ids whose level is at `value` or above it and adds them to `taken`. */
  takeDown(value: bigint, taken: bigint[]): void {
    this.#falling.takeReached(value, taken);
  }
}
