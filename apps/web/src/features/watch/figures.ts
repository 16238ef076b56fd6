import { divide, type Price, type Usdt } from '@plecho/domain';
import type { LiveTicker } from '@/live/index.ts';

/** Half hours of a day. */
const STEPS = 48;
/** Points from the newest to that of an hour ago. */
const HOUR = 2;
/** A deviation of fewer changes says nothing. */
const LEAST_CHANGES = 8;

/** What is known of a pair; shares are hundredths of a percent, null when there is not enough to tell. */
export interface WatchFigures {
  last: Price | null;
  change1h: bigint | null;
  change24h: bigint | null;
  volume: Usdt | null;
  /** Of a day: the standard deviation of the changes of half hours, over 24 hours. Never negative. */
  volatility: bigint | null;
  /** Below the highest price of 24 hours: 0 or less. */
  fromHigh: bigint | null;
}

const share = (now: Price, before: Price): bigint | null =>
  before > 0n ? divide((now - before) * 10_000n, before, 'floor') : null;

/** The deviation of a course's changes for a whole day. A statistic and no money: it is reckoned in floating point. */
export function volatilityOf(course: readonly Price[]): bigint | null {
  const prices = course.map(Number);
  const changes = prices.slice(1).map((price, n) => Math.log(price / (prices[n] ?? price)));
  if (changes.length < LEAST_CHANGES || !changes.every(Number.isFinite)) return null;
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
  const variance = changes.reduce((sum, change) => sum + (change - mean) ** 2, 0) / (changes.length - 1);
  return BigInt(Math.round(Math.sqrt(variance * STEPS) * 10_000));
}

/** @param course points every half hour, oldest first; empty while it is not known @param volatility of that course */
export function watchFigures(
  ticker: LiveTicker | undefined,
  course: readonly Price[],
  volatility: bigint | null,
): WatchFigures {
  const hourAgo = course.at(-1 - HOUR);
  return {
    last: ticker?.last ?? null,
    change1h: ticker === undefined || hourAgo === undefined ? null : share(ticker.last, hourAgo),
    change24h: ticker?.change24hBp ?? null,
    volume: ticker?.volume24h ?? null,
    volatility,
    fromHigh: ticker === undefined ? null : share(ticker.last, ticker.high24h),
  };
}
