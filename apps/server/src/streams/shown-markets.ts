import type { Channel } from '@plecho/contract';

/** The processes of the installation, as far as they show markets to people. */
export interface Interest {
  /** Told which markets this process begins to show, and which it does not show any more. */
  show(marketId: string): void;
  hide(marketId: string): void;
  /** Whether another process shows a market. */
  isWatched(marketId: string): boolean;
}

type Subscription = Pick<Channel, 'market' | 'channel'>;

/** The markets that streams have something of, and those of them whose prices they show. */
export class ShownMarkets {
  readonly #interest: Interest | undefined;
  /** Subscriptions by market, of any channel and of prices. */
  readonly #counts = new Map<string, number>();
  readonly #ofPrices = new Map<string, number>();

  /** @param interest unless this process is alone */
  constructor(interest?: Interest) {
    this.#interest = interest;
  }

  /** Whether any stream of this process has something of a market. */
  isSubscribedHere(marketId: string): boolean {
    return this.#counts.has(marketId);
  }

  /** Whether any stream shows the prices of a market; of other processes it is known alone that they show it. */
  isWatched(marketId: string): boolean {
    return this.#ofPrices.has(marketId) || this.#isShownElsewhere(marketId);
  }

  /** Whether any stream has something of a market, whichever process it is of. */
  isSubscribed(marketId: string): boolean {
    return this.isSubscribedHere(marketId) || this.#isShownElsewhere(marketId);
  }

  join({ market, channel }: Subscription): void {
    if (count(this.#counts, market, 1) === 1) this.#interest?.show(market);
    if (channel === 'tickers') count(this.#ofPrices, market, 1);
  }

  leave({ market, channel }: Subscription): void {
    if (count(this.#counts, market, -1) === 0) this.#interest?.hide(market);
    if (channel === 'tickers') count(this.#ofPrices, market, -1);
  }

  #isShownElsewhere(marketId: string): boolean {
    return this.#interest?.isWatched(marketId) === true;
  }
}

/** @returns how many there are now; none is no entry */
function count(counts: Map<string, number>, key: string, change: 1 | -1): number {
  const now = (counts.get(key) ?? 0) + change;
  if (now > 0) counts.set(key, now);
  else counts.delete(key);
  return now;
}
