import type { Candle, Trade } from '@plecho/contract';
import { INTERVAL_SECONDS } from '@plecho/domain';
import type { ReceiptFigures } from './receipt-figures.ts';
import type { Extremes, ReceiptWindow } from './receipt-path.ts';

/** Widest character of a label's type, and what stands between the plot and its text, pixels. */
const LABEL_CHARACTER = 6.3;
const LABEL_GAP = 18;
const TOP = 14;
const BOTTOM = 26;
/** Levels farther from the path than this many times its height would flatten it and stay outside. */
const LEVEL_REACH = 1.5;

/** Prices as floats: for drawing only. */
export const toFloat = (price: bigint): number => Number(price) / 1e8;

export interface ReceiptScale {
  width: number;
  height: number;
  /** Edges of the plot, pixels. */
  right: number;
  top: number;
  bottom: number;
  /** Width of a candle's body, pixels. */
  body: number;
  x: (seconds: number) => number;
  y: (price: number) => number;
}

interface Drawn {
  trade: Trade;
  figures: ReceiptFigures;
  window: ReceiptWindow;
  candles: readonly Candle[];
  extremes: Extremes | null;
}

function priceRange({ candles, figures, extremes }: Drawn): { low: number; high: number } {
  const prices = [toFloat(figures.entry), toFloat(figures.exit)];
  if (extremes !== null) prices.push(toFloat(extremes.best.price), toFloat(extremes.worst.price));
  for (const candle of candles) prices.push(Number(candle.high), Number(candle.low));
  let low = Math.min(...prices);
  let high = Math.max(...prices);
  const reach = (high - low) * LEVEL_REACH;
  const level = figures.rule === null ? null : toFloat(figures.rule.level);
  if (level !== null && level > low - reach && level < high + reach) {
    low = Math.min(low, level);
    high = Math.max(high, level);
  }
  const room = (high === low ? high * 0.001 : high - low) * 0.06;
  return { low: low - room, high: high + room };
}

/**
 * Maps time and price to pixels of a drawing of the given size.
 * @param labelLength characters of the longest label, for which room is kept at the right
 */
export function receiptScale(drawn: Drawn, width: number, height: number, labelLength: number): ReceiptScale {
  const { low, high } = priceRange(drawn);
  const { from } = drawn.window;
  const step = INTERVAL_SECONDS[drawn.window.interval];
  // Time that has not been yet takes no room.
  const known = Math.max(drawn.trade.closeTime, drawn.candles.at(-1)?.time ?? 0) + 2 * step;
  const to = Math.min(drawn.window.to, known);
  const right = width - (labelLength * LABEL_CHARACTER + LABEL_GAP);
  const bottom = height - BOTTOM;
  return {
    width,
    height,
    right,
    top: TOP,
    bottom,
    body: Math.min(Math.max((right / ((to - from) / step)) * 0.62, 1), 14),
    x: (seconds) => ((seconds - from) / (to - from)) * right,
    y: (price) => TOP + ((high - price) / (high - low)) * (bottom - TOP),
  };
}
