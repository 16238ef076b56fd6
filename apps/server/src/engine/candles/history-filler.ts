import { type Candle, INTERVALS, INTERVAL_SECONDS, type Interval, aggregateCandles, candleTime } from '@plecho/domain';
import { HIGHER_INTERVALS, type MinuteHistory } from './pair-candles.ts';
import type { CandleSpan, CandleStore, StoredCandle } from './ports.ts';
import { keptFrom } from './retention.ts';

const DAY = 86_400;
const MINUTE = 60;
/** How far back a market's history is there from the first moment: product contract. */
export const HISTORY_DAYS = 30;
/** How far back daily candles are made, days. They come later than the rest: each costs the minutes of its day. */
const DAILY_DAYS = 365;

/** Candles in one call: short enough to hold up nobody who trades. */
const BATCH = 2_000;

const keyOf = (symbol: string, interval: Interval): string => `${symbol} ${interval}`;

export interface FillerOptions {
  symbols: readonly string[];
  store: CandleStore;
  history: MinuteHistory;
  /** First second the history knows. */
  historyStart: number;
  /** Lets others work between two days of a pair; rejects to end the filling. */
  pause: () => Promise<void>;
}

/** The closed candles of all intervals that whole minutes make. @param end no candle ends later, seconds */
function candlesOf(minutes: readonly Candle[], end: number): Map<Interval, Candle[]> {
  const result = new Map<Interval, Candle[]>([['1m', [...minutes]]]);
  for (const interval of HIGHER_INTERVALS) {
    const candles = aggregateCandles(minutes, interval);
    const last = candles.at(-1);
    if (last !== undefined && last.time + INTERVAL_SECONDS[interval] > end) candles.pop();
    result.set(interval, candles);
  }
  return result;
}

/** Stored minutes where there are any, the history's in between. Both ascending. */
function joinMinutes(stored: readonly Candle[], history: readonly Candle[]): Candle[] {
  if (stored.length === 0) return [...history];
  const byTime = new Map(history.map((candle) => [candle.time, candle]));
  for (const candle of stored) byTime.set(candle.time, candle);
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}

/**
 * The minutes of [from, to) seconds. Where those that are stored have no hole only what follows them is made: a server
 * that was down for a minute must not make all of yesterday again.
 */
export function withMissing(
  stored: readonly Candle[],
  from: number,
  to: number,
  history: (from: number, to: number) => Candle[],
): readonly Candle[] {
  const next = (stored.at(-1)?.time ?? from - MINUTE) + MINUTE;
  const missing = stored.length * MINUTE === next - from ? next : from;
  return missing >= to ? stored : joinMinutes(stored, history(missing, to));
}

/** Share of the work that is done, between 0 and 1. */
export type OnDone = (done: number) => void;

interface Extent {
  oldest: number;
  newest: number;
}

/**
 * Fills the storage from the feed's history, a day of a pair at a time: forward over the time the server was
 * down, oldest first, as far back as each interval is kept; backward from the oldest candle, newest first, for pairs that
 * somebody asks for. So what is stored of a pair and interval never has a hole, and an interrupted filling goes on where it
 * ended.
 */
