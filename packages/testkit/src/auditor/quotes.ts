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

/** From the price of an opening to that of a close at the same moment. */
export function exitFrom(entry: bigint, side: Side, symbol: string, { spreads }: Spreads): bigint {
  const half = ratio(spreads.get(symbol) ?? 0n, 2_000_000n);
  const [above, below] = [ratio(1n).plus(half), ratio(1n).minus(half)];
  if (side === 'short') return ratio(entry).times(above).over(below).ceil();
  return positive(ratio(entry).times(below).over(above).floor());
}

/** What a close is done at: the other way round. */
export const exitAt = (record: SeenRecord, side: Side, rules: Spreads): SeenRecord =>
  quoted(record, side === 'short', rules);
