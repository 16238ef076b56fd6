import type { Rule } from './rule.ts';

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
    text: 'all ledger accounts of a market sum to zero, and money enters only from issuance',
    sql: `
      SELECT 'market ' || market_id AS what FROM ledger_accounts GROUP BY market_id, asset HAVING sum(balance) <> 0
      UNION ALL
      SELECT 'transfer ' || t.id
      FROM ledger_entries e
      JOIN ledger_accounts l ON l.id = e.ledger_account_id AND l.book = 'issuance'
      JOIN transfers t ON t.id = e.transfer_id
      WHERE t.kind <> 'grant' OR e.amount > 0
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
      LEFT JOIN (SELECT l.account_id, sum(e.amount) AS total, sum(e.amount) FILTER (WHERE t.kind = 'grant') AS granted
                 FROM ledger_entries e
                 JOIN ledger_accounts l ON l.id = e.ledger_account_id
                 JOIN transfers t ON t.id = e.transfer_id
                 WHERE l.account_id IS NOT NULL GROUP BY 1) b ON b.account_id = a.id
      WHERE a.realised_pnl IS DISTINCT FROM b.total - b.granted
        OR (SELECT count(*) FROM ledger_accounts l WHERE l.id BETWEEN a.id * 16 AND a.id * 16 + 3
            AND l.account_id = a.id AND l.market_id = a.market_id) <> 4`,
  },
];
