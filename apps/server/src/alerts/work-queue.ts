import { IntegrityError } from '../commands/batch.ts';
import type { AlertWork } from './market-alerts.ts';
import type { AlertStore } from './ports.ts';

/** Rows of one statement. */
const MOST_AT_ONCE = 500;

export interface WorkQueueOptions {
  store: Pick<AlertStore, 'ring' | 'arm' | 'drop'>;
  /** Told which alerts were tried, and which of them have rung. */
  onRung(tried: readonly bigint[], rung: ReadonlySet<bigint>): void;
  /** Told what could not be written; it is tried again by {@link WorkQueue.go}, unless it was refused and is given up. */
  onFailure(error: unknown): void;
}

/**
 * Writes what alerts have come to, one statement after another, beside everything else. An alert is in it once at most: it
 * waits for nothing before it is written, so that there is never more here than there are alerts.
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  #waiting: AlertWork[] = [];
  #writing: Promise<void> | null = null;
  #closed = false;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#waiting.length;
  }

  add(work: AlertWork): void {
    this.#waiting.push(work);
  }

  /** Writes what waits, unless that is being done. */
  go(): void {
    if (this.#closed || this.#waiting.length === 0) return;
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = null));
  }

  /** Gives up what has not begun: whoever has the market next finds it again. Resolves when the rest is over. Never rejects. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0 && !this.#closed) {
        const batch = this.#waiting.slice(0, MOST_AT_ONCE);
        await this.#write(batch);
        this.#waiting = this.#waiting.slice(batch.length);
      }
    } catch (error) {
      this.#options.onFailure(error);
    }
  }

  /** What is refused together is tried one by one: what is to blame is given up, and the others don't wait for it. */
  async #write(batch: readonly AlertWork[]): Promise<void> {
    try {
      await this.#writeTogether(batch);
    } catch (error) {
      const [first, ...others] = batch;
      if (!(error instanceof IntegrityError) || first === undefined) throw error;
      if (others.length === 0) return this.#giveUp(first, error);
      for (const work of batch) if (!this.#closed) await this.#write([work]);
    }
  }

  #giveUp(work: AlertWork, cause: IntegrityError): void {
    const id = work.do === 'ring' ? work.ring.id : work.id;
    this.#options.onFailure(new Error(`alert ${id} is given up: the storage refuses to ${work.do} it`, { cause }));
  }

  /** An alert that has rung is dropped after it, never before. */
  async #writeTogether(batch: readonly AlertWork[]): Promise<void> {
    const { store, onRung } = this.#options;
    const rings = batch.flatMap((work) => (work.do === 'ring' ? [work.ring] : []));
    const armed = batch.flatMap((work) => (work.do === 'arm' ? [work] : []));
    const dropped = batch.flatMap((work) => (work.do === 'drop' ? [work.id] : []));
    const rung = rings.length === 0 ? new Set<bigint>() : await store.ring(rings);
    if (armed.length > 0) await store.arm(armed);
    if (dropped.length > 0) await store.drop(dropped);
    if (rings.length > 0)
      onRung(
        rings.map(({ id }) => id),
        rung,
      );
  }
}
