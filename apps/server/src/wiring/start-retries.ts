import type { Clock } from '../lib/clock.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** A market that could not be started. Times are wall clock, ms. */
export interface FailedStart {
  market: string;
  label: string;
  /** When its first attempt failed. */
  since: number;
  attempts: number;
  /** Why the last one did. */
  reason: string;
  nextTryAt: number;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A connection that no address accepted has a code and no words.
  const code = 'code' in error ? String(error.code) : error.name;
  return error.message === '' ? code : error.message;
}

/** Tries the start of markets again, with growing waits. Between two attempts there is nothing but a timer. */
export class StartRetries<M extends { id: string; label: string }> {
  readonly #clock: Clock;
  readonly #retry: (market: M) => void;
  readonly #failed = new Map<string, FailedStart & { cancel: () => void }>();

  /** @param retry begins another attempt; a market whose attempt succeeds is to be forgotten */
  constructor(clock: Clock, retry: (market: M) => void) {
    this.#clock = clock;
    this.#retry = retry;
  }

  /** Plans the next attempt. */
  failed(market: M, error: unknown): void {
    const { id, label } = market;
    const earlier = this.#failed.get(id);
    earlier?.cancel();
    const now = this.#clock.now();
    const attempts = (earlier?.attempts ?? 0) + 1;
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
    this.#failed.set(id, {
      ...{ market: id, label, since: earlier?.since ?? now, attempts },
      ...{ reason: reasonOf(error), nextTryAt: now + wait },
      cancel: this.#clock.after(wait, () => this.#retry(market)),
    });
  }

  has(marketId: string): boolean {
    return this.#failed.has(marketId);
  }

  /** Whether nothing is in the way of trying: the market has not failed, or its next attempt is due. */
  isDue(marketId: string): boolean {
    const failed = this.#failed.get(marketId);
    return failed === undefined || this.#clock.now() >= failed.nextTryAt;
  }

  forget(marketId: string): void {
    this.#failed.get(marketId)?.cancel();
    this.#failed.delete(marketId);
  }

  list(): FailedStart[] {
    return [...this.#failed.values()].map(({ cancel: _cancel, ...failed }) => failed);
  }

  stop(): void {
    for (const { cancel } of this.#failed.values()) cancel();
  }
}
