import type { MarketSnapshot } from '../commands/batch.ts';
import type { Feed } from '../feeds/feed.ts';

/** The newest market time in what is stored of a market, ms; null when nothing has happened yet. */
export function newestTime({ positions, orders, lastRecordTime }: MarketSnapshot): number | null {
  let newest = lastRecordTime;
  for (const { openedAt } of positions) newest = Math.max(newest ?? openedAt, openedAt);
  for (const { createdAt } of orders) newest = Math.max(newest ?? createdAt, createdAt);
  return newest;
}

/**
 * The market's own clock: its feed's, which never runs backwards here (rule E11), whatever the feed says. Where it
 * has been before is its floor, across restarts and servers whose clocks differ.
 */
export class MarketClock {
  readonly #feed: Pick<Feed, 'now'>;
  #newest = Number.NEGATIVE_INFINITY;

  constructor(feed: Pick<Feed, 'now'>) {
    this.#feed = feed;
  }

  /** Market time, ms. */
  now(): number {
    this.#newest = Math.max(this.#newest, this.#feed.now());
    return this.#newest;
  }

  /** @param time market time that has been before, ms */
  goOnFrom(time: number): void {
    this.#newest = Math.max(this.#newest, time);
  }
}
