import type { Candle, Interval, Price } from '@plecho/domain';
import type { PriceRecord } from '../commands/batch.ts';
import type { AccountEvent } from '../engine/events.ts';
import type { Clock } from '../lib/clock.ts';
import { MarketAlerts } from './market-alerts.ts';
import type { AlertStore, StoredAlert, WatchedPosition } from './ports.ts';
import { WorkQueue } from './work-queue.ts';

export interface AlertRoomOptions {
  marketId: string;
  store: AlertStore;
  clock: Pick<Clock, 'soon'>;
  /** Candles of a pair, ascending, the open one too. */
  past(symbol: string, interval: Interval, limit: number): Promise<Candle[]>;
  /** Told what is tried again. */
  onFailure(error: unknown): void;
}

interface EarlyPrice {
  price: Price;
  at: number;
}

/**
 * The prices of a pair that came before its alerts were here: the extremes say what they have crossed, and the newest where
 * the candle stands that is still open.
 */
interface EarlyPrices {
  low: EarlyPrice;
  high: EarlyPrice;
  newest: EarlyPrice;
}

/**
 * The alerts of one market, in the process that has it: read from the storage and kept up to date, held against every price,
 * and written when they have come to something. Beside the market: what fails here is tried again, and nothing waits for it.
 */
export class AlertRoom {
  readonly #options: AlertRoomOptions;
  readonly #alerts: MarketAlerts;
  readonly #queue: WorkQueue;
  /** null when the alerts are here. */
  #early: Map<string, EarlyPrices> | null = new Map();
  /** What became of positions while alerts were being read. */
  readonly #moved = new Map<bigint, WatchedPosition | null>();
  #reads = 0;
  /** Some of what has changed may have been missed. */
  #isOld = true;
  /** Alerts that have to be read anew. */
  readonly #unread = new Set<bigint>();
  /** The newest market time, ms. */
  #now = 0;
  #isReading = false;
  #isDue = false;
  #closed = false;

  constructor(options: AlertRoomOptions) {
    this.#options = options;
    this.#alerts = new MarketAlerts((work) => {
      this.#queue.add(work);
      this.#hurry();
    });
    this.#queue = new WorkQueue({
      store: options.store,
      onRung: (tried, rung) => this.#rang(tried, rung),
      onFailure: (error) => this.#failed(error),
    });
  }

  /** How many alerts there are, and how much waits to be written. */
  get figures(): { alerts: number; waiting: number } {
    return { alerts: this.#alerts.size, waiting: this.#queue.size };
  }

  price({ symbol, price, time }: PriceRecord): void {
    if (time > this.#now) this.#now = time;
    if (this.#early === null) this.#alerts.price(symbol, price, time);
    else keepEarly(this.#early, symbol, price, time);
  }

  account({ positions, removedPositions }: AccountEvent): void {
    for (const position of positions) this.#move(position.id, position);
    for (const id of removedPositions) this.#move(id, null);
  }

  /** Somebody has set or removed an alert. */
  changed(alertId: bigint, isNew: boolean): void {
    if (!isNew) return this.#alerts.remove(alertId);
    this.#unread.add(alertId);
    this.#hurry();
  }

  /** Some of what people did may not have been heard of. */
  missed(): void {
    this.#isOld = true;
    this.#hurry();
  }

  /** Once a second: what time alone brings about, and what could not be done before. */
  look(): void {
    if (this.#early === null) this.#alerts.passed(this.#now);
    this.#work();
  }

  /** Writes nothing more; resolves when what is being written is. Never rejects. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#queue.close();
  }

  /** What happens at one moment is read and written together, when the market has done its part. */
  #hurry(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#options.clock.soon(() => {
      this.#isDue = false;
      this.#work();
    });
  }

  #work(): void {
    if (this.#closed) return;
    this.#queue.go();
    if (this.#isReading) return;
    this.#isReading = true;
    this.#catchUp()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => (this.#isReading = false));
  }

  async #catchUp(): Promise<void> {
    const { store, marketId, past } = this.#options;
    if (this.#isOld) {
      const known = this.#alerts.ids();
      this.#isOld = false;
      await this.#read(() => store.ofMarket(marketId), known).catch((error: unknown) => {
        this.#isOld = true;
        throw error;
      });
      this.#begin();
    }
    while (this.#unread.size > 0) {
      const ids = [...this.#unread];
      await this.#read(() => store.byIds(ids), ids);
      for (const id of ids) this.#unread.delete(id);
    }
    for (const [symbol, alerts] of [...this.#alerts.symbols()]) {
      await alerts.lookBack((interval, limit) => past(symbol, interval, limit));
    }
  }

  /** Takes in what is stored; of `asked`, what is not stored is gone. An alert that is being written stays as it is. */
  async #read(load: () => Promise<StoredAlert[]>, asked: readonly bigint[]): Promise<void> {
    this.#reads += 1;
    try {
      const found = await load();
      const gone = new Set(asked);
      for (const alert of found) {
        gone.delete(alert.id);
        const { terms } = alert;
        const moved = terms.kind === 'liquidation' ? this.#moved.get(terms.positionId) : undefined;
        const known = this.#alerts.get(alert.id);
        if (known === null || known.rings !== alert.rings || this.#unread.has(alert.id)) {
          this.#alerts.add(moved === undefined ? alert : { ...alert, position: moved });
        }
      }
      for (const id of gone) this.#alerts.remove(id);
    } finally {
      this.#reads -= 1;
      if (this.#reads === 0) this.#moved.clear();
    }
  }

  /** The alerts are here: what crossed before they were is told now. */
  #begin(): void {
    const early = this.#early;
    if (early === null) return;
    this.#early = null;
    this.#alerts.passed(this.#now);
    for (const [symbol, { low, high, newest }] of early) {
      for (const { price, at } of [low, high].toSorted((a, b) => a.at - b.at)) this.#alerts.passedBy(symbol, price, at);
      this.#alerts.price(symbol, newest.price, newest.at);
    }
  }

  #move(positionId: bigint, position: WatchedPosition | null): void {
    if (this.#reads > 0) this.#moved.set(positionId, position);
    this.#alerts.moved(positionId, position);
  }

  /** One that rings again is read anew, as is one that somebody else has rung; the others are over. */
  #rang(tried: readonly bigint[], rung: ReadonlySet<bigint>): void {
    for (const id of tried) {
      const alert = this.#alerts.get(id);
      if (alert === null) continue;
      if (rung.has(id) && alert.pause === null) this.#alerts.remove(id);
      else this.#unread.add(id);
    }
    this.#hurry();
  }

  #failed(error: unknown): void {
    if (!this.#closed) this.#options.onFailure(error);
  }
}

function keepEarly(early: Map<string, EarlyPrices>, symbol: string, price: Price, at: number): void {
  const known = early.get(symbol);
  const newest = { price, at };
  if (known === undefined) early.set(symbol, { low: newest, high: newest, newest });
  else {
    known.newest = newest;
    if (price <= known.low.price) known.low = newest;
    if (price >= known.high.price) known.high = newest;
  }
}
