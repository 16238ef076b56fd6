import { INTERVALS, INTERVAL_SECONDS, type Interval, candleTime } from '@plecho/domain';
import type { CandleStore } from './ports.ts';

const DAY = 86_400;

/** How long candles are kept, seconds of market time. Daily candles are kept for good. */
export const KEPT_SECONDS: Record<Interval, number> = {
  '1m': 7 * DAY,
  '5m': 30 * DAY,
  '15m': 90 * DAY,
  '1h': 365 * DAY,
  '1d': Number.POSITIVE_INFINITY,
};

/** Candles deleted in one statement: short enough to hold nobody up. */
const DELETE_AT_ONCE = 5_000;

/** Days of a series packed in one call: some ten milliseconds of work. */
const PACK_AT_ONCE = 5;

/** First opening time that is kept at `now` (seconds). */
export function keptFrom(interval: Interval, now: number): number {
  const length = INTERVAL_SECONDS[interval];
  return Math.max(0, Math.floor((now - KEPT_SECONDS[interval]) / length) * length);
}

/** Deletes what has outlived its time, in small portions. @param pause waited for between them */
export async function deleteOld(store: CandleStore, now: number, pause: () => Promise<void>): Promise<void> {
  for (const interval of INTERVALS) {
    const before = keptFrom(interval, now);
    if (before === 0) continue;
    while ((await store.deleteBefore(interval, before, DELETE_AT_ONCE)) === DELETE_AT_ONCE) await pause();
  }
}

/** Packs the candles of the hours that are over, in small portions. @param pause waited for between them */
export async function packOld(store: CandleStore, now: number, pause: () => Promise<void>): Promise<void> {
  const hour = candleTime(now * 1000, '1h');
  while ((await store.pack(hour, PACK_AT_ONCE)) > 0) await pause();
}
