import { type Candle, type Price, PRICE_DECIMALS, divide } from '@plecho/domain';

const MINUTE_MS = 60_000;
/** The close is the last thing that happens in a minute. */
const CLOSE_AT_MS = 59_500;
const FIRST_EXTREME_AT_MS = 20_000;
const SECOND_EXTREME_AT_MS = 40_000;

/** Above this speed a step of the path is five seconds of market time instead of one. */
const FINE_UP_TO_SPEED = 4;

export interface PathPoint {
  /** Milliseconds since the minute's opening. */
  offset: number;
  price: Price;
  /** Turnover since the point before, USDT. */
  volume: bigint;
}

/** Distance of the points of a path, ms of market time. */
export const pathStep = (speed: number): number => (speed <= FINE_UP_TO_SPEED ? 1_000 : 5_000);

/**
 * The way a price takes through a recorded minute, of which only four prices are known: the open, then the low
 * and the high (a falling minute: the high and the low), then the close, all of them exactly, with straight
 * lines between. The same candle always gives the same way.
 *
 * @param step ms; divides 20 seconds
 */
export function minutePath(candle: Candle, priceDecimals: number, step: number): PathPoint[] {
  const rises = candle.close >= candle.open;
  const keys: [offset: number, price: Price][] = [
    [0, candle.open],
    [FIRST_EXTREME_AT_MS, rises ? candle.low : candle.high],
    [SECOND_EXTREME_AT_MS, rises ? candle.high : candle.low],
    [CLOSE_AT_MS, candle.close],
  ];
  const tick = 10n ** BigInt(PRICE_DECIMALS - priceDecimals);
  const offsets = Array.from({ length: MINUTE_MS / step }, (_, index) => index * step);
  offsets.push(CLOSE_AT_MS);
  let given = 0n;
  return offsets.map((offset, index) => {
    const share = divide(candle.volume * BigInt(index + 1), BigInt(offsets.length), 'floor');
    const volume = share - given;
    given = share;
    return { offset, price: priceAt(keys, offset, tick), volume };
  });
}

/** Whole ticks between the key points; a key point itself is exact whatever the tick. */
function priceAt(keys: readonly [offset: number, price: Price][], offset: number, tick: Price): Price {
  const after = keys.findIndex(([at]) => at >= offset);
  const [endAt, end] = keys[after] ?? [0, 0n];
  const [startAt, start] = keys[after - 1] ?? [endAt, end];
  if (offset === endAt || end === start) return end;
  const way = (end - start) * BigInt(offset - startAt);
  // Rounded toward where it comes from, so that it never goes beyond either end.
  return start + divide(way, BigInt(endAt - startAt) * tick, way < 0n ? 'ceil' : 'floor') * tick;
}
