import { divide, ONE_PRICE, type Candle, type Pair, type Price } from '@plecho/domain';
import type { RecordedCandles, Track } from '../feeds/replay/index.ts';

const DAY = 86_400;
/** 00:00 of «день 1», 2000-01-01: before any recording, so that nobody takes it for a date. */
export const DAY_ONE = 946_684_800;
/** What every pair costs at the start. */
const START_PRICE: Price = 100n * ONE_PRICE;
/** The same of all pairs: how fine prices are would name one. */
const MASKED_DECIMALS = 4;
const MASKED_TICK = 10_000n;
/** Mean turnover of a minute, USDT with six decimals: how much is traded would name a pair, too. */
const MASKED_TURNOVER = 100_000_000_000n;
const LETTERS = 'ABCDEFGHIJ';

/** Seconds that are added to the times of a recording, whole days: the time of the day stays. @param startAt of the session, seconds */
export const shiftOf = (startAt: number): number => DAY_ONE - Math.floor(startAt / DAY) * DAY;

export const maskedSymbol = (place: number): string => `PAIR${LETTERS[place]}USDT`;
/** As the label of the session calls it. */
export const maskedName = (place: number): string => `пара ${LETTERS[place]}`;

/** The price of a pair at the start, from which its scale follows. @param startAt seconds */
export function startPriceOf(candles: RecordedCandles, startAt: number): Price {
  const index = Math.min(candles.firstFrom(startAt), candles.length - 1);
  return candles.candleAt(index).open;
}

/** A recording at other times and in another scale; nothing else about it changes. */
class MaskedCandles implements RecordedCandles {
  readonly length: number;
  readonly #candles: RecordedCandles;
  readonly #shift: number;
  readonly #startPrice: Price;
  readonly #turnover: bigint;

  constructor(candles: RecordedCandles, startAt: number) {
    this.length = candles.length;
    this.#candles = candles;
    this.#shift = shiftOf(startAt);
    this.#startPrice = startPriceOf(candles, startAt);
    let turnover = 0n;
    for (let index = 0; index < candles.length; index += 1) turnover += candles.candleAt(index).volume;
    this.#turnover = turnover / BigInt(candles.length) + 1n;
  }

  timeAt(index: number): number | undefined {
    const time = this.#candles.timeAt(index);
    return time === undefined ? undefined : time + this.#shift;
  }

  /** Every price is rounded the same way, so that low and high stay low and high. */
  candleAt(index: number): Candle {
    const { time, open, high, low, close, volume } = this.#candles.candleAt(index);
    const scaled = (price: Price): Price => {
      const ticks = divide(price * START_PRICE, this.#startPrice * MASKED_TICK, 'floor');
      return (ticks > 0n ? ticks : 1n) * MASKED_TICK;
    };
    return {
      ...{ time: time + this.#shift, open: scaled(open), high: scaled(high), low: scaled(low), close: scaled(close) },
      volume: divide(volume * MASKED_TURNOVER, this.#turnover, 'floor'),
    };
  }

  firstFrom(time: number): number {
    return this.#candles.firstFrom(time - this.#shift);
  }
}

/**
 * A recording of which nothing says what it is of: times count from «день 1», pairs have letters, each costs 100 USDT
 * at the start. Whatever is made of it, stored or told, is made of these figures alone.
 */
export function maskTracks(tracks: readonly Track[], startAt: number): Track[] {
  return tracks.map(({ candles }, place) => {
    const baseAsset = maskedSymbol(place).replace('USDT', '');
    const pair: Pair = { symbol: maskedSymbol(place), baseAsset, quoteAsset: 'USDT', priceDecimals: MASKED_DECIMALS };
    return { pair, candles: new MaskedCandles(candles, startAt) };
  });
}
