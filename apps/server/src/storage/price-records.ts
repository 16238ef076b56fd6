import type { PriceRecord } from '../commands/batch.ts';
import type { Queryable } from './connection.ts';

const PAGE = 10_000;

const RECORDS = `
  SELECT seq, symbol, price, time FROM price_records
  WHERE market_id = $1 AND seq > $2 AND time >= $3 AND time < $4 ORDER BY seq LIMIT ${PAGE}`;

/**
 * The prices that fills of a market used, in the order of their numbers, a page at a time.
 * @param from market time, ms
 * @param to left out
 */
export async function* priceRecords(
  db: Queryable,
  marketId: string,
  from: number,
  to: number,
): AsyncGenerator<PriceRecord[], void> {
  let last = 0n;
  for (;;) {
    const { rows } = await db.query<{ seq: bigint; symbol: string; price: bigint; time: bigint }>(RECORDS, [
      ...[marketId, last, from, to],
    ]);
    if (rows.length > 0) yield rows.map((row) => ({ ...row, time: Number(row.time) }));
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.seq ?? last;
  }
}
