import type { Rule } from './rule.ts';

/** Every fill: of an open position once, of a trade twice. */
const FILLS = `
  SELECT 'position ' || p.id AS what, a.market_id, p.symbol, p.entry_seq AS seq,
         coalesce(p.first_price, p.entry_price) AS price,
         p.entry_time AS record_time, p.opened_at AS filled_at, true AS fresh
  FROM positions p JOIN accounts a ON a.id = p.account_id
  UNION ALL
  SELECT 'entry of trade ' || t.id, a.market_id, t.symbol, t.entry_seq, coalesce(t.first_price, t.entry_price),
         t.entry_time, t.opened_at, true
  FROM trades t JOIN accounts a ON a.id = t.account_id
  UNION ALL
  SELECT 'exit of trade ' || t.id, a.market_id, t.symbol, t.exit_seq, t.exit_price, t.exit_time, t.closed_at,
         t.reason <> 'marketEnd'
  FROM trades t JOIN accounts a ON a.id = t.account_id
  UNION ALL
  SELECT 'entry ' || e.n || ' of position ' || e.position_id, a.market_id, p.symbol, e.seq, e.price, e.time, e.added_at,
         true
  FROM position_entries e
  JOIN (SELECT id, account_id, symbol FROM positions
        UNION SELECT position_id, account_id, symbol FROM trades) p ON p.id = e.position_id
  JOIN accounts a ON a.id = p.account_id`;

/** What was added to positions, as their own column and the trades' say it. */
const ENTRIES = `
  SELECT position_id, string_agg(concat_ws(':', margin, held, seq, price, time, added_at), ';' ORDER BY n) AS added,
         max(n) - 1 AS entries, count(*) AS rows
  FROM position_entries GROUP BY 1`;

/** What the transfer of every closing moved: by book of the account and of the market. */
const CLOSINGS = `
  SELECT t.subject_id AS trade_id, count(DISTINCT t.id) AS transfers,
         sum(e.amount) FILTER (WHERE l.book = 'margin') AS margin,
         sum(e.amount) FILTER (WHERE l.book = 'available') AS available,
         sum(e.amount) FILTER (WHERE l.book = 'clearing') AS clearing,
         sum(e.amount) FILTER (WHERE l.book = 'fees') AS fees,
         sum(e.amount) FILTER (WHERE l.book = 'insurance') AS insurance,
         min(l.account_id) AS account_id, bool_and(t.kind = 'liquidate') AS liquidated
  FROM transfers t
  JOIN ledger_entries e ON e.transfer_id = t.id
  JOIN ledger_accounts l ON l.id = e.ledger_account_id
  WHERE t.kind IN ('close', 'liquidate') GROUP BY 1`;

/** What the transfers of every opening moved, and of what was added later. */
const OPENINGS = `
  SELECT t.subject_id AS position_id, count(DISTINCT t.id) FILTER (WHERE t.kind <> 'add') AS transfers,
         count(DISTINCT t.id) FILTER (WHERE t.kind = 'add') AS additions,
         sum(e.amount) FILTER (WHERE l.book = 'margin') AS margin,
         sum(e.amount) FILTER (WHERE l.account_id IS NOT NULL) AS change
  FROM transfers t
  JOIN ledger_entries e ON e.transfer_id = t.id
  JOIN ledger_accounts l ON l.id = e.ledger_account_id
  WHERE t.kind IN ('open', 'orderFill', 'add') GROUP BY 1`;

