import { formatPrice } from '@plecho/domain';
import { randomnessOf, SYNTHETIC_PAIRS, SyntheticMarket, type SyntheticSource } from '@plecho/synthetic';
import type { PriceRecord } from '../commands/batch.ts';

/**
 * Compares prices that fills used with those that the generator makes at their very times.
 * @param symbols of the pairs that are compared
 * @returns how many agree, or in words where the first does not
 */
export async function compareRecords(
  pages: AsyncIterable<readonly PriceRecord[]>,
  source: SyntheticSource,
  symbols: readonly string[],
): Promise<number | string> {
  const market = new SyntheticMarket(randomnessOf(source), SYNTHETIC_PAIRS);
  const isCompared = new Set(symbols);
  let agreeing = 0;
  for await (const page of pages) {
    for (const { seq, symbol, price, time } of page) {
      if (!isCompared.has(symbol)) continue;
      const made = market.priceAt(symbol, time);
      if (made !== price) {
        return [
          `${symbol} ${new Date(time).toISOString()} differs, record ${seq}`,
          `  stored:     ${formatPrice(price)}`,
          `  recomputed: ${made === null ? 'no such price' : formatPrice(made)}`,
        ].join('\n');
      }
      agreeing += 1;
    }
  }
  return agreeing;
}
