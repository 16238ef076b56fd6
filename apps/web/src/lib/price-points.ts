import type { Candle } from '@plecho/contract';

/** Candles of the wire as floats: for drawing only. */
export const toPoints = (candles: readonly Candle[]) =>
  candles.map(({ time, high, low, close }) => ({ time, high: Number(high), low: Number(low), close: Number(close) }));
