import type { PriceRecord } from '../commands/batch.ts';
import type { Firing } from '../commands/fire-trigger.ts';

/**
 * Prices that have passed while orders that one of them had reached waited to be filled: what they open has to meet these
 * as if it had been there (rule E5).
 */
export class PassedPrices {
  readonly #bySymbol = new Map<string, PriceRecord[]>();

  /** Takes a price and what it has fired. */
  add(record: PriceRecord, fired: readonly Firing[]): void {
    this.#bySymbol.get(record.symbol)?.push(record);
    for (const firing of fired) {
      if (firing.type !== 'fill' || this.#bySymbol.has(firing.record.symbol)) continue;
      this.#bySymbol.set(firing.record.symbol, []);
    }
  }

  /** Those that came after the one that a position was opened at, in their order. */
  since({ symbol, seq }: PriceRecord): PriceRecord[] {
    return (this.#bySymbol.get(symbol) ?? []).filter((record) => record.seq > seq);
  }

  /** Forgets the prices that none of these, which still wait, has to meet. */
  keepFor(waiting: readonly Firing[]): void {
    if (this.#bySymbol.size === 0) return;
    const symbols = new Set(waiting.map((firing) => (firing.type === 'fill' ? firing.record.symbol : '')));
    for (const symbol of this.#bySymbol.keys()) if (!symbols.has(symbol)) this.#bySymbol.delete(symbol);
  }
}
