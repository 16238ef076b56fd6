import { ratio } from '../rational.ts';
import type { SeenRecord, SeenRules, Side } from './observations.ts';

type Spreads = Pick<SeenRules, 'spreads'>;

const BUY = 1n;
const SELL = 2n;

/** How many numbers a valid price takes: with spreads, those of what buys pay and sells get follow its own. */
export const numbersOf = ({ spreads }: Spreads): bigint => (spreads.size > 0 ? 3n : 1n);

/** What buys pay or sells get at a price. */
export function quoted(record: SeenRecord, buys: boolean, { spreads }: Spreads): SeenRecord {
  const spread = spreads.get(record.symbol);
  if (spread === undefined) return record;
  const half = ratio(spread, 2_000_000n);
  const price = ratio(record.price);
  return buys
    ? { ...record, seq: record.seq + BUY, price: price.plus(price.times(half)).ceil() }
    : { ...record, seq: record.seq + SELL, price: positive(price.minus(price.times(half)).floor()) };
}

/** A price never comes to nothing. */
const positive = (price: bigint): bigint => (price < 1n ? 1n : price);

/** What an opening is done at: a long is bought, a short is sold. */
export const entryAt = (record: SeenRecord, side: Side, rules: Spreads): SeenRecord =>
  quoted(record, side === 'long', rules);

/** What a close is done at: the other way round. */
export const exitAt = (record: SeenRecord, side: Side, rules: Spreads): SeenRecord =>
  quoted(record, side === 'short', rules);