export class HistoryFiller {
  readonly #options: FillerOptions;
  /** Seconds, a whole minute. */
  readonly #now: number;
  /** What is stored or about to be. */
  readonly #spans = new Map<string, Extent>();
  /** First candles that are stored for certain. */
  readonly #storedFrom = new Map<string, number>();
  #batch: StoredCandle[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(options: FillerOptions, now: number, spans: readonly CandleSpan[]) {
    this.#options = options;
    this.#now = now;
    for (const { symbol, interval, oldest, newest } of spans) {
      this.#spans.set(keyOf(symbol, interval), { oldest, newest });
      this.#storedFrom.set(keyOf(symbol, interval), oldest);
    }
  }

  /** Everything between the newest stored candles and now. @param onDone told 1 when all of it is stored */
  async fillForward(onDone: OnDone): Promise<void> {
    const { symbols } = this.#options;
    const first = candleTime(Math.min(this.#now, ...symbols.map((symbol) => this.#missedFrom(symbol))) * 1000, '1d');
    for (let day = first; day < this.#now; day += DAY) {
      onDone((day - first) / (this.#now - first));
      const end = Math.min(day + DAY, this.#now);
      const behind = symbols.filter((symbol) => this.#missedFrom(symbol) < end);
      if (behind.length > 0) await this.#fillMissed(this.#firstOf(day, end, behind), end, behind);
    }
    await this.#writeRest();
    onDone(1);
  }

  /** The history of a pair before its oldest stored candles, newest day first: a month of all intervals, then the year of daily candles. */
  async fillBackward(symbol: string): Promise<void> {
    const today = candleTime(this.#now * 1000, '1d');
    for (let back = 0; back <= DAILY_DAYS; back += 1) {
      if (this.#fillDay(symbol, today - back * DAY)) await this.#writeIfFull();
      if (back === HISTORY_DAYS) await this.#writeRest();
    }
    await this.#writeRest();
  }

  /**
   * Between which opening times (seconds) candles are not stored yet but have to be there from the first moment;
   * null when none are missing. Older daily candles are not among them: nobody may wait for the minutes of a year.
   */
  missing(symbol: string, interval: Interval): { from: number; before: number } | null {
    const length = INTERVAL_SECONDS[interval];
    const from = Math.max(this.#from(interval, HISTORY_DAYS), Math.ceil(this.#options.historyStart / length) * length);
    const before = this.#storedFrom.get(keyOf(symbol, interval)) ?? candleTime(this.#now * 1000, interval);
    return from < before ? { from, before } : null;
  }

  /** The first candle of any interval that is kept, closed, and later than those that are stored (seconds); Infinity when there is none. */
  #missedFrom(symbol: string): number {
    let first = Number.POSITIVE_INFINITY;
    for (const interval of INTERVALS) {
      const length = INTERVAL_SECONDS[interval];
      const span = this.#span(symbol, interval);
      if (span === undefined) continue;
      const next = Math.max(span.newest + length, keptFrom(interval, this.#now));
      if (next + length <= this.#now) first = Math.min(first, next);
    }
    return first;
  }

  /** From where on a day's minutes are needed (seconds): all of them for its daily candle, else those of the hours that miss something. */
  #firstOf(day: number, end: number, symbols: readonly string[]): number {
    if (end === day + DAY) return day;
    let first = end;
    for (const symbol of symbols) {
      for (const interval of ['1m', '5m', '15m', '1h'] as const) {
        const newest = this.#span(symbol, interval)?.newest;
        if (newest !== undefined) first = Math.min(first, newest + INTERVAL_SECONDS[interval]);
      }
    }
    return Math.max(day, candleTime(first * 1000, '1h'));
  }

  async #fillMissed(from: number, end: number, symbols: readonly string[]): Promise<void> {
    const stored = await this.#options.store.minutes(from, end);
    const { history } = this.#options;
    for (const symbol of symbols) {
      const known = stored.get(symbol) ?? [];
      const minutes = withMissing(known, from, end, (start, to) => history(symbol, start, to));
      for (const [interval, candles] of candlesOf(minutes, end)) {
        const kept = keptFrom(interval, this.#now);
        const after = this.#span(symbol, interval)?.newest ?? Number.NEGATIVE_INFINITY;
        const missed = candles.filter(({ time }) => time > after && time >= kept);
        this.#add(symbol, interval, missed);
      }
      await this.#writeIfFull();
    }
  }

  /** @returns false when nothing of this day was missing. */
  #fillDay(symbol: string, day: number): boolean {
    const { history, historyStart } = this.#options;
    const end = Math.min(day + DAY, this.#now);
    const missing = new Map<Interval, { from: number; before: number }>();
    for (const interval of ['1m', ...HIGHER_INTERVALS] as const) {
      const length = INTERVAL_SECONDS[interval];
      const wanted = this.#from(interval, interval === '1d' ? DAILY_DAYS : HISTORY_DAYS);
      const from = Math.max(wanted, Math.ceil(historyStart / length) * length, day);
      const before = this.#span(symbol, interval)?.oldest ?? end;
      if (from < Math.min(before, end) && from + length <= end) missing.set(interval, { from, before });
    }
    if (missing.size === 0) return false;
    const candles = candlesOf(history(symbol, day, end), end);
    for (const [interval, { from, before }] of missing) {
      const found = candles.get(interval) ?? [];
      this.#add(
        symbol,
        interval,
        found.filter(({ time }) => time >= from && time < before),
      );
    }
    return true;
  }

  #from(interval: Interval, days: number): number {
    const length = INTERVAL_SECONDS[interval];
    return Math.max(keptFrom(interval, this.#now), Math.floor((this.#now - days * DAY) / length) * length);
  }

  #span(symbol: string, interval: Interval): Extent | undefined {
    return this.#spans.get(keyOf(symbol, interval));
  }

  #add(symbol: string, interval: Interval, candles: readonly Candle[]): void {
    const first = candles[0];
    const last = candles.at(-1);
    if (first === undefined || last === undefined) return;
    for (const candle of candles) this.#batch.push({ symbol, interval, candle });
    const span = this.#span(symbol, interval);
    this.#spans.set(keyOf(symbol, interval), {
      oldest: Math.min(span?.oldest ?? first.time, first.time),
      newest: Math.max(span?.newest ?? last.time, last.time),
    });
  }

  /** Stores a full batch while the next one is made; all of a pair's day goes into the same call. */
  async #writeIfFull(): Promise<void> {
    await this.#options.pause();
    if (this.#batch.length < BATCH) return;
    await this.#writing;
    this.#write();
  }

  async #writeRest(): Promise<void> {
    await this.#writing;
    this.#write();
    await this.#writing;
  }

  #write(): void {
    const batch = this.#batch;
    if (batch.length === 0) return;
    this.#batch = [];
    this.#writing = this.#options.store.append(batch).then(() => {
      for (const { symbol, interval, candle } of batch) {
        const key = keyOf(symbol, interval);
        this.#storedFrom.set(key, Math.min(this.#storedFrom.get(key) ?? candle.time, candle.time));
      }
    });
    // Awaited before the next call; until then a failure must not count as unhandled.
    this.#writing.catch(() => undefined);
  }
}
