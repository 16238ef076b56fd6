import type { Pool } from 'pg';
import type { Violation } from './ledger-check.ts';
import type { Rule } from './rule.ts';

/** How many of a market's newest transfers a sample looks at. */
const SAMPLE = 2_000;
/** How far back they are looked for, in ids of the process: what is older was in an earlier sample. */
const REACH = 50_000;

const NEWEST = `
  newest AS MATERIALIZED (
    SELECT id, kind, subject_id FROM transfers WHERE market_id = $1 AND id > (SELECT max(id) FROM transfers) - ${REACH} ORDER BY id DESC LIMIT ${SAMPLE}
  ),
  entries AS MATERIALIZED (
    SELECT n.id, n.subject_id, e.ledger_account_id, e.amount
    FROM newest n JOIN ledger_entries e ON e.transfer_id = n.id
  ),
  touched AS MATERIALIZED (
    SELECT DISTINCT l.account_id AS id
    FROM entries e JOIN ledger_accounts l ON l.id = e.ledger_account_id WHERE l.account_id IS NOT NULL
  )`;

/** The rules that can be seen on the newest transfers alone; `$1` is the market. */
const SAMPLED_RULES: Rule[] = [
  {
    id: 'L1',
    text: 'the newest transfers sum to zero',
    sql: `SELECT 'transfer ' || id AS what FROM entries GROUP BY id HAVING sum(amount) <> 0 OR count(*) < 2`,
  },
  {
    id: 'L3',
    text: 'all ledger accounts of the market sum to zero',
    sql: `SELECT 'market ' || $1 AS what FROM ledger_accounts WHERE market_id = $1 HAVING sum(balance) <> 0`,
  },
  {
    id: 'E1',
    text: 'margin, orders and locked of the accounts that moved equal what is open and under way',
    sql: `
      SELECT 'account ' || t.id AS what
      FROM touched t
      JOIN ledger_accounts m ON m.id = t.id * 16 + 2
      JOIN ledger_accounts o ON o.id = t.id * 16 + 1
      JOIN ledger_accounts w ON w.id = t.id * 16 + 3
      WHERE m.balance <> (SELECT coalesce(sum(margin), 0) FROM positions WHERE account_id = t.id)
         OR o.balance <> (SELECT coalesce(sum(reserved), 0) FROM orders WHERE account_id = t.id AND status = 'open')
         OR w.balance <> (SELECT coalesce(sum(value), 0) FROM operations p WHERE account_id = t.id AND type = 'withdraw'
                          AND NOT EXISTS (SELECT FROM settlements WHERE operation_id = p.id))`,
  },
  {
    id: 'E4',
    text: 'the newest trades name a recorded price',
    sql: `
      SELECT 'trade ' || t.id AS what
      FROM touched a
      JOIN trades t ON t.account_id = a.id AND t.id >= (SELECT min(subject_id) FROM newest WHERE kind IN ('close', 'liquidate'))
      LEFT JOIN price_records r ON r.market_id = $1 AND r.seq = t.exit_seq
      WHERE r.price IS DISTINCT FROM t.exit_price OR r.symbol <> t.symbol OR r.time > t.closed_at`,
  },
  {
    id: 'P1',
    text: 'the newest deposits and ends of withdrawals are settlements',
    sql: `
      SELECT 'transfer ' || n.id AS what
      FROM newest n LEFT JOIN settlements s ON s.operation_id = n.subject_id
      WHERE n.kind IN ('deposit', 'card', 'withdrawPaid', 'cardPayout', 'withdrawRefund') AND s.transfer_id IS DISTINCT FROM n.id`,
  },
];

/**
 * Checks the newest transfers of a market and the sum of its books: cheap enough to run again and
 * again beside trading. One statement, so one snapshot.
 */
export async function sampleLedger(pool: Pool, marketId: string): Promise<Violation[]> {
  const parts = SAMPLED_RULES.map(
    ({ id, sql }) =>
      `SELECT '${id}' AS rule, count(*)::integer AS count, (array_agg(what))[1:5] AS examples FROM (${sql}) AS v`,
  );
  const { rows } = await pool.query<{ rule: string; count: number; examples: string[] | null }>({
    ...{ name: 'sample_ledger', text: `WITH ${NEWEST} ${parts.join(' UNION ALL ')}`, values: [marketId] },
  });
  return rows.flatMap(({ rule, count, examples }) => {
    const text = SAMPLED_RULES.find(({ id }) => id === rule)?.text ?? rule;
    return count === 0 ? [] : [{ rule, text, count, examples: examples ?? [] }];
  });
}
