import type { PriceRecord } from '../commands/batch.ts';

/** About a minute of ticks of a hundred liquid pairs. */
const MAX_WAITING = 20_000;

/**
 * Valid prices that wait to be compared with the triggers, in the order of their arrival. None is
 * skipped while a batch is being written. Only when a database is gone for so long that the backlog
 * is full does the newest price of each symbol replace those before it, as at a restart (rule E8).
 */
export class TickBacklog {
  readonly #onSkipped: (record: PriceRecord) => void;
  #records: PriceRecord[] = [];

  /** @param onSkipped told of every price that will not be compared, in ascending seq */
  constructor(onSkipped: (record: PriceRecord) => void) {
    this.#onSkipped = onSkipped;
  }

  get size(): number {
    return this.#records.length;
  }

  push(record: PriceRecord): void {
    this.#records.push(record);
    if (this.#records.length > MAX_WAITING) this.#skip();
  }

  /** Empties the backlog. */
  take(): PriceRecord[] {
    if (this.#records.length === 0) return [];
    const records = this.#records;
    this.#records = [];
    return records;
  }

  #skip(): void {
    const newest = new Map<string, PriceRecord>();
    for (const record of this.#records) newest.set(record.symbol, record);
    for (const record of this.#records) if (newest.get(record.symbol) !== record) this.#onSkipped(record);
    this.#records = [...newest.values()].sort((a, b) => (a.seq < b.seq ? -1 : 1));
  }
}
