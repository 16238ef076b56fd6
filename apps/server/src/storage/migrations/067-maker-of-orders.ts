import { sql, type Kysely } from 'kysely';

/**
 * An amendment did not write whether its order still was a maker's, only what it then set aside. In the open ones that is put
 * right: which of the two fees is set aside beside the margin tells. Of a pair, the order that has set nothing aside is a maker's
 * where what the other has set aside would not pay the higher fee; where it pays either, it stays as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    WITH limits AS (
      SELECT o.id, o.maker, o.reserved > 0 AS reserves, coalesce(nullif(o.reserved, 0), p.reserved) - o.margin AS fee,
             ceil(o.margin::numeric * o.leverage * m.maker_fee / 1000000) AS of_maker,
             ceil(o.margin::numeric * o.leverage * m.taker_fee / 1000000) AS of_taker
      FROM orders o JOIN accounts a ON a.id = o.account_id JOIN markets m ON m.id = a.market_id
      LEFT JOIN orders p ON p.id = o.paired_with
      WHERE o.status = 'open' AND o.kind = 'limit' AND o.reduces IS NULL
    )
    UPDATE orders AS o SET maker = NOT l.maker
    FROM limits l
    WHERE l.id = o.id AND l.of_maker < l.of_taker
      AND CASE WHEN l.maker THEN l.reserves AND l.fee = l.of_taker ELSE l.fee < l.of_taker END;
  `)
    .execute(db);
}
