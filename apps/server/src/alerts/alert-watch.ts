import type { PriceRecord } from '../commands/batch.ts';
import type { AccountEvent, MarketListener } from '../engine/events.ts';
import type { Markets } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';
import { AlertRoom } from './alert-room.ts';
import type { AlertNotice, AlertStore } from './ports.ts';

const LOOK_MS = 1_000;

export interface AlertWatchOptions {
  store: AlertStore;
  markets: Pick<Markets, 'get'>;
  clock: Clock;
  /** Whether a market is of this process: it is watched where it is decided. */
  isHere(marketId: string): boolean;
  /** Told what is tried again. Must not throw. */
  onFailure(error: unknown): void;
}

/**
 * Holds the alerts of this process's markets against their valid prices. It listens beside the engine: whatever happens here
 * fails nothing there, and of what it writes no decision depends (rule M9).
 */
export class AlertWatch implements MarketListener {
  readonly #options: AlertWatchOptions;
  readonly #rooms = new Map<string, AlertRoom>();
  readonly #leaving = new Set<Promise<void>>();
  readonly #stopLooking: () => void;
  #stopped = false;

  constructor(options: AlertWatchOptions) {
    this.#options = options;
    this.#stopLooking = options.clock.every(LOOK_MS, () => this.#look());
  }

  /** How many alerts there are here, and how much waits to be written. */
  get figures(): { alerts: number; waiting: number } {
    const sum = { alerts: 0, waiting: 0 };
    for (const { figures } of this.#rooms.values()) {
      sum.alerts += figures.alerts;
      sum.waiting += figures.waiting;
    }
    return sum;
  }

  price(marketId: string, record: PriceRecord): void {
    this.#guard(() => (this.#rooms.get(marketId) ?? this.#open(marketId))?.price(record));
  }

  account(event: AccountEvent): void {
    this.#guard(() => this.#rooms.get(event.marketId)?.account(event));
  }

  /** @param notice null: some may have been missed */
  heard(notice: AlertNotice | null): void {
    if (notice === null) for (const room of this.#rooms.values()) room.missed();
    else if (notice.change !== null) {
      const { marketId, alertId, isNew } = notice.change;
      this.#rooms.get(marketId)?.changed(alertId, isNew);
    }
  }

  /** Resolves when what is being written is. Never rejects. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopLooking();
    for (const id of [...this.#rooms.keys()]) this.#close(id);
    await Promise.all(this.#leaving);
  }

  /** With its first valid price a market is watched: no older one rings anything. */
  #open(marketId: string): AlertRoom | undefined {
    const { store, clock, markets, isHere, onFailure } = this.#options;
    if (this.#stopped || !isHere(marketId)) return undefined;
    const room = new AlertRoom({
      ...{ marketId, store, clock, onFailure },
      past: (symbol, interval, limit) =>
        markets.get(marketId)?.candles(symbol, interval, limit, null) ?? Promise.resolve([]),
    });
    this.#rooms.set(marketId, room);
    room.missed();
    return room;
  }

  #look(): void {
    for (const [id, room] of [...this.#rooms]) {
      if (this.#options.isHere(id)) this.#guard(() => room.look());
      else this.#close(id);
    }
  }

  #close(marketId: string): void {
    const room = this.#rooms.get(marketId);
    if (room === undefined) return;
    this.#rooms.delete(marketId);
    const left = room.close().finally(() => this.#leaving.delete(left));
    this.#leaving.add(left);
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onFailure(error);
    }
  }
}
