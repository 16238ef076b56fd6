import type { Candle } from '@plecho/contract';

/** A candle as the chart library draws it. Floats are for drawing only; no money is computed from them. */
export interface Bar {
  /** Opening time, seconds. */
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

export function toBar(candle: Candle): Bar {
  return {
    time: candle.time,
    open: Number(candle.open),
    high: Number(candle.high),
    low: Number(candle.low),
    close: Number(candle.close),
    volume: Number(candle.volume),
  };
}

/** Joins two ascending lists; where both know a time, `newer` wins. */
export function joinBars(older: readonly Bar[], newer: readonly Bar[]): Bar[] {
  const last = older.at(-1);
  if (last === undefined) return [...newer];
  const first = newer[0];
  if (first === undefined) return [...older];
  if (first.time > last.time) return [...older, ...newer];
  if (first.time === last.time) return [...older.slice(0, -1), ...newer];
  const byTime = new Map<number, Bar>();
  for (const bar of older) byTime.set(bar.time, bar);
  for (const bar of newer) byTime.set(bar.time, bar);
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}

/**
 * Whether live bars begin after the newest known one without bringing it along: then it may not be
 * final, or bars between are missing, and the tail has to be fetched again.
 */
export function leavesGap(known: readonly Bar[], live: readonly Bar[]): boolean {
  const last = known.at(-1);
  const first = live[0];
  return last !== undefined && first !== undefined && first.time > last.time;
}

/** The bar with `price` as its newest one. */
export function closeAt(bar: Bar, price: number): Bar {
  return { ...bar, close: price, high: Math.max(bar.high, price), low: Math.min(bar.low, price) };
}
