import { type Candle, type Pair, type Price, PRICE_DECIMALS } from '@plecho/domain';
import type { RawTick } from '../feed.ts';

const MINUTE_MS = 60_000;
/** The close is the last thing that happens in a minute. */
const CLOSE_AT_MS = 59_500;
const FIRST_EXTREME_AT_MS = 20_000;
const SECOND_EXTREME_AT_MS = 40_000;

/** Above this speed a step of the path is five seconds of market time instead of one. */
const FINE_UP_TO_SPEED = 4;

/** A point of a path; its volume is the turnover since the point before. */
export interface PathTick extends RawTick {
  price: Price;
}

/** Distance of the points of a path, ms of market time. */
export const pathStep = (speed: number): number => (speed <= FINE_UP_TO_SPEED ? 1_000 : 5_000);

/**
 * The way a price takes through a recorded minute, of which only four prices are known: the open, then the low
 * and the high (a falling minute: the high and the low), then the close, all of them exactly, with straight
 * lines between, in whole ticks. The same candle always gives the same way, and paths of one step have the same times.
 *
 * @param step ms; divides 20 seconds
 */
export function minutePath(
  candle: Candle,
  { symbol, priceDecimals }: Pick<Pair, 'symbol' | 'priceDecimals'>,
  step: number,
): PathTick[] {
  const rises = candle.close >= candle.open;
  const keys: [offset: number, price: Price][] = [
    [FIRST_EXTREME_AT_MS, rises ? candle.low : candle.high],
    [SECOND_EXTREME_AT_MS, rises ? candle.high : candle.low],
    [CLOSE_AT_MS, candle.close],
  ];
  const unit = 10n ** BigInt(PRICE_DECIMALS - priceDecimals);
  const opens = candle.time * 1000;
  const nextVolume = evenParts(candle.volume, MINUTE_MS / step + 1);
  let [startAt, start] = [0, candle.open];
  const path: PathTick[] = [{ symbol, price: start, time: opens, volume: nextVolume() }];
  for (const [endAt, end] of keys) {
    const length = BigInt(endAt - startAt) * unit;
    const stride = (end - start) * BigInt(step);
    let way = stride;
    for (let offset = startAt + step; offset < endAt; offset += step, way += stride) {
      // A quotient of bigints is cut toward zero, here toward where the price comes from: it never goes beyond either end.
      path.push({ symbol, price: start + (way / length) * unit, time: opens + offset, volume: nextVolume() });
    }
    path.push({ symbol, price: end, time: opens + endAt, volume: nextVolume() });
    [startAt, start] = [endAt, end];
  }
  return path;
}

/** Deals an amount out in `count` whole parts that differ by one at most: each call gives the next. */
function evenParts(amount: bigint, count: number): () => bigint {
  const small = amount / BigInt(count);
  const large = small + 1n;
  const rest = Number(amount % BigInt(count));
  let owed = 0;
  return () => {
    owed += rest;
    if (owed < count) return small;
    owed -= count;
    return large;
  };
}
