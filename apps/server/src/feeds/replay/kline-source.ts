import type { Candle } from '@plecho/domain';

/** Where a replay gets its recorded one-minute candles. */
export interface KlineSource {
  /** At most `limit` candles that open at or after `from` (seconds), ascending; an empty answer is the end. */
  read(symbol: string, from: number, limit: number): Promise<Candle[]>;
}
