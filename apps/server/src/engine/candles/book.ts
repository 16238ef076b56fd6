import {
  type Candle,
  INTERVAL_SECONDS,
  type Interval,
  type Ppm,
  type Price,
  type Usdt,
  aggregateCandles,
  candleTime,
} from '@plecho/domain';
import type { Feed } from '../../feeds/feed.ts';
import type { Clock } from '../../lib/clock.ts';
import { CandleWriter } from './candle-writer.ts';
import { HistoryFiller, withMissing } from './history-filler.ts';
import { MoveFrequencies } from './move-frequency.ts';
import { PairCandles } from './pair-candles.ts';
import type { BackfillProgress, CandleStore, Candles, Crossed, DayStats, MoveCounts } from './ports.ts';
import { deleteOld, packOld } from './retention.ts';

const MINUTE = 60;
const DAY = 86_400;
/** Market time after which a minute is closed for pairs that have not moved on by themselves. */
const GRACE_MS = 3_000;
/** Longer than any feed is silent: after it, the open minutes may have missed something (the process slept). */
const SILENCE_MS = 8_000;
/** Some minutes of a hundred pairs: for a storage that can't be read. */
const MOST_EARLY = 100_000;
const TIDY_EVERY_MS = 3_600_000;
/** Between two pairs while what was before the start is made; they are over at once when nobody waits. */
const TURNS_OF_OTHERS = 20;
/** Between two days of a pair: its month is stored within seconds, its year of daily candles within half a minute. */
const BACKGROUND_PAUSE_MS = 40;
const BACKGROUND_RETRY_MS = 60_000;
/** While candles can be neither read nor stored. */
const CATCH_UP_RETRY_MS = 2_000;

export interface CandleBookOptions {
  feed: Pick<Feed, 'pairs' | 'history' | 'historyStart' | 'keptFrom'>;
  store: CandleStore;
  clock: Clock;
  /** Told of storage failures; the candles are kept and offered again. */
  onError: (error: unknown) => void;
}

interface HistoryRequest {
  symbol: string;
  interval: Interval;
  limit: number;
  before: number | null;
  stored: readonly Candle[];
  missing: { from: number; before: number };
}

/** Ends background work from inside its pauses. */
class Stopped extends Error {}

