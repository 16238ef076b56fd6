/** Whoever is told which markets are shown to people here. */
export interface Interest {
  show(marketId: string): void;
  hide(marketId: string): void;
}

/** The markets that streams have something of, in any channel. */
export class ShownMarkets {
  readonly #interest: Interest | undefined;
  /** Subscriptions by market. */
  readonly #counts = new Map<string, number>();

  constructor(interest?: Interest) {
    this.#interest = interest;
  }

  has(marketId: string): boolean {
    return this.#counts.has(marketId);
  }

  join(marketId: string): void {
    const count = this.#counts.get(marketId) ?? 0;
    this.#counts.set(marketId, count + 1);
    if (count === 0) this.#interest?.show(marketId);
  }

  leave(marketId: string): void {
    const count = this.#counts.get(marketId) ?? 0;
    if (count > 1) {
      this.#counts.set(marketId, count - 1);
      return;
    }
    this.#counts.delete(marketId);
    this.#interest?.hide(marketId);
  }
}
