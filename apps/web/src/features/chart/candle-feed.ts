import type { Candle } from '@plecho/contract';
import { closeAt, joinBars, leavesGap, toBar, type Bar } from './candle-book.ts';

export const CANDLES_AT_FIRST = 200;
/** Enough for a reconnect after a while; a longer absence starts over. */
const TAIL = 200;

export interface CandleSource {
  /** Length of a candle, seconds. */
  step: number;
  /** Ascending candles, the newest ones or those that open before `before` (seconds). */
  fetch(query: { limit: number; before?: number }): Promise<Candle[]>;
  /** Live candles; the first call is a snapshot of the newest. Returns the unsubscriber. */
  subscribe(onCandles: (candles: Candle[]) => void): () => void;
}

interface Tick {
  price: number;
  /** Opening time of the candle it belongs to, seconds. */
  bar: number;
}

export interface FeedState {
  status: 'loading' | 'ready' | 'error';
  bars: readonly Bar[];
  /** `update`: only the newest bars changed; `replace`: anything may have. */
  change: { kind: 'replace' } | { kind: 'update'; bars: readonly Bar[] };
  loadingOlder: boolean;
  /** No older candles exist. */
  complete: boolean;
}

/** What is shown in the feed's place, or the feed. */
export type FeedPhase = 'loading' | 'error' | 'empty' | 'ready';

const START: FeedState = {
  status: 'loading',
  bars: [],
  change: { kind: 'replace' },
  loadingOlder: false,
  complete: false,
};

/**
 * Candles of one symbol and interval: the newest page, older pages on demand, live changes, and a
 * new tail whenever live candles don't follow the known ones.
 */
export class CandleFeed {
  readonly #source: CandleSource;
  readonly #listeners = new Set<() => void>();
  #state = START;
  #early: Bar[] = [];
  #unsubscribe: (() => void) | null = null;
  #running = false;
  #tick: Tick | null = null;
  #refreshing = false;
  /** The next live candle fetches the tail. */
  #tailWanted = false;

  constructor(source: CandleSource) {
    this.#source = source;
  }

  readonly state = (): FeedState => this.#state;

  readonly phase = (): FeedPhase => {
    const { status, bars } = this.#state;
    return status === 'ready' && bars.length === 0 ? 'empty' : status;
  };

  readonly isLoadingOlder = (): boolean => this.#state.loadingOlder;

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  start(): void {
    this.#running = true;
    this.#unsubscribe = this.#source.subscribe((candles) => this.#onLive(candles.map(toBar)));
    void this.#loadNewest();
  }

  stop(): void {
    this.#running = false;
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }

  /** The newest price, which arrives more often than candles do, becomes the close of the open candle. */
  tick(price: number, timeMs: number): void {
    const { step } = this.#source;
    this.#tick = { price, bar: Math.floor(timeMs / 1000 / step) * step };
    const last = this.#state.bars.at(-1);
    if (this.#state.status === 'ready' && last?.time === this.#tick.bar && last.close !== price) this.#merge([last]);
  }

  readonly retry = (): void => {
    this.#set({ ...START });
    void this.#loadNewest();
  };

  /** @param limit 1 to 1000 */
  readonly loadOlder = async (limit = CANDLES_AT_FIRST): Promise<void> => {
    const { status, bars, loadingOlder, complete } = this.#state;
    const first = bars[0];
    if (status !== 'ready' || loadingOlder || complete || first === undefined) return;
    this.#set({ loadingOlder: true, change: { kind: 'update', bars: [] } });
    try {
      const older = (await this.#source.fetch({ limit, before: first.time })).map(toBar);
      const { bars: known } = this.#state;
      // Others may have taken the place of the bars that these lead up to.
      const fits = known[0]?.time === first.time;
      const joined = fits ? { bars: joinBars(older, known), complete: older.length === 0 } : {};
      this.#set({ ...joined, loadingOlder: false, change: { kind: 'replace' } });
    } catch {
      // The next scroll asks again.
      this.#set({ loadingOlder: false, change: { kind: 'update', bars: [] } });
    }
  };

  async #loadNewest(): Promise<void> {
    try {
      const bars = (await this.#source.fetch({ limit: CANDLES_AT_FIRST })).map(toBar);
      const early = this.#early;
      this.#early = [];
      this.#set({ status: 'ready', bars, change: { kind: 'replace' }, complete: bars.length === 0 });
      this.#onLive(early);
    } catch {
      this.#set({ status: 'error', change: { kind: 'replace' } });
    }
  }

  #onLive(live: Bar[]): void {
    if (live.length === 0) return;
    const { status, bars } = this.#state;
    if (status === 'loading') {
      this.#early = joinBars(this.#early, live);
    } else if (status === 'error') {
      // The stream is back, so the request has a chance too.
      this.retry();
    } else {
      if (this.#refreshing) this.#early = joinBars(this.#early, live);
      else if (this.#tailWanted || leavesGap(bars, live)) void this.#refreshTail();
      this.#merge(live);
    }
  }

  #withTick(bars: Bar[]): Bar[] {
    const tick = this.#tick;
    if (tick === null) return bars;
    return bars.map((bar) => (bar.time === tick.bar ? closeAt(bar, tick.price) : bar));
  }

  #merge(fresh: Bar[]): void {
    const live = this.#withTick(fresh);
    const last = this.#state.bars.at(-1);
    const bars = joinBars(this.#state.bars, live);
    const inOrder = last !== undefined && live.every((bar) => bar.time >= last.time);
    this.#set({ bars, change: inOrder ? { kind: 'update', bars: live } : { kind: 'replace' } });
  }

  async #refreshTail(): Promise<void> {
    this.#refreshing = true;
    this.#tailWanted = false;
    try {
      const known = this.#state.bars;
      const tail = (await this.#source.fetch({ limit: TAIL })).map(toBar);
      const reaches = tail[0] === undefined || known.some((bar) => bar.time === tail[0]?.time);
      // A hole larger than the tail can't be bridged: begin again from the newest page.
      const fetched = reaches ? joinBars(this.#state.bars, tail) : tail;
      const bars = joinBars(fetched, this.#early);
      this.#tailWanted = leavesGap(tail, this.#early);
      this.#set({ bars, complete: reaches && this.#state.complete, change: { kind: 'replace' } });
    } catch {
      // The next live candle tries again.
      this.#tailWanted = true;
    } finally {
      this.#refreshing = false;
      this.#early = [];
    }
  }

  #set(change: Partial<FeedState>): void {
    if (!this.#running) return;
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
