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

  push(record: PriceRecord): void {
    this.#records.push(record);
  }

  /** Empties the backlog. */
  take(): PriceRecord[] {
    if (this.#records.length === 0) return [];
    const records = this.#records;
    this.#records = [];
    return records;
  }
}
