import type { PriceRecord } from '../commands/batch.ts';
import type { Candles } from './candles/ports.ts';

const MINUTE_MS = 60_000;

export type LastPrice = Pick<PriceRecord, 'price' | 'time'>;

/**
 * What a pair that had no price since the start had last: the close of its last candle, or what was filled after it; null
 * without both. Rejects when the candle can't be read.
 * @param filled the newest fill whose price is one of the pair's; null without one
 * @param now market clock, ms, which no price is ahead of
 */
export async function lastPrice(
  candles: Pick<Candles, 'series'>,
  symbol: string,
  filled: LastPrice | null,
  now: number,
): Promise<LastPrice | null> {
  const candle = (await candles.series(symbol, '1m', 1, null)).at(-1);
  if (candle === undefined) return filled;
  const closed = { price: candle.close, time: Math.min(candle.time * 1000 + MINUTE_MS - 1, now) };
  return filled !== null && filled.time > closed.time ? filled : closed;
}
