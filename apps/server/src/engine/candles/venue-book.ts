import {
  type Candle,
  INTERVALS,
  INTERVAL_SECONDS,
  type Interval,
  type Ppm,
  type Price,
  candleTime,
} from '@plecho/domain';
import type { VenueDay, VenueFeed } from '../../feeds/feed.ts';
import type { Clock } from '../../lib/clock.ts';
import { CandleWriter } from './candle-writer.ts';
import { MoveFrequencies } from './move-frequency.ts';
import type { BackfillProgress, CandleStore, Candles, DayStats, MoveCounts } from './ports.ts';
import { deleteOld, keptFrom, packOld } from './retention.ts';
import { ASKED_SECONDS, VenuePair } from './venue-pair.ts';

const DAY = 86_400;
/** A candle that ended just now may not be closed at the venue yet, ms. */
const CLOSED_BY_MS = 3_000;
const RETRY_MS = 5_000;
const TIDY_EVERY_MS = 3_600_000;
/** Longest pause of the background work while nothing is missing. */
const IDLE_MS = 60_000;

export interface VenueBookOptions {
  feed: Pick<VenueFeed, 'pairs' | 'candles' | 'now'>;
  store: CandleStore;
  clock: Clock;
  /** Told of storage failures; what is missing is asked for again. */
  onError: (error: unknown) => void;
}

/**
 * Candles of a market whose venue makes them (rule M3): finished minutes as its stream says, everything that was
 * missed as it answers when asked. Ticks only move the open minute. The market can be traded meanwhile.
 */
