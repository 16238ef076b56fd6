import type { Report } from './audit-parts.ts';
import type { Books } from './books.ts';
import type { SeenBatch, SeenRecord } from './observations.ts';

/** Checks that the market's time only goes forward (E11), across restarts too as far as it is stored. */
export class TimeAudit {
  readonly #books: Books;
  readonly #report: Report;
  #now = Number.NEGATIVE_INFINITY;
  /** Newest record of each symbol that was ever written. */
  readonly #records = new Map<string, SeenRecord>();

  constructor(books: Books, report: Report) {
    this.#books = books;
    this.#report = report;
  }

  /** The market said what time it is, ms. */
  told(now: number): void {
    if (now < this.#now) this.#report('E11', `the market's clock went from ${this.#now} back to ${now}`);
    this.#now = now;
  }

  /** The next process knows what is stored and nothing else. */
  restarted(): void {
    this.#now = Math.max(
      Number.NEGATIVE_INFINITY,
      ...[...this.#records.values()].map(({ time }) => time),
      ...[...this.#books.positions.values()].map(({ state }) => state.openedAt),
      ...[...this.#books.orders.values()].map(({ state }) => state.createdAt),
    );
  }

  committed({ priceRecords, trades, seasons }: SeenBatch): void {
    for (const record of priceRecords) this.#order(record);
    for (const { id, openedAt, closedAt } of trades) {
      if (closedAt < openedAt) this.#report('E11', `trade ${id} closed at ${closedAt}, opened at ${openedAt}`);
    }
    for (const { accountId, number, startedAt, endedAt } of seasons) {
      if (endedAt < startedAt) this.#report('E11', `season ${number} of account ${accountId} ended before it began`);
    }
  }

  /** Records of a symbol come in the order of their times. */
  #order(record: SeenRecord): void {
    const { symbol, seq, time } = record;
    const newest = this.#records.get(symbol);
    if (newest !== undefined && (seq < newest.seq ? time > newest.time : time < newest.time)) {
      this.#report('E11', `record ${seq} of ${symbol} is of ${time}, record ${newest.seq} of ${newest.time}`);
    }
    if (newest === undefined || seq > newest.seq) this.#records.set(symbol, record);
  }
}
