import type { AuditParts } from './audit-parts.ts';
import type { Best } from './books.ts';
import { better } from './evaluation.ts';
import type { SeenPosition, SeenRecord, SeenTrailing } from './observations.ts';
import { exitAt } from './quotes.ts';

/** The record that a trailing stop is measured from; null where a candle alone knows it. */
export function recordOf(symbol: string, { peak: { seq, price, time } }: SeenTrailing): SeenRecord | null {
  return seq === null ? null : { seq, symbol, price, time };
}

/** The same of whatever may have a trailing stop. */
export function peakOf({ symbol, trailing }: { symbol: string; trailing: SeenTrailing | null }): SeenRecord[] {
  const record = trailing === null ? null : recordOf(symbol, trailing);
  return record === null ? [] : [record];
}

/** The best quote that a position's trailing stop has seen since it was set, as far as this process knows. */
export function bestSince(
  { prices, rules }: AuditParts,
  { symbol, side, trailing }: SeenPosition,
  upTo: bigint,
): Best | null {
  if (trailing === null) return null;
  const lived = prices.since(symbol, trailing.peak.seq ?? 0n, upTo);
  return lived.reduce<Best | null>(
    (best, record) => better(best, exitAt(record, side, rules), side === 'short'),
    trailing.peak,
  );
}
