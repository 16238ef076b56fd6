import type { EntryBar } from '@plecho/domain';
import type { BarredAccount } from '../../commands/batch.ts';

/**
 * Accounts with open entry orders whose owner may not open positions in their market any more: whoever is blocked, and whoever
 * has left the class that the market or the drill is of. Markets that are over have none.
 * @param condition which accounts `a` are meant
 */
const barred = (condition: string): string => `
  SELECT a.id AS account_id, CASE WHEN u.block_reason IS NULL THEN 'leftClass' ELSE 'blocked' END AS reason, a.market_id
  FROM (
    SELECT b.id AS user_id, NULL::text AS market_id FROM users b WHERE b.block_reason IS NOT NULL
    UNION
    SELECT m.user_id, c.market_id FROM class_members m JOIN (
      SELECT id AS class_id, market_id FROM classes UNION ALL SELECT class_id, market_id FROM drills
    ) AS c USING (class_id) WHERE m.left_at IS NOT NULL
  ) AS barred
  JOIN users u ON u.id = barred.user_id
  JOIN accounts a ON a.user_id = u.id AND (a.market_id = barred.market_id OR u.block_reason IS NOT NULL)
  JOIN markets k ON k.id = a.market_id AND NOT k.ended
  WHERE ${condition} AND EXISTS (
    SELECT FROM orders o WHERE o.account_id = a.id AND o.status = 'open' AND o.reduces IS NULL)
  GROUP BY 1, 2, 3 ORDER BY 1`;

export const BARRED_OF_MARKET = barred('a.market_id = $1');
export const BARRED = barred('($1::bigint IS NULL OR a.user_id = $1)');

/** @param row of {@link BARRED_OF_MARKET}, as text */
export const readBarred = ([accountId, reason]: (string | null)[]): BarredAccount => ({
  accountId: BigInt(accountId ?? 0),
  reason: reason as EntryBar,
});