/** Candles of one market, from ticks, storage and the feed's history. */
export class CandleBook implements Candles {
  readonly whole: Promise<void>;
  readonly #feed: CandleBookOptions['feed'];
  readonly #store: CandleStore;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #writer: CandleWriter;
  /** Ticks that have come before the last day of all pairs is here; null from then on. */
  #early: Parameters<Candles['tick']>[] | null = [];
  readonly #pairs = new Map<string, PairCandles>();
  /** Market time of the newest tick of any pair, ms. */
  #newest = 0;
  #sweepAt = 0;
  readonly #moves = new MoveFrequencies((symbol, interval, limit, before) =>
    this.series(symbol, interval, limit, before),
  );
  #filler: HistoryFiller | null = null;
  /** Pairs whose history somebody asked for and that is not stored yet, and those whose history is. */
  readonly #asked = new Set<string>();
  readonly #filled = new Set<string>();
  #background: Promise<void> = Promise.resolve();
  readonly #becomeWhole: () => void;
  /** What passed before the start is stored. Until then nothing newer may be: between what is stored there are no holes. */
  #isCaughtUp = false;
  /** Ends when it is, or the book is stopped. Never rejects. */
  #catchingUp: Promise<void> = Promise.resolve();
  /** The attempt at it that is under way, or has failed. */
  #attempt: Promise<void> = Promise.resolve();
  /** Ends the pause of the background work early. */
  #wake: () => void = () => undefined;
  #stopped = false;

  constructor({ feed, store, clock, onError }: CandleBookOptions) {
    this.#feed = feed;
    this.#store = store;
    this.#clock = clock;
    this.#onError = onError;
    this.#writer = new CandleWriter(store, clock, onError);
    ({ promise: this.whole, resolve: this.#becomeWhole } = Promise.withResolvers<void>());
  }

  get pending(): number {
    return this.#writer.pending;
  }

  start(now: number, onProgress: (progress: BackfillProgress) => void = () => undefined): Promise<void> {
    this.#newest = now;
    this.#sweepAt = (candleTime(now, '1m') + MINUTE) * 1000 + GRACE_MS;
    this.#catchingUp = this.#catchUp(candleTime(now, '1m'), (done) => onProgress({ phase: 'essential', done }));
    this.#background = this.#catchingUp.then(() => this.#runBackground((done) => onProgress({ phase: 'rest', done })));
    return Promise.resolve();
  }

  tick(symbol: string, price: Price, time: number, volume: Usdt, spread?: Ppm): void {
    if (this.#early !== null) {
      // What is given up was silence: the history has its minutes.
      if (this.#early.length === MOST_EARLY) this.#early = [];
      this.#early.push([symbol, price, time, volume, spread]);
      return;
    }
    const pair = this.#pairs.get(symbol);
    if (pair === undefined) return;
    if (time - this.#newest > SILENCE_MS) for (const each of this.#pairs.values()) each.missedTicks(time);
    pair.tick(price, time, volume, spread);
    if (time > this.#newest) this.#newest = time;
    if (time >= this.#sweepAt) this.#sweep(candleTime(time - GRACE_MS, '1m'));
  }

  open(symbol: string, interval: Interval): Candle | null {
    return this.#pairs.get(symbol)?.open(interval) ?? null;
  }

  async series(symbol: string, interval: Interval, limit: number, before: number | null): Promise<Candle[]> {
    await this.#attempt;
    this.#ask(symbol);
    // What is not stored yet is found out before and after the reading: it may be stored in between.
    const earlier = this.#unstored(symbol, interval);
    const missing = this.#filler?.missing(symbol, interval) ?? null;
    const stored = await this.#store.read(symbol, interval, limit, before);
    const made = missing === null ? [] : await this.#make({ symbol, interval, limit, before, stored, missing });
    const byTime = new Map<number, Candle>();
    for (const candle of [...made, ...stored, ...earlier, ...this.#unstored(symbol, interval)]) {
      byTime.set(candle.time, candle);
    }
    return [...byTime.values()]
      .filter(({ time }) => before === null || time < before)
      .sort((a, b) => a.time - b.time)
      .slice(-limit);
  }

  stats(symbol: string): DayStats | null {
    return this.#pairs.get(symbol)?.stats(candleTime(this.#newest, '1m')) ?? null;
  }

  course(symbol: string): Price[] {
    return this.#pairs.get(symbol)?.course(candleTime(this.#newest, '1m')) ?? [];
  }

  moveFrequency(symbol: string, maintenance: Ppm, crossed?: Crossed): Promise<MoveCounts> {
    return this.#moves.of(symbol, this.#newest, maintenance, crossed);
  }

  async end(): Promise<void> {
    await this.#catchingUp;
    for (const pair of this.#pairs.values()) pair.finish();
    await this.stop();
    try {
      await this.#keepHistory();
    } catch (error) {
      this.#onError(error);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    await this.#background;
    // What has to follow the missing candles is made again with them by the next start.
    if (this.#isCaughtUp) await this.#writer.stop();
  }

  /**
   * Reads and makes what was before the start (seconds) and stores what is missing of it, however often the storage has to
   * be asked.
   */
  async #catchUp(start: number, onDone: (done: number) => void): Promise<void> {
    while (!this.#isCaughtUp && !this.#stopped) {
      this.#attempt = this.#tryToCatchUp(start, onDone);
      try {
        await this.#attempt;
      } catch (error) {
        this.#onError(error);
        await this.#pause(CATCH_UP_RETRY_MS).catch(() => undefined);
      }
    }
    this.#becomeWhole();
  }

  /** Resolves early when the book is stopped. */
  async #tryToCatchUp(start: number, onDone: (done: number) => void): Promise<void> {
    try {
      await this.#load(start);
      this.#becomeWhole();
      const filler = await this.#openFiller(() => this.#letOthersWork(), start);
      await filler.fillForward(onDone);
      this.#isCaughtUp = true;
      this.#writer.flush();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
  }

  /** Open candles and 24-hour figures from the last day's minutes, one pair after another; those not stored come from the history. */
  async #load(start: number): Promise<void> {
    if (this.#early === null) return;
    const from = start - DAY;
    const stored = await this.#store.minutes(from, start);
    const history = (symbol: string, first: number, end: number) => this.#feed.history(symbol, first, end);
    for (const { symbol } of this.#feed.pairs) {
      await this.#letOthersWork();
      const pair = new PairCandles(symbol, history, (candle) => this.#writer.add(candle));
      const known = stored.get(symbol) ?? [];
      pair.load(
        withMissing(known, from, start, (first, end) => history(symbol, first, end)),
        start,
      );
      this.#pairs.set(symbol, pair);
    }
    const early = this.#early;
    this.#early = null;
    for (const tick of early) this.tick(...tick);
  }

  /** Closes every minute that ends at or before `time` (seconds) and hands all of them to the storage at once. */
  #sweep(time: number): void {
    for (const pair of this.#pairs.values()) pair.advance(time);
    this.#sweepAt = (time + MINUTE) * 1000 + GRACE_MS;
    if (this.#isCaughtUp) this.#writer.flush();
  }

  #unstored(symbol: string, interval: Interval): Candle[] {
    const candles = this.#writer.recent(symbol, interval);
    const open = this.open(symbol, interval);
    if (open !== null) candles.push(open);
    return candles;
  }

  /** Candles that the filling has not come to yet, as many as are asked for, from the feed's history. */
  async #make({ symbol, interval, limit, before, stored, missing }: HistoryRequest): Promise<Candle[]> {
    const length = INTERVAL_SECONDS[interval];
    const end = before === null ? missing.before : Math.min(missing.before, Math.ceil(before / length) * length);
    const wanted = limit - stored.filter(({ time }) => time >= missing.before).length;
    const from = Math.max(missing.from, end - wanted * length);
    const made: Candle[] = [];
    for (let day = candleTime(from * 1000, '1d'); day < end; day += DAY) {
      const minutes = this.#feed.history(symbol, Math.max(day, from), Math.min(day + DAY, end));
      made.push(...(interval === '1m' ? minutes : aggregateCandles(minutes, interval)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    return made;
  }

  /** Has the history of a pair stored: from then on it is read instead of made. */
  #ask(symbol: string): void {
    if (this.#filled.has(symbol) || this.#asked.has(symbol) || !this.#pairs.has(symbol)) return;
    this.#asked.add(symbol);
    this.#wake();
  }

  /** When the market is over its feed is gone, and the storage is all that can be asked. */
  async #keepHistory(): Promise<void> {
    const { historyStart, keptFrom = historyStart } = this.#feed;
    const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const filler = await this.#openFiller(pause, undefined, Math.max(historyStart, keptFrom));
    for (const { symbol } of this.#feed.pairs) if (!this.#filled.has(symbol)) await filler.fillBackward(symbol);
  }

  /** @param now up to where candles are filled, seconds */
  async #openFiller(
    pause: () => Promise<void>,
    now: number = candleTime(this.#newest, '1m'),
    historyStart: number = this.#feed.historyStart,
  ): Promise<HistoryFiller> {
    const options = {
      symbols: this.#feed.pairs.map(({ symbol }) => symbol),
      store: this.#store,
      history: (symbol: string, from: number, to: number) => this.#feed.history(symbol, from, to),
      historyStart,
      pause,
    };
    this.#filler = new HistoryFiller(options, now, await this.#store.spans());
    return this.#filler;
  }

  /** The history of one pair after another that is asked for, and every hour what is too old is deleted and the rest packed. */
  async #runBackground(onDone: (done: number) => void): Promise<void> {
    let tidyAt = this.#clock.monotonic();
    for (;;) {
      try {
        const [symbol] = this.#asked;
        if (symbol !== undefined) {
          const filler = await this.#openFiller(() => this.#pause(BACKGROUND_PAUSE_MS));
          await filler.fillBackward(symbol);
          this.#filled.add(symbol);
          this.#asked.delete(symbol);
          onDone(this.#filled.size / this.#pairs.size);
        } else if (this.#clock.monotonic() >= tidyAt) {
          const [now, pause] = [candleTime(this.#newest, '1m'), () => this.#pause(BACKGROUND_PAUSE_MS)];
          await deleteOld(this.#store, now, pause);
          await packOld(this.#store, now, pause);
          tidyAt = this.#clock.monotonic() + TIDY_EVERY_MS;
        } else {
          await this.#pause(tidyAt - this.#clock.monotonic());
        }
      } catch (error) {
        if (error instanceof Stopped) return;
        this.#onError(error);
        const stopped = await this.#pause(BACKGROUND_RETRY_MS).then(
          () => false,
          () => true,
        );
        if (stopped) return;
      }
    }
  }

  /** A start takes a pair's day of ten milliseconds after another, and of those who connect one gets in in each turn. */
  async #letOthersWork(): Promise<void> {
    for (let turn = 0; turn < TURNS_OF_OTHERS; turn += 1) await this.#pause(0);
  }

  /** @throws Stopped when the book has been stopped meanwhile. */
  async #pause(ms: number): Promise<void> {
    if (ms === 0) await new Promise((resolve) => setImmediate(resolve));
    else {
      const timer = Promise.withResolvers<void>();
      const cancel = this.#clock.after(ms, timer.resolve);
      this.#wake = timer.resolve;
      if (!this.#stopped) await timer.promise;
      cancel();
    }
    if (this.#stopped) throw new Stopped('the candle book has been stopped');
  }
}
