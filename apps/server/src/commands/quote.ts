import { quoteAt, type MarketRules, type QuoteSide } from '@plecho/domain';
import type { PriceRecord } from './batch.ts';

/** Where a pair has a spread, each valid price is followed by what buys pay and by what sells get, under numbers of their own. */
const BUY_STEP = 1n;
const SELL_STEP = 2n;

type Spreads = Pick<MarketRules, 'spreads'>;

/** By how much the number of one valid price of a market is above that of the one before it. */
export function recordStep({ spreads }: Spreads): bigint {
  return spreads.size === 0 ? 1n : SELL_STEP + 1n;
}

/** What a fill is done at, whoever asks for it (rule E10): half of the spread above or below the price, recorded like it. */
export function quoteOf(record: PriceRecord, side: QuoteSide, { spreads }: Spreads): PriceRecord {
  const spread = spreads.get(record.symbol);
  if (spread === undefined) return record;
  const { seq, symbol, price, time } = record;
  return { seq: seq + (side === 'buy' ? BUY_STEP : SELL_STEP), symbol, price: quoteAt(price, side, spread), time };
}
