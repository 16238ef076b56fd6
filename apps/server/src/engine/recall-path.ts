import type { Candle, Interval } from '@plecho/domain';
import type { MarketSnapshot } from '../commands/batch.ts';
import type { Candles } from './candles/ports.ts';
import type { PricePath } from './price-path.ts';

/** From fine to coarse: the newest candles of each, until the oldest position is reached. */
const INTERVALS: readonly Interval[] = ['1m', '1h', '1d'];
const LIMIT = 1_000;

/** Ascending; of a time that is long ago, coarser ones. */
async function candlesSince(candles: Pick<Candles, 'series'>, symbol: string, from: number): Promise<Candle[]> {
  let found: Candle[] = [];
  for (const interval of INTERVALS) {
    const older = await candles.series(symbol, interval, LIMIT, found[0]?.time ?? null);
    found = older.concat(found);
    if (older[0] === undefined || older[0].time <= from) break;
  }
  return found;
}

/**
 * Gives the path the candles that positions from before the process, and orders that follow the price, have lived
 * through, symbol by symbol.
 * Rejects when candles can't be read; what was read until then stays.
 */
export async function recallPath(
  path: PricePath,
  candles: Pick<Candles, 'series'>,
  { positions, orders }: Pick<MarketSnapshot, 'positions' | 'orders'>,
): Promise<void> {
  const oldest = new Map<string, number>();
  const begin = (symbol: string, time: number): void =>
    void oldest.set(symbol, Math.min(oldest.get(symbol) ?? time, time));
  for (const { symbol, entryRecord } of positions) begin(symbol, entryRecord.time);
  for (const { symbol, callback } of orders) if (callback !== null) begin(symbol, callback.peak.time);
  for (const [symbol, time] of oldest) path.recall(symbol, await candlesSince(candles, symbol, time / 1000));
}
