import type { Candle } from '@plecho/contract';
import type { Price } from '@plecho/domain';
import type { Story } from './story.ts';

/** Widest character of a label's type, and what stands between the plot and its text, pixels. */
const LABEL_CHARACTER = 6.3;
const LABEL_GAP = 12;
const TOP = 10;
const BOTTOM = 10;
/** Levels farther from the prices than their whole height this many times would flatten them and stay outside. */
const LEVEL_REACH = 1;

/** Prices as floats: for drawing only. */
export const toFloat = (price: Price): number => Number(price) / 1e8;

export interface RerunScale {
  /** Edges of the plot, pixels. */
  right: number;
  top: number;
  bottom: number;
  /** Width of a candle's body, pixels. */
  body: number;
  /** Of a number of candles from the left. */
  x: (candles: number) => number;
  y: (price: number) => number;
}

interface Drawn {
  candles: readonly Candle[];
  story: Story;
  width: number;
  height: number;
  /** Characters of the longest label, for which room is kept at the right. */
  labelLength: number;
}

/** Maps candles and prices to pixels. */
export function rerunScale({ candles, story, width, height, labelLength }: Drawn): RerunScale {
  const prices = [
    ...candles.flatMap((candle) => [Number(candle.high), Number(candle.low)]),
    ...story.events.map(({ price }) => toFloat(price)),
  ];
  let [low, high] = [Math.min(...prices), Math.max(...prices)];
  const reach = (high - low) * LEVEL_REACH;
  const near = story.levels.map(({ price }) => toFloat(price)).filter((p) => p > low - reach && p < high + reach);
  [low, high] = [Math.min(low, ...near), Math.max(high, ...near)];
  const room = (high === low ? high * 0.001 : high - low) * 0.05;
  [low, high] = [low - room, high + room];
  const right = width - (labelLength * LABEL_CHARACTER + LABEL_GAP);
  const bottom = height - BOTTOM;
  const step = right / candles.length;
  return {
    ...{ right, top: TOP, bottom, body: Math.min(Math.max(step * 0.62, 1), 14) },
    x: (n) => n * step,
    y: (price) => TOP + ((high - price) / (high - low)) * (bottom - TOP),
  };
}
