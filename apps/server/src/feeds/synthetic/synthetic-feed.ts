import type { Candle } from '@plecho/domain';
import {
  dayOf,
  GENESIS,
  MINUTE_SLOTS,
  randomnessOf,
  SLOT_MS,
  startOf,
  SYNTHETIC_PAIRS,
  SyntheticMarket,
  type SyntheticPair,
  type SyntheticSource,
  type TickSchedule,
  unitsPerTick,
} from '@plecho/synthetic';
import { ForwardClock, type Clock } from '../../lib/clock.ts';
import type { Feed, FeedSink } from '../feed.ts';

/**
 * After a sleep of the process or the machine nine seconds are delivered late; what is older is too old to fill
 * anybody, and its candles are in the history.
 */
const CATCH_UP_SLOTS = 36;
/** Tomorrow is prepared pair by pair within the day's last minutes, not all at once at midnight. */
const PREPARE_BEFORE_SECONDS = 900;

export type SyntheticFeedOptions = SyntheticSource & { clock: Clock; pairs?: readonly SyntheticPair[] };

interface Source {
  pair: SyntheticPair;
  units: number;
  schedule: TickSchedule;
}

/**
 * A market that exists nowhere else: prices are a function of (seed or keys, pair, time), so a restart goes on with the
 * same path and any past minute can be asked for. Its clock is the wall clock, held from running backwards.
 */
export class SyntheticFeed implements Feed {
  readonly pairs: readonly SyntheticPair[];
  readonly historyStart = GENESIS;
  readonly #clock: ForwardClock;
  readonly #market: SyntheticMarket;
  readonly #sources: Source[];
  #sink: FeedSink | null = null;
  #stopTimer: (() => void) | null = null;
  /** Slots since the epoch. */
  #nextSlot = 0;
  #prepared = 0;

  constructor(options: SyntheticFeedOptions) {
    const { clock, pairs = SYNTHETIC_PAIRS } = options;
    this.#clock = new ForwardClock(clock);
    this.pairs = pairs;
    const market = new SyntheticMarket(randomnessOf(options), pairs);
    this.#market = market;
    this.#sources = pairs.map((pair) => ({
      pair,
      units: unitsPerTick(pair.priceDecimals),
      schedule: market.schedule(pair.symbol),
    }));
  }

  now(): number {
    return this.#clock.now();
  }

  /** Begins with the present: what happened while nobody listened is history, and its prices are too old to fill anybody. */
  start(sink: FeedSink, resumeAt: number | null): Promise<void> {
    if (this.#sink !== null) throw new Error('the feed runs already');
    this.#sink = sink;
    if (resumeAt !== null) this.#clock.goOnFrom(resumeAt);
    const present = Math.floor(this.#clock.now() / SLOT_MS);
    this.#nextSlot = resumeAt === null ? present : Math.max(present, Math.floor(resumeAt / SLOT_MS) + 1);
    this.#stopTimer = this.#clock.every(SLOT_MS, () => this.#deliver());
    this.#deliver();
    return Promise.resolve();
  }

  stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    this.#sink = null;
  }

  history(symbol: string, from: number, to: number): Candle[] {
    const finished = Math.floor(this.#clock.now() / 60_000) * 60;
    const today = dayOf(finished);
    // Its ticks will be asked for, and its candles again: made once, it serves them all.
    if (today >= 0 && to > startOf(today)) this.#market.prepare(symbol, today);
    return this.#market.candles(symbol, from, Math.min(to, finished));
  }

  /** Everything due since the last call, all pairs in the order of time. A late timer loses only what is too old to be used. */
  #deliver(): void {
    const present = Math.floor(this.#clock.now() / SLOT_MS);
    this.#nextSlot = Math.max(this.#nextSlot, present - CATCH_UP_SLOTS + 1);
    while (this.#nextSlot <= present) {
      const slot = this.#nextSlot;
      this.#nextSlot += 1;
      for (const source of this.#sources) this.#deliverSlot(source, slot);
    }
    this.#prepareTomorrow(Math.floor((present * SLOT_MS) / 1000));
  }

  #deliverSlot(source: Source, slot: number): void {
    const position = source.schedule.positionOf[slot % MINUTE_SLOTS] ?? -1;
    if (position < 0) return;
    const { symbol } = source.pair;
    const { price, volume } = this.#market.ticks(symbol, Math.floor(slot / MINUTE_SLOTS));
    this.#sink?.tick({
      symbol,
      price: BigInt((price[position] ?? 0) * source.units),
      time: slot * SLOT_MS,
      volume: BigInt(volume[position] ?? 0),
    });
  }

  #prepareTomorrow(time: number): void {
    const tomorrow = dayOf(time) + 1;
    if (startOf(tomorrow) - time > PREPARE_BEFORE_SECONDS) {
      this.#prepared = 0;
      return;
    }
    const source = this.#sources[this.#prepared];
    if (source === undefined) return;
    this.#market.prepare(source.pair.symbol, tomorrow);
    this.#prepared += 1;
  }
}
