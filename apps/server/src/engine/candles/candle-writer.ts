import type { Candle, Interval } from '@plecho/domain';
import type { Clock } from '../../lib/clock.ts';
import type { CandleStore, StoredCandle } from './ports.ts';

/** About twelve hours of a hundred pairs. A storage that is away for longer loses the oldest, and that is said. */
const MAX_PENDING = 100_000;
const MAX_BATCH = 20_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** Stored candles stay readable here until every read that may have missed them has ended. */
const KEEP_STORED_MS = 10_000;

/**
 * Hands closed candles to the storage, one call at a time. When it fails they stay, in order, and are offered
 * again with growing waits; a repeated call does no harm, so an unknown outcome is a failure too.
 */
export class CandleWriter {
  readonly #store: CandleStore;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  #pending: StoredCandle[] = [];
  #stored: { at: number; candles: StoredCandle[] }[] = [];
  #running: Promise<void> | null = null;
  #cancelRetry: (() => void) | null = null;
  #wait = FIRST_WAIT_MS;

  constructor(store: CandleStore, clock: Clock, onError: (error: unknown) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#onError = onError;
  }

  get pending(): number {
    return this.#pending.length;
  }

  add(candle: StoredCandle): void {
    this.#pending.push(candle);
  }

  /** Begins to store what is pending, unless a call is under way or a retry is waited for. */
  flush(): void {
    this.#dropOldest();
    if (this.#running !== null || this.#cancelRetry !== null || this.#pending.length === 0) return;
    this.#running = this.#writeAll().finally(() => {
      this.#running = null;
    });
  }

  /** Offers what is pending, unless a retry is waited for. Resolves when it is stored or has failed; never rejects. */
  async offered(): Promise<void> {
    this.flush();
    await this.#running;
  }

  /** Candles of a pair that the storage may not show yet, in the order they closed. */
  recent(symbol: string, interval: Interval): Candle[] {
    const found: Candle[] = [];
    const collect = (candles: readonly StoredCandle[]) => {
      for (const item of candles) if (item.symbol === symbol && item.interval === interval) found.push(item.candle);
    };
    for (const { candles } of this.#stored) collect(candles);
    collect(this.#pending);
    return found;
  }

  /** Ends retries and offers what is left once more. Never rejects. */
  async stop(): Promise<void> {
    await this.#running;
    this.#stopRetrying();
    this.flush();
    await this.#running;
    this.#stopRetrying();
  }

  #stopRetrying(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
  }

  async #writeAll(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#pending.slice(0, MAX_BATCH);
      try {
        await this.#store.append(batch);
      } catch (error) {
        this.#onError(error);
        this.#retryLater();
        return;
      }
      this.#wait = FIRST_WAIT_MS;
      const now = this.#clock.monotonic();
      const written = new Set(batch);
      this.#pending = this.#pending.filter((candle) => !written.has(candle));
      this.#stored = this.#stored.filter(({ at }) => now - at < KEEP_STORED_MS);
      this.#stored.push({ at: now, candles: batch });
    }
  }

  #retryLater(): void {
    this.#cancelRetry = this.#clock.after(this.#wait, () => {
      this.#cancelRetry = null;
      this.flush();
    });
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT_MS);
  }

  #dropOldest(): void {
    const surplus = this.#pending.length - MAX_PENDING;
    if (surplus <= 0) return;
    this.#pending = this.#pending.slice(surplus);
    this.#onError(new Error(`${surplus} candles are given up: the storage has been away for too long`));
  }
}
