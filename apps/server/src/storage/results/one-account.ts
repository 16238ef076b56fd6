import { MAX_INT64, MAX_POSITION_VALUE } from '@plecho/domain';
import { MAX_POINTS } from '../../queries/results.ts';
import { flowsOf, indexOf, logOfFactor, NET } from './chain.ts';

/** Of each stretch of a long curve, its lowest point and its last one. */
const STRETCHES = MAX_POINTS / 2 - 1;

/** What the close took in fees: a liquidation all that was left of the margin, any other the rate of the exit, and no more than that. */
const CLOSING_FEE = `
  least(margin + pnl, CASE reason WHEN 'liquidation' THEN margin + pnl
    ELSE least(notional::float8 * exit_price / entry_price, ${MAX_POSITION_VALUE}) * taker_fee / 1e6 END)`;

/**
 * What a close at the first stop loss would have cost, in floats: R is a statistic. The fee of the opening is what the
 * rate says; of a position that was added to, what the close left of the whole fee.
 */
const RISK = `
  CASE added WHEN '' THEN notional::float8 * (CASE WHEN maker THEN maker_fee ELSE taker_fee END) / 1e6
    ELSE greatest(0, fee - ${CLOSING_FEE}) END
  + notional::float8 * initial_stop_loss / entry_price * taker_fee / 1e6
  - notional::float8 * (initial_stop_loss - entry_price) / entry_price * (CASE side WHEN 'long' THEN 1 ELSE -1 END)`;

/** $1 account, $2 season, $3 from, $4 until, $5 time zone. */
const CHOSEN = `
  account AS MATERIALIZED (
    SELECT a.id, a.user_id, a.market_id, a.season, m.start_balance, m.taker_fee,
           coalesce(m.maker_fee, m.taker_fee) AS maker_fee
    FROM accounts a JOIN markets m ON m.id = a.market_id WHERE a.id = $1
  ), chosen AS MATERIALIZED (
    SELECT t.id, opened_at, closed_at, symbol, side, leverage, reason, notional, ${NET} AS net, ${RISK} AS risk,
           (pnl - fee) AS before_funding,
           extract(hour FROM to_timestamp(opened_at / 1000) AT TIME ZONE $5::text)::int AS hour,
           extract(isodow FROM to_timestamp(opened_at / 1000) AT TIME ZONE $5)::int AS weekday
    FROM trades t, account a
    WHERE account_id = $1 AND ($2::int IS NULL OR $2 <= a.season)
      AND t.id > coalesce((SELECT max(ended_id) FROM seasons WHERE account_id = $1 AND number < $2), 0)
      AND t.id < coalesce((SELECT ended_id FROM seasons WHERE account_id = $1 AND number = $2), ${MAX_INT64})
      AND ($3::bigint IS NULL OR closed_at >= $3) AND ($4::bigint IS NULL OR closed_at < $4)
  ), bounds AS (SELECT min(id) AS first, max(id) AS last FROM chosen)`;

const CURVE = `
  flows AS MATERIALIZED (${flowsOf('account')}),
  base AS MATERIALIZED (
    SELECT coalesce((SELECT sum(amount) FROM flows WHERE id < first), 0)
      + coalesce((SELECT sum(${NET}) FROM trades WHERE account_id = $1 AND id < first), 0) AS equity FROM bounds
  ), events AS (
    SELECT id, closed_at AS at, net, notional, net AS change FROM chosen
    UNION ALL SELECT f.id, NULL, NULL, NULL, amount FROM flows f, bounds WHERE f.id > first AND f.id < last
  ), equities AS (
    SELECT id, at, net, notional, (SELECT equity FROM base) + sum(change) OVER (ORDER BY id) AS equity FROM events
  ), curve AS MATERIALIZED (
    SELECT row_number() OVER w AS n, at, sum(net) OVER w AS net, equity, notional::float8 / nullif(equity - net, 0) AS size,
           ${indexOf(`sum(${logOfFactor('net', '(equity - net)')}) OVER w`)} AS index
    FROM equities WHERE net IS NOT NULL WINDOW w AS (ORDER BY id)
  ), falls AS MATERIALIZED (SELECT n, at, index, greatest(1, max(index) OVER (ORDER BY n)) AS peak FROM curve)`;

