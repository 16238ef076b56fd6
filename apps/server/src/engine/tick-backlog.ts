import type { PriceRecord } from '../commands/batch.ts';

/** About ten minutes of ticks of a hundred liquid pairs. */
export const MOST_WAITING = 200_000;

/**
 * Valid prices that wait to be compared with the triggers, in the order of their arrival. None is skipped, whatever is
 * being written or read meanwhile: a price that is logged and was compared with nothing would refute the proofs of honest
 * trades. Only when a database is gone for so long that the backlog is full are no more prices taken (rule E8).
 */
export class TickBacklog {
  #records: PriceRecord[] = [];

  get isFull(): boolean {
    return this.#records.length >= MOST_WAITING;
  }

  get size(): number {
    return this.#records.length;
  }

  push(record: PriceRecord): void {
    this.#records.push(record);
  }

  /** Gives up all but those that came first. @param count how many of them stay */
  cutTo(count: number): void {
    this.#records.splice(count);
  }

  /** Empties the backlog. */
  take(): PriceRecord[] {
    if (this.#records.length === 0) return [];
    const records = this.#records;
    this.#records = [];
    return records;
  }
}
