import type { Candle } from '@plecho/contract';

/** Fewer candles than this stand in the middle of as much time as this many take: a few would be as wide as the chart. */
const FEWEST = 16;
/** How far the edges are from a price that never moved. */
const FLAT_SHARE = 0.005;
/** How much of its time the body of a candle takes. */
const BODY = 0.62;

/** What is drawn of prices and times, and where. Pixels from the upper left corner. */
export interface Scale {
  /** Where the candles end. */
  right: number;
  /** Width of the body of a candle. */
  body: number;
  x: (seconds: number) => number;
  y: (price: number) => number;
  low: number;
  high: number;
  /** The times at the edges, seconds. */
  first: number;
  last: number;
}

interface Frame {
  right: number;
  top: number;
  bottom: number;
}

/** @param step seconds of a candle @param frame of the candles, pixels */
export function scaleOf(candles: readonly Candle[], step: number, { right, top, bottom }: Frame): Scale {
  const spare = Math.max(0, FEWEST - candles.length);
  const first = (candles[0]?.time ?? 0) - Math.floor(spare / 2) * step;
  const last = (candles.at(-1)?.time ?? 0) + step + Math.ceil(spare / 2) * step;
  const [lowest, highest] = [
    Math.min(...candles.map((candle) => Number(candle.low))),
    Math.max(...candles.map((candle) => Number(candle.high))),
  ];
  const edge = lowest === highest ? highest * FLAT_SHARE : 0;
  const [low, high] = [lowest - edge, highest + edge];
  return {
    ...{ right, low, high, first, last },
    body: Math.max(1, ((right * step) / (last - first)) * BODY),
    x: (seconds) => ((seconds - first) / (last - first)) * right,
    y: (price) => top + ((high - price) / (high - low)) * (bottom - top),
  };
}