const POINTS = `
  SELECT n, at, net, equity, index FROM (
    SELECT *, row_number() OVER (PARTITION BY stretch ORDER BY index, n) AS height,
           max(n) OVER (PARTITION BY stretch) AS last
    FROM (SELECT *, CASE WHEN count(*) OVER () < ${MAX_POINTS} THEN n
            ELSE (n - 1) * ${STRETCHES} / count(*) OVER () END AS stretch FROM curve) AS cut
  ) AS ranked WHERE height = 1 OR n = last`;

const TALLY = `count(*), count(*) FILTER (WHERE net > 0), count(*) FILTER (WHERE net < 0),
  count(*) FILTER (WHERE reason = 'liquidation'), coalesce(sum(net) FILTER (WHERE net > 0), 0)::text,
  coalesce(-sum(net) FILTER (WHERE net < 0), 0)::text, count(*) FILTER (WHERE risk > 0),
  coalesce(sum(round(before_funding::float8 * 1000 / risk)) FILTER (WHERE risk > 0), 0)`;

const LOSING_RUN = `
  SELECT coalesce(max(length), 0) FROM (
    SELECT count(*) AS length FROM (SELECT net, count(*) FILTER (WHERE net >= 0) OVER (ORDER BY id) AS run FROM chosen) AS r
    WHERE net < 0 GROUP BY run) AS runs`;

const HELD = `
  SELECT json_build_array(coalesce(sum(greatest(0, closed_at - greatest(opened_at, held))), 0),
                          coalesce(max(closed_at) - min(opened_at), 0))
  FROM (SELECT opened_at, closed_at, coalesce(max(closed_at) OVER (ORDER BY opened_at, id
          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), opened_at) AS held FROM chosen) AS h`;

const DRAWDOWN = `
  SELECT json_build_array(1 - d.index / d.peak,
    coalesce(CASE WHEN d.peak > 1 THEN (SELECT at FROM falls WHERE n < d.n AND index = d.peak ORDER BY n LIMIT 1) END,
             (SELECT opened_at FROM chosen ORDER BY id LIMIT 1)), d.at)
  FROM (SELECT * FROM falls WHERE index < peak ORDER BY 1 - index / peak DESC, n LIMIT 1) AS d`;

const GROUPS = 'leverage, symbol, side, reason, hour, weekday';

const TALLIES = `
  SELECT json_agg(tally) FROM (
    SELECT json_build_array(grouping(${GROUPS}), coalesce(leverage::text, symbol, side, reason, hour::text, weekday::text),
                            ${TALLY}) AS tally
    FROM chosen GROUP BY GROUPING SETS ((), (leverage), (symbol), (side), (reason), (hour), (weekday))) AS t`;

/** One statement is one snapshot: all figures are about the same trades. Money is text, so that none passes through a float. */
export const RESULTS = `
  WITH ${CHOSEN}, ${CURVE}
  SELECT (${TALLIES}) AS tallies, (${LOSING_RUN}) AS losing_run, (${HELD}) AS held, (${DRAWDOWN}) AS drawdown,
    (SELECT json_build_array(opened_at, 0, '0', (SELECT equity FROM base)::text, 1) FROM chosen ORDER BY id LIMIT 1) AS start,
    (SELECT json_agg(json_build_array(at, n, net::text, equity::text, index) ORDER BY n) FROM (${POINTS}) AS p) AS points,
    (SELECT index FROM curve ORDER BY n DESC LIMIT 1) AS index,
    (SELECT avg(size) FROM curve WHERE size > 0) AS size,
    (SELECT count(*) FROM trades WHERE account_id = $1 AND reason = 'liquidation') AS liquidations_ever`;
