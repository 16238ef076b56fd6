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

/** 0: a valid price; 1: what buys pay at it; 2: what sells get. */
export type RecordKind = 0 | 1 | 2;

/** What a record is, by its number: that of a valid price is a multiple of the {@link recordStep}. */
export function recordKind({ seq, symbol }: Pick<PriceRecord, 'seq' | 'symbol'>, { spreads }: Spreads): RecordKind {
  if (!spreads.has(symbol)) return 0;
  const past = seq % recordStep({ spreads });
  return past === BUY_STEP ? 1 : past === SELL_STEP ? 2 : 0;
}

/** What a fill is done at, whoever asks for it (rule E10): half of the spread above or below the price, recorded like it. */
export function quoteOf(record: PriceRecord, side: QuoteSide, { spreads }: Spreads): PriceRecord {
  const spread = spreads.get(record.symbol);
  if (spread === undefined) return record;
  const { seq, symbol, price, time } = record;
  return { seq: seq + (side === 'buy' ? BUY_STEP : SELL_STEP), symbol, price: quoteAt(price, side, spread), time };
}
