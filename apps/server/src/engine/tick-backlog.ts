import type { PriceRecord } from '../commands/batch.ts';

/** About a minute of ticks of a hundred liquid pairs. */
const MAX_WAITING = 20_000;

/**
 * Valid prices that wait to be compared with the triggers, in the order of their arrival. None is
 * skipped while a batch is being written. Only when a database is gone for so long that the backlog
 * is full does the newest price of each symbol replace those before it, as at a restart (rule E8).
 */
export class TickBacklog {
  #records: PriceRecord[] = [];

  get size(): number {
    return this.#records.length;
  }

  push(record: PriceRecord): void {
    this.#records.push(record);
    if (this.#records.length > MAX_WAITING) this.#records = newestOfEach(this.#records);
  }

  /** Empties the backlog. */
  take(): PriceRecord[] {
    if (this.#records.length === 0) return [];
    const records = this.#records;
    this.#records = [];
    return records;
  }
}

function newestOfEach(records: PriceRecord[]): PriceRecord[] {
  const newest = new Map<string, PriceRecord>();
  for (const record of records) newest.set(record.symbol, record);
  return [...newest.values()].sort((a, b) => (a.seq < b.seq ? -1 : 1));
}