/** Rules that tie positions, orders and trades to the ledger. */
export const TRADING_RULES: Rule[] = [
  {
    id: 'E1',
    text: 'margin, orders and locked of an account equal what is open and under way',
    sql: `
      SELECT 'ledger account ' || l.id AS what
      FROM ledger_accounts l
      LEFT JOIN (
        SELECT account_id, 'margin' AS book, sum(margin) AS total FROM positions GROUP BY 1
        UNION ALL SELECT account_id, 'orders', sum(reserved) FROM orders WHERE status = 'open' GROUP BY 1
        UNION ALL SELECT account_id, 'locked', sum(value) FROM operations o
          WHERE type = 'withdraw' AND NOT EXISTS (SELECT FROM settlements WHERE operation_id = o.id) GROUP BY 1
      ) o ON o.account_id = l.account_id AND o.book = l.book
      WHERE l.book IN ('margin', 'orders', 'locked') AND l.balance <> coalesce(o.total, 0)`,
  },
  {
    id: 'E2',
    text: 'every position was opened by one transfer and every trade closed by one',
    sql: `
      WITH closings AS (${CLOSINGS}), openings AS (${OPENINGS})
      SELECT 'trade ' || coalesce(t.id, c.trade_id) AS what
      FROM trades t FULL JOIN closings c ON c.trade_id = t.id
      WHERE t.id IS NULL OR c.transfers IS DISTINCT FROM 1 OR c.account_id <> t.account_id
        OR c.liquidated <> (t.reason = 'liquidation')
      UNION ALL
      SELECT 'position ' || coalesce(p.id, o.position_id)
      FROM (SELECT id FROM positions UNION SELECT position_id FROM trades) p
      FULL JOIN openings o ON o.position_id = p.id
      WHERE p.id IS NULL OR o.transfers IS DISTINCT FROM 1`,
  },
  {
    id: 'E3',
    text: 'the parts of a position add up to what was opened',
    sql: `
      WITH openings AS (${OPENINGS})
      SELECT 'position ' || o.position_id AS what
      FROM openings o
      LEFT JOIN positions p ON p.id = o.position_id
      LEFT JOIN (SELECT position_id, sum(margin) AS margin FROM trades GROUP BY 1) t USING (position_id)
      WHERE o.margin <> coalesce(p.margin, 0) + coalesce(t.margin, 0)`,
  },
  {
    id: 'E4',
    text: 'every fill names a recorded price that was neither newer nor stale',
    sql: `
      SELECT f.what
      FROM (${FILLS}) f
      JOIN markets m ON m.id = f.market_id
      LEFT JOIN price_records r ON r.market_id = f.market_id AND r.seq = f.seq
      WHERE r.seq IS NULL OR r.symbol <> f.symbol OR r.price <> f.price OR r.time <> f.record_time
        OR r.time > f.filled_at OR (f.fresh AND f.filled_at - r.time > m.stale_after_ms)`,
  },
  {
    id: 'E13',
    text: 'everything that was added to a position is kept, was paid, and is what the position and its trades say',
    sql: `
      WITH entries AS (${ENTRIES}), openings AS (${OPENINGS})
      SELECT 'position ' || o.position_id AS what
      FROM openings o LEFT JOIN entries e USING (position_id)
      WHERE o.additions <> coalesce(e.rows, 0) OR e.rows <> e.entries
      UNION ALL
      SELECT 'position ' || p.id FROM positions p LEFT JOIN entries e ON e.position_id = p.id
      WHERE p.added <> coalesce(e.added, '')
      UNION ALL
      SELECT 'trade ' || t.id FROM trades t LEFT JOIN entries e USING (position_id)
      WHERE NOT starts_with(coalesce(e.added, ''), t.added)`,
  },
  {
    id: 'E14',
    text: 'every payment of funding is of a round, at its rate, and moved what it says; positions and trades have their shares',
    sql: `
      SELECT 'payment ' || p.id AS what
      FROM funding_payments p
      JOIN accounts a ON a.id = p.account_id
      LEFT JOIN funding_rounds r ON r.market_id = a.market_id AND r.symbol = p.symbol AND r.at = p.at
      LEFT JOIN (
        SELECT t.id, t.subject_id, sum(e.amount) FILTER (WHERE l.account_id IS NOT NULL) AS amount,
               sum(e.amount) FILTER (WHERE l.book = 'insurance') AS insurance, min(l.account_id) AS account_id
        FROM transfers t JOIN ledger_entries e ON e.transfer_id = t.id JOIN ledger_accounts l ON l.id = e.ledger_account_id
        WHERE t.kind = 'funding' GROUP BY 1, 2) t ON t.id = p.id
      WHERE r.rate IS DISTINCT FROM p.rate OR r.seq <> p.seq OR r.price <> p.price OR r.time <> p.time
        OR t.subject_id IS DISTINCT FROM p.position_id OR coalesce(t.amount, 0) <> p.amount
        OR coalesce(t.insurance, 0) <> -p.waived OR (t.account_id IS NOT NULL AND t.account_id <> p.account_id)
      UNION ALL
      SELECT 'transfer ' || t.id FROM transfers t LEFT JOIN funding_payments p ON p.id = t.id
      WHERE t.kind = 'funding' AND p.id IS NULL
      UNION ALL
      SELECT 'position ' || position_id
      FROM (SELECT position_id, sum(amount) AS paid FROM funding_payments GROUP BY 1) f
      FULL JOIN (SELECT position_id, sum(funding) AS had FROM (
          SELECT id AS position_id, funding FROM positions UNION ALL SELECT position_id, funding FROM trades) s
        GROUP BY 1) h USING (position_id)
      WHERE coalesce(paid, 0) <> coalesce(had, 0)
      UNION ALL
      SELECT 'round of ' || r.symbol || ' at ' || r.at
      FROM funding_rounds r JOIN markets m ON m.id = r.market_id
      LEFT JOIN price_records p ON p.market_id = r.market_id AND p.seq = r.seq
      WHERE m.funding_cap IS NULL OR abs(r.rate) > m.funding_cap OR r.at % (m.funding_hours * 3600000::bigint) <> 0
        OR p.price IS DISTINCT FROM r.price OR p.symbol <> r.symbol OR p.time <> r.time`,
  },
  {
    id: 'E6',
    text: 'nobody lost more than the margin, and insurance paid the rest',
    sql: `
      WITH closings AS (${CLOSINGS})
      SELECT 'trade ' || t.id AS what
      FROM trades t JOIN closings c ON c.trade_id = t.id
      WHERE t.pnl < -t.margin OR coalesce(c.insurance, 0) <> -t.insurance OR (t.insurance > 0 AND t.pnl <> -t.margin)`,
  },
  {
    id: 'E7',
    text: 'PnL less fees is what the ledger moved, trade by trade and position by position',
    sql: `
      WITH closings AS (${CLOSINGS}), openings AS (${OPENINGS})
      SELECT 'trade ' || t.id AS what
      FROM trades t JOIN closings c ON c.trade_id = t.id
      WHERE c.margin <> -t.margin OR coalesce(c.clearing, 0) <> t.insurance - t.pnl
        OR coalesce(c.available, 0) <> t.margin + t.pnl - coalesce(c.fees, 0) OR coalesce(c.fees, 0) > t.fee
      UNION ALL
      SELECT 'position ' || position_id
      FROM (SELECT t.position_id, sum(t.pnl - t.fee) AS result, sum(coalesce(c.available, 0) + c.margin) AS change
            FROM trades t JOIN closings c ON c.trade_id = t.id GROUP BY 1) t
      JOIN openings o USING (position_id)
      LEFT JOIN positions p ON p.id = t.position_id
      WHERE t.result - coalesce(p.open_fee, 0) <> t.change + o.change`,
  },
];
