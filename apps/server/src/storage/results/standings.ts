import { RATED_TRADES } from '@plecho/domain';
import { flowsOf, indexOf, logOfFactor, NET } from './chain.ts';

/** Who wants to be seen in the leaderboards of a market, and may be. $1 market. */
export const LISTED = `
  SELECT a.user_id, p.animal, p.colour FROM personas p
  JOIN accounts a ON a.user_id = p.user_id AND a.market_id = $1
  JOIN users u ON u.id = p.user_id AND u.block_reason IS NULL
  WHERE p.listed`;

/** $1 market, $2 whether only of the season that lasts. */
export const STANDINGS = `
  WITH account AS MATERIALIZED (
    SELECT a.id, a.user_id, a.market_id, m.start_balance,
           CASE WHEN $2::boolean THEN coalesce((SELECT max(ended_id) FROM seasons s WHERE s.account_id = a.id), 0) ELSE 0 END AS since
    FROM accounts a JOIN markets m ON m.id = a.market_id JOIN (${LISTED}) AS l ON l.user_id = a.user_id
    WHERE a.market_id = $1
  ), events AS (
    SELECT a.id AS account_id, t.id, ${NET} AS net, ${NET} AS change FROM trades t JOIN account a ON a.id = t.account_id
    UNION ALL SELECT account_id, id, NULL, amount FROM (${flowsOf('account')}) AS flows
  ), equities AS (
    SELECT account_id, id, net, sum(change) OVER (PARTITION BY account_id ORDER BY id) AS equity FROM events
  ), curve AS (
    SELECT e.account_id, e.id, ${indexOf(`sum(${logOfFactor('net', '(equity - net)')}) OVER w`)} AS index
    FROM equities e JOIN account a ON a.id = e.account_id WHERE net IS NOT NULL AND e.id > a.since
    WINDOW w AS (PARTITION BY e.account_id ORDER BY e.id)
  ), falls AS (
    SELECT account_id, id, index, 1 - index / greatest(1, max(index) OVER (PARTITION BY account_id ORDER BY id)) AS fall FROM curve
  )
  SELECT a.user_id, count(*) AS trades, (array_agg(index ORDER BY f.id DESC))[1] AS index, max(fall) AS fall
  FROM falls f JOIN account a ON a.id = f.account_id GROUP BY a.user_id HAVING count(*) >= ${RATED_TRADES}`;
