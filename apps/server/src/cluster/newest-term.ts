/**
 * The term of a market's newest owner that is known here; terms grow with each owner. One that was paused and goes on
 * does not know yet that another has the market: what it says is not believed.
 */
export class NewestTerm {
  #newest = 0n;

  get newest(): bigint {
    return this.#newest;
  }

  /** @returns false for the word of an owner before the newest */
  take(term: bigint): boolean {
    if (term < this.#newest) return false;
    this.#newest = term;
    return true;
  }
}
