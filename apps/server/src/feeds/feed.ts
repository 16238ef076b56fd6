import type { Candle, Interval, Pair, Price, Usdt } from '@plecho/domain';

/** A turnover of a candle or a day beyond it is nonsense, and fits no column. */
export const MAX_TURNOVER: Usdt = 1_000_000_000_000_000_000n;

/** One price as a venue said it: unchecked. The engine's price gate decides whether it is valid. */
export interface RawTick {
  symbol: string;
  /** null when the venue sent something that is not a number. May be zero or negative. */
  price: Price | null;
  /** Milliseconds by the market's own clock. */
  time: number;
  /** Turnover since the previous tick of this symbol. */
  volume: Usdt;
}

export interface FeedSink {
  tick(tick: RawTick): void;
  /** The recording is over; no tick follows. */
  ended(): void;
  /** The venue has ended trade in the pair: no price of it follows. May be said more than once. */
  delisted(symbol: string): void;
}

/** How a recording is played. */
export interface Playback {
  playing: boolean;
  /** Market seconds in a second. */
  speed: number;
  /** Market time at which it is over, ms. */
  end: number;
}

/** A source of prices for one market: the only thing a market knows of the outside. */
export interface Feed {
  readonly pairs: readonly Pair[];
  /** The market's own clock, milliseconds. It runs on while the feed is silent, and never backwards (rule E11). */
  now(): number;
  /**
   * Begins to deliver ticks.
   * @param resumeAt the newest market time that has been before (ms), if any: the clock goes on from there at the
   * earliest, also on a machine whose own is behind
   */
  start(sink: FeedSink, resumeAt: number | null): Promise<void>;
  stop(): void;
  /** What is in the way of prices, in a line for operators; absent or null when nothing is known to be. */
  readonly problem?: string | null;
  /** Of a recording. */
  playback?(): Playback;
  /** Market time up to which an earlier feed has delivered everything, ms; absent or null: what is stored says it. */
  readonly playedBefore?: number | null;
  /** First second for which {@link history} has candles. */
  readonly historyStart: number;
  /** From which second on the history is kept when the market is over; absent: all of it. */
  readonly keptFrom?: number;
  /** What the first price of a pair is held against, null for nothing; absent: what its last candle closed at. */
  reference?(symbol: string): Price | null;
  /** Pairs that it has said to be delisted, and that the venue has not listed again; absent: none ever is. */
  delisted?(): Iterable<string>;
  /** Finished one-minute candles that open in [from, to) seconds, ascending; none of the future. */
  history(symbol: string, from: number, to: number): Candle[];
}

/** What a venue says of the last 24 hours of a pair. */
export interface VenueDay {
  open: Price;
  high: Price;
  low: Price;
  /** Turnover, USDT. */
  volume: Usdt;
}

/** Hears what a venue says beyond its prices. */
export interface VenueListener {
  /** The venue's own one-minute candle. @param isClosed nothing of it changes any more */
  candle(symbol: string, candle: Candle, isClosed: boolean): void;
  day(symbol: string, day: VenueDay): void;
}

/**
 * A feed whose candles are made elsewhere: the venue's own are taken instead of such as follow from the ticks that
 * arrived (rule M3). It has no {@link Feed.history}; the past is asked for.
 */
export interface VenueFeed extends Feed {
  /** Told from the start on; one listener. */
  follow(listener: VenueListener): void;
  /**
   * Closed candles that lie in [from, to) seconds, ascending, all that the venue has. Waits for the venue's limits. Rejects when it can't be reached; {@link Feed.problem} says why.
   */
  candles(symbol: string, interval: Interval, from: number, to: number): Promise<Candle[]>;
}

export const isVenueFeed = (feed: Feed): feed is VenueFeed => 'follow' in feed;
