import type { Candle, Pair, Price, Usdt } from '@plecho/domain';

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
  /** Of a recording. */
  playback?(): Playback;
  /** First second for which {@link history} has candles. */
  readonly historyStart: number;
  /** Finished one-minute candles that open in [from, to) seconds, ascending; none of the future. */
  history(symbol: string, from: number, to: number): Candle[];
}
