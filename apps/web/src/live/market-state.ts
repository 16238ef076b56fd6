import type { TickersData } from '@plecho/contract';
import { Emitter } from '@/lib/emitter.ts';

export interface MarketState {
  label: string;
  status: TickersData['status'];
  halted: boolean;
}

/** The market's clock and condition, as the newest frame told them. */
export class MarketStateStore {
  #state: MarketState | null = null;
  #told: { now: number; at: number } | null = null;
  readonly #changes = new Emitter();
  readonly #wallClock: () => number;

  constructor(wallClock: () => number = Date.now) {
    this.#wallClock = wallClock;
  }

  readonly get = (): MarketState | null => this.#state;
  readonly listen = this.#changes.listen;

  /** Milliseconds by the market's clock; without news it goes on at the pace of the wall clock. */
  readonly now = (): number | null =>
    this.#told === null ? null : this.#told.now + Math.max(0, this.#wallClock() - this.#told.at);

  told({ now, label, status, halted }: TickersData): void {
    this.clock(now);
    const before = this.#state;
    if (before?.label === label && before.status === status && before.halted === halted) return;
    this.#state = { label, status, halted };
    this.#changes.emit();
  }

  clock(now: number): void {
    this.#told = { now, at: this.#wallClock() };
  }
}
