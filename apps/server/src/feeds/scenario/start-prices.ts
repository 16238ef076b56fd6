import type { Price } from '@plecho/domain';

/** Keeps what the pairs of one scenario cost in its base at the start (p₀). What is kept never changes. */
export interface StartPriceStore {
  /** Adds those that are not kept yet. Rejects while the storage can't be asked. @returns all that are kept */
  keep(found: ReadonlyMap<string, Price>): Promise<ReadonlyMap<string, Price>>;
}

const PROBLEM = 'the prices of the base at the start can not be stored';

/**
 * What the pairs of a scenario cost in its base at the start. A base loses its past, and prices that were made from one
 * start price must be made from it for good: it is known here when it is stored, and not before.
 */
export class StartPrices {
  readonly #store: StartPriceStore;
  #kept: ReadonlyMap<string, Price> = new Map();
  /** Not stored yet. */
  readonly #found = new Map<string, Price>();
  #keeping = false;
  /** What is in the way of storing them, in a line for operators. */
  problem: string | null = null;

  constructor(store: StartPriceStore) {
    this.#store = store;
  }

  /** null until it is stored. */
  of(symbol: string): Price | null {
    return this.#kept.get(symbol) ?? null;
  }

  isFound(symbol: string): boolean {
    return this.#found.has(symbol) || this.#kept.has(symbol);
  }

  /** The first one that is found counts. */
  found(symbol: string, price: Price): void {
    if (!this.isFound(symbol)) this.#found.set(symbol, price);
  }

  /** Stores what has been found, and reads what was stored before. Rejects while the storage can't be asked. */
  async keep(): Promise<void> {
    this.#kept = await this.#store.keep(new Map(this.#found));
    for (const symbol of this.#kept.keys()) this.#found.delete(symbol);
  }

  /** The same beside the prices: what is found at the same moment goes together, and what fails is tried when asked again. */
  async keepBeside(): Promise<void> {
    if (this.#keeping) return;
    this.#keeping = true;
    await Promise.resolve();
    try {
      await this.keep();
      this.problem = null;
    } catch {
      this.problem = PROBLEM;
    } finally {
      this.#keeping = false;
    }
  }
}
