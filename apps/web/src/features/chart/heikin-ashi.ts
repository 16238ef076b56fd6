import type { Bar } from './candle-book.ts';

/** A bar of the Heikin-Ashi chart. @param previous the one before it there; null for the first */
export function heikinAshi(bar: Bar, previous: Bar | null): Bar {
  const open = previous === null ? (bar.open + bar.close) / 2 : (previous.open + previous.close) / 2;
  const close = (bar.open + bar.high + bar.low + bar.close) / 4;
  return { ...bar, open, close, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close) };
}

/** All bars of the Heikin-Ashi chart. */
export function heikinAshiBars(bars: readonly Bar[]): Bar[] {
  let previous: Bar | null = null;
  return bars.map((bar) => (previous = heikinAshi(bar, previous)));
}
