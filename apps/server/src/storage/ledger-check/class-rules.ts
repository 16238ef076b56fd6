import type { Rule } from './rule.ts';

/** Accounts of classes, with what the entries of the season that lasts have come to after each result. */
const RESULTS = `
  accounts_of_classes AS (
    SELECT a.id, a.attempt_passed_at, a.attempt_ended_at, m.start_balance,
           -- Their products with the largest start balance are no bigints.
           (m.class_rules ->> 'maxLoss')::numeric AS max_loss, (m.class_rules ->> 'target')::numeric AS target,
           coalesce((SELECT max(ended_id) FROM seasons s WHERE s.account_id = a.id), 0) AS after_id
    FROM accounts a JOIN markets m ON m.id = a.market_id WHERE m.class_rules IS NOT NULL
  ), amounts AS (
    SELECT c.id AS account_id, t.id, t.kind, sum(e.amount) AS amount
    FROM accounts_of_classes c
    JOIN ledger_accounts l ON l.id BETWEEN c.id * 16 AND c.id * 16 + 3
    JOIN ledger_entries e ON e.ledger_account_id = l.id
    JOIN transfers t ON t.id = e.transfer_id
    WHERE t.id > c.after_id AND t.kind IN ('open', 'orderFill', 'add', 'close', 'liquidate', 'funding')
    GROUP BY 1, 2, 3
  ), results AS (
    SELECT account_id, id, kind, sum(amount) OVER (PARTITION BY account_id ORDER BY id) * 1000000 AS result FROM amounts
  ), ends AS (
    SELECT c.id AS account_id, min(r.id) AS id
    FROM accounts_of_classes c JOIN results r ON r.account_id = c.id AND r.result <= -c.max_loss * c.start_balance
    GROUP BY 1
  ), passes AS (
    SELECT c.id AS account_id, min(r.id) AS id
    FROM accounts_of_classes c JOIN results r ON r.account_id = c.id AND r.result >= c.target * c.start_balance
    LEFT JOIN ends n ON n.account_id = c.id
    WHERE n.id IS NULL OR r.id < n.id GROUP BY 1
  )`;

/** What the rules of classes say, from the entries of the ledger alone. */
export const CLASS_RULES: Rule[] = [
  {
    id: 'E17',
    text: 'attempts of classes passed and ended as their results say, and nothing opened after that or above the leverage',
    sql: `
      WITH ${RESULTS}
      SELECT 'account ' || a.id AS what
      FROM accounts a JOIN markets m ON m.id = a.market_id
      WHERE (m.class_rules IS NULL) <> (a.attempt_day IS NULL)
      UNION ALL
      SELECT 'attempt of account ' || c.id
      FROM accounts_of_classes c
      LEFT JOIN ends e ON e.account_id = c.id
      LEFT JOIN passes p ON p.account_id = c.id
      WHERE (e.id IS NULL) <> (c.attempt_ended_at IS NULL) OR (p.id IS NULL) <> (c.attempt_passed_at IS NULL)
      UNION ALL
      SELECT r.kind || ' of account ' || r.account_id
      FROM results r JOIN ends e USING (account_id)
      WHERE r.id > e.id AND r.kind IN ('open', 'orderFill', 'add')
      UNION ALL
      SELECT p.what FROM (
        SELECT 'position ' || id AS what, account_id, leverage FROM positions
        UNION ALL SELECT 'trade ' || id, account_id, leverage FROM trades) p
      JOIN accounts a ON a.id = p.account_id JOIN markets m ON m.id = a.market_id
      WHERE p.leverage > (m.class_rules ->> 'maxLeverage')::integer`,
  },
];
