import type { Ticker } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';

/** A market that has just been started waits so long for its first prices, to close positions at them. */
const LAST_PRICES_MS = 5_000;
const CHECK_MS = 100;

/** What is to end. */
interface Ending {
  id: string;
  tickers(): Ticker[];
  end(): Promise<void>;
}

/** Ends markets that were withdrawn or asked to end, at their last prices. */
export class LastPrices {
  readonly #clock: Clock;
  /** Markets that wait for their last prices, or have had them, and what ends the waiting. */
  readonly #ending = new Map<string, () => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Said twice it does no harm. */
  end(market: Ending): void {
    if (this.#ending.has(market.id)) return;
    let checksLeft = LAST_PRICES_MS / CHECK_MS;
    const cancel = this.#clock.every(CHECK_MS, () => {
      checksLeft -= 1;
      if (checksLeft > 0 && market.tickers().some(({ last }) => last === null)) return;
      cancel();
      void market.end();
    });
    this.#ending.set(market.id, cancel);
  }

  /** The market is over, or not of this process any more. */
  forget(marketId: string): void {
    this.#ending.get(marketId)?.();
    this.#ending.delete(marketId);
  }

  stop(): void {
    for (const cancel of this.#ending.values()) cancel();
  }
}