export class VenueBook implements Candles {
  readonly #options: VenueBookOptions;
  readonly #writer: CandleWriter;
  readonly #pairs = new Map<string, VenuePair>();
  /** Pairs with something missing. */
  readonly #behind = new Set<string>();
  /** Those of them that could not be filled: the others have a turn before they have another. */
  readonly #aside = new Set<string>();
  /** When the venue last had less than it was asked for, by pair: it is not asked at every price. */
  readonly #answeredShort = new Map<string, number>();
  readonly #moves = new MoveFrequencies((symbol, interval, limit, before) =>
    this.series(symbol, interval, limit, before),
  );
  #background: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;
  #stopped = false;

  constructor(options: VenueBookOptions) {
    this.#options = options;
    this.#writer = new CandleWriter(options.store, options.clock, options.onError);
    for (const { symbol } of options.feed.pairs) {
      this.#pairs.set(symbol, new VenuePair(symbol, (candle) => this.#writer.add(candle)));
    }
  }

  get pending(): number {
    return this.#writer.pending;
  }

  /** What is stored is taken up at once; the venue is asked for the rest beside trading, much traded pairs first. */
  async start(now: number, onProgress: (progress: BackfillProgress) => void = () => undefined): Promise<void> {
    const { store } = this.#options;
    const minute = candleTime(now, '1m');
    const stored = await store.minutes(minute - DAY, minute + DAY);
    for (const [symbol, minutes] of stored) this.#pairs.get(symbol)?.load(minutes);
    for (const { symbol, interval, newest } of await store.spans()) {
      this.#pairs.get(symbol)?.setThrough(interval, newest + INTERVAL_SECONDS[interval]);
    }
    for (const symbol of this.#pairs.keys()) this.#behind.add(symbol);
    this.#background = this.#runBackground((done) => onProgress({ phase: 'rest', done }));
  }

  tick(symbol: string, price: Price, time: number): void {
    const pair = this.#pairs.get(symbol);
    if (pair === undefined) return;
    pair.tick(price, time);
    if (pair.isBehind(time)) this.#ask(symbol);
  }

  /** Takes a one-minute candle of the venue. */
  candle(symbol: string, candle: Candle, isClosed: boolean): void {
    const pair = this.#pairs.get(symbol);
    if (pair === undefined) return;
    if (!pair.candle(candle, isClosed)) this.#ask(symbol);
    if (isClosed) this.#writer.flush();
  }

  /** Takes the venue's figures of the last 24 hours. */
  day(symbol: string, day: VenueDay): void {
    const pair = this.#pairs.get(symbol);
    if (pair !== undefined) pair.day = day;
  }

  /** Final one-minute candles of the last day that open in [from, to) seconds, ascending, as far as they are here. */
  minutes(symbol: string, from: number, to: number): Candle[] {
    return this.#pairs.get(symbol)?.minutes(from, to) ?? [];
  }

  open(symbol: string, interval: Interval): Candle | null {
    return this.#pairs.get(symbol)?.open(interval) ?? null;
  }

  async series(symbol: string, interval: Interval, limit: number, before: number | null): Promise<Candle[]> {
    const earlier = this.#unstored(symbol, interval);
    const stored = await this.#options.store.read(symbol, interval, limit, before);
    const byTime = new Map<number, Candle>();
    for (const candle of [...earlier, ...this.#unstored(symbol, interval), ...stored]) byTime.set(candle.time, candle);
    return [...byTime.values()]
      .filter(({ time }) => before === null || time < before)
      .sort((a, b) => a.time - b.time)
      .slice(-limit);
  }

  stats(symbol: string): DayStats | null {
    return this.#pairs.get(symbol)?.stats(this.#options.feed.now()) ?? null;
  }

  course(symbol: string): Price[] {
    return this.#pairs.get(symbol)?.course(this.#options.feed.now()) ?? [];
  }

  moveFrequency(symbol: string, maintenance: Ppm): Promise<MoveCounts> {
    return this.#moves.of(symbol, this.#options.feed.now(), maintenance);
  }

  /** Nothing unfinished is stored: it would not be the venue's. */
  end(): Promise<void> {
    return this.stop();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    await this.#background;
    await this.#writer.stop();
  }

  #unstored(symbol: string, interval: Interval): Candle[] {
    const open = this.open(symbol, interval);
    const minutes = interval === '1m' ? (this.#pairs.get(symbol)?.unstored() ?? []) : [];
    return [...minutes, ...(open === null ? [] : [open]), ...this.#writer.recent(symbol, interval)];
  }

  #ask(symbol: string): void {
    const { clock } = this.#options;
    const answered = this.#answeredShort.get(symbol) ?? Number.NEGATIVE_INFINITY;
    if (this.#behind.has(symbol) || clock.monotonic() - answered < RETRY_MS) return;
    this.#behind.add(symbol);
    this.#wake();
  }

  /** Fills what is missing of one pair after another, and every hour what is too old is deleted and the rest packed. */
  async #runBackground(onDone: (done: number) => void): Promise<void> {
    const { clock, store, feed, onError } = this.#options;
    let tidyAt = clock.monotonic() + TIDY_EVERY_MS;
    let filled = 0;
    while (!this.#stopped) {
      try {
        const pair = this.#nextBehind();
        if (clock.monotonic() >= tidyAt) {
          // Before it is done: what can't be tidied may not hold up the pairs.
          tidyAt = clock.monotonic() + TIDY_EVERY_MS;
          const now = candleTime(feed.now(), '1m');
          await deleteOld(store, now, () => this.#pause(0));
          await packOld(store, now, () => this.#pause(0));
        } else if (pair !== null) {
          this.#behind.delete(pair.symbol);
          await this.#fill(pair);
          if (filled < this.#pairs.size) onDone((filled += 1) / this.#pairs.size);
        } else await this.#pause(IDLE_MS);
      } catch (error) {
        onError(error);
        await this.#pause(RETRY_MS);
      }
    }
  }

  /** The pair with the largest turnover of those that have something missing and are not set aside. */
  #nextBehind(): VenuePair | null {
    if ([...this.#behind].every((symbol) => this.#aside.has(symbol))) this.#aside.clear();
    let next: VenuePair | null = null;
    for (const symbol of this.#behind) {
      if (this.#aside.has(symbol)) continue;
      const pair = this.#pairs.get(symbol);
      if (pair !== undefined && (next === null || (pair.day?.volume ?? 0n) > (next.day?.volume ?? 0n))) next = pair;
    }
    return next;
  }

  async #fill(pair: VenuePair): Promise<void> {
    for (const interval of INTERVALS) {
      if (this.#stopped || (await this.#fillInterval(pair, interval))) continue;
      this.#behind.add(pair.symbol);
      this.#aside.add(pair.symbol);
      await this.#pause(RETRY_MS);
      return;
    }
  }

  /**
   * What the venue answers is stored after what its stream has said before, and in one way with it: the newest stored
   * candle then always says that those before it are there, whenever the process ends.
   * @returns false when the venue can't be asked
   */
  async #fillInterval(pair: VenuePair, interval: Interval): Promise<boolean> {
    const { feed } = this.#options;
    const now = Math.floor((feed.now() - CLOSED_BY_MS) / 1000);
    const length = INTERVAL_SECONDS[interval];
    const to = Math.floor(now / length) * length;
    const oldest = Math.max(Math.floor((now - ASKED_SECONDS[interval]) / length) * length, keptFrom(interval, now));
    // What follows what is stored, as long as it is kept; the first time as much as is asked for.
    const known = pair.through(interval);
    const from = known === 0 ? oldest : Math.max(known, keptFrom(interval, now));
    if (from >= to) return true;
    let candles: Candle[];
    try {
      candles = await feed.candles(pair.symbol, interval, from, to);
    } catch {
      // The feed says why.
      return false;
    }
    // The stream may have gone on meanwhile.
    const found = candles.filter(({ time }) => time >= pair.through(interval));
    for (const candle of found) this.#writer.add({ symbol: pair.symbol, interval, candle });
    if (interval === '1m') pair.load(found.filter(({ time }) => time >= now - DAY));
    // Its clock may be behind what is known of it: what it has not made yet is asked for again.
    const end = (candles.at(-1)?.time ?? from - length) + length;
    if (pair.through(interval) < end) pair.setThrough(interval, end);
    if (end < to) this.#answeredShort.set(pair.symbol, this.#options.clock.monotonic());
    await this.#stored();
    return true;
  }

  /** Resolves when nothing waits for the storage: while it is away, nothing more is asked for. */
  async #stored(): Promise<void> {
    for (;;) {
      await this.#writer.offered();
      if (this.#writer.pending === 0 || this.#stopped) return;
      await this.#pause(RETRY_MS);
    }
  }

  /** Ends early when something is missing or the book is stopped. */
  async #pause(ms: number): Promise<void> {
    const over = Promise.withResolvers<void>();
    const cancel = this.#options.clock.after(ms, over.resolve);
    this.#wake = over.resolve;
    if (!this.#stopped) await over.promise;
    cancel();
  }
}
