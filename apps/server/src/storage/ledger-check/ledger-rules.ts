import { MAX_INT64 } from '@plecho/domain';
import type { Rule } from './rule.ts';

/** What changes an account without being a result of trading. */
const NOT_TRADING = `'grant', 'deposit', 'card', 'withdraw', 'withdrawPaid', 'cardPayout', 'withdrawRefund', 'adjustment', 'seasonEnd'`;

/** Every season of every account, the one that lasts included, and between which ids it lies. */
const SEASONS = `
  SELECT account_id, number, coalesce(lag(ended_id) OVER (PARTITION BY account_id ORDER BY number), 0) AS after_id,
         ended_id AS before_id, realised_pnl
  FROM seasons
  UNION ALL
  SELECT a.id, a.season, coalesce((SELECT max(ended_id) FROM seasons s WHERE s.account_id = a.id), 0),
         ${MAX_INT64}, a.realised_pnl
  FROM accounts a`;

/** Rules of the double entry: every query names what breaks one. */
export const LEDGER_RULES: Rule[] = [
  {
    id: 'L1',
    text: 'every transfer has at least two entries and sums to zero',
    sql: `
      SELECT 'transfer ' || coalesce(t.id, e.transfer_id) AS what
      FROM transfers t
      FULL JOIN (SELECT transfer_id, sum(amount) AS total, count(*) AS legs, bool_or(amount = 0) AS zero
                 FROM ledger_entries GROUP BY 1) e ON e.transfer_id = t.id
      WHERE t.id IS NULL OR e.transfer_id IS NULL OR e.total <> 0 OR e.legs < 2 OR e.zero`,
  },
  {
    id: 'L2',
    text: 'every balance equals the sum of its entries',
    sql: `
      SELECT 'ledger account ' || coalesce(l.id, e.id) AS what
      FROM ledger_accounts l
      FULL JOIN (SELECT ledger_account_id AS id, sum(amount) AS total FROM ledger_entries GROUP BY 1) e ON e.id = l.id
      WHERE l.id IS NULL OR l.balance <> coalesce(e.total, 0)`,
  },
  {
    id: 'L3',
    text: 'all ledger accounts of a market sum to zero; money enters only from issuance and moves to the network only with coins',
    sql: `
      SELECT 'market ' || market_id AS what FROM ledger_accounts GROUP BY market_id, asset HAVING sum(balance) <> 0
      UNION ALL
      SELECT 'transfer ' || t.id
      FROM ledger_entries e
      JOIN ledger_accounts l ON l.id = e.ledger_account_id AND l.book IN ('issuance', 'network')
      JOIN transfers t ON t.id = e.transfer_id
      WHERE NOT CASE l.book
        WHEN 'issuance' THEN CASE WHEN e.amount < 0 THEN t.kind IN ('grant', 'card', 'adjustment') ELSE t.kind IN ('seasonEnd', 'cardPayout', 'adjustment') END
        ELSE t.kind = CASE WHEN e.amount < 0 THEN 'deposit' ELSE 'withdrawPaid' END END
      UNION ALL
      SELECT 'transfer ' || t.id
      FROM ledger_entries e
      JOIN ledger_accounts l ON l.id = e.ledger_account_id
      JOIN transfers t ON t.id = e.transfer_id
      WHERE l.market_id <> t.market_id`,
  },
  {
    id: 'L4',
    text: 'no balance of a user is negative',
    sql: `SELECT 'ledger account ' || id AS what FROM ledger_accounts WHERE account_id IS NOT NULL AND balance < 0`,
  },
  {
    id: 'L9',
    text: 'replaying the entries from empty never goes below zero and ends in the accounts as they are',
    sql: `
      SELECT DISTINCT 'ledger account ' || id AS what
      FROM (SELECT l.id, sum(e.amount) OVER (PARTITION BY l.id ORDER BY e.transfer_id) AS balance
            FROM ledger_entries e JOIN ledger_accounts l ON l.id = e.ledger_account_id
            WHERE l.account_id IS NOT NULL) AS replay
      WHERE balance < 0
      UNION ALL
      SELECT 'account ' || a.id
      FROM accounts a
      WHERE (SELECT count(*) FROM ledger_accounts l WHERE l.id BETWEEN a.id * 16 AND a.id * 16 + 3
             AND l.account_id = a.id AND l.market_id = a.market_id) <> 4
      UNION ALL
      SELECT 'season ' || s.number || ' of account ' || s.account_id
      FROM (${SEASONS}) s
      LEFT JOIN (SELECT l.account_id, t.id, sum(e.amount) AS amount
                 FROM ledger_entries e
                 JOIN ledger_accounts l ON l.id = e.ledger_account_id
                 JOIN transfers t ON t.id = e.transfer_id
                 WHERE l.account_id IS NOT NULL AND t.kind NOT IN (${NOT_TRADING}) GROUP BY 1, 2) b
        ON b.account_id = s.account_id AND b.id > s.after_id AND b.id < s.before_id
      GROUP BY s.account_id, s.number, s.realised_pnl
      HAVING s.realised_pnl <> coalesce(sum(b.amount), 0)`,
  },
];
