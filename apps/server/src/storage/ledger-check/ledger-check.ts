import type { Usdt } from '@plecho/domain';
import type { Client } from 'pg';
import { CLASS_RULES } from './class-rules.ts';
import { LEDGER_RULES } from './ledger-rules.ts';
import { NETWORK_RULES } from './network-rules.ts';
import { PAYMENT_RULES } from './payment-rules.ts';
import { TRADING_RULES } from './trading-rules.ts';

const RULES = [...LEDGER_RULES, ...TRADING_RULES, ...CLASS_RULES, ...PAYMENT_RULES, ...NETWORK_RULES];
const EXAMPLES = 5;

export interface Violation {
  rule: string;
  text: string;
  count: number;
  /** A few of what breaks the rule. */
  examples: string[];
}

export interface LedgerReport {
  /** Counts of rows. */
  counts: { name: string; value: bigint }[];
  /** All play money there is: what issuance accounts gave out. */
  issued: Usdt;
  /** What users hold of it. */
  held: Usdt;
  /** Ids of the rules that were checked. */
  rules: string[];
  violations: Violation[];
}

const COUNTS = `
  SELECT 'markets' AS name, count(*) AS value FROM markets
  UNION ALL SELECT 'accounts', count(*) FROM accounts
  UNION ALL SELECT 'ledger accounts', count(*) FROM ledger_accounts
  UNION ALL SELECT 'transfers', count(*) FROM transfers
  UNION ALL SELECT 'ledger entries', count(*) FROM ledger_entries
  UNION ALL SELECT 'price records', count(*) FROM price_records
  UNION ALL SELECT 'open positions', count(*) FROM positions
  UNION ALL SELECT 'open orders', count(*) FROM orders WHERE status = 'open'
  UNION ALL SELECT 'trades', count(*) FROM trades
  UNION ALL SELECT 'entries added to positions', count(*) FROM position_entries
  UNION ALL SELECT 'rounds of funding', count(*) FROM funding_rounds
  UNION ALL SELECT 'payments of funding', count(*) FROM funding_payments
  UNION ALL SELECT 'operations', count(*) FROM operations
  UNION ALL SELECT 'settlements', count(*) FROM settlements
  UNION ALL SELECT 'ended seasons', count(*) FROM seasons
  UNION ALL SELECT 'network transactions', count(*) FROM network_transactions`;

const SUMS = `
  SELECT coalesce(-sum(balance) FILTER (WHERE book = 'issuance'), 0)::bigint AS issued,
         coalesce(sum(balance) FILTER (WHERE account_id IS NOT NULL), 0)::bigint AS held
  FROM ledger_accounts`;

async function examine(client: Client, sql: string): Promise<{ count: number; examples: string[] }> {
  const { rows } = await client.query<{ count: number; examples: string[] | null }>(`
    WITH found AS MATERIALIZED (${sql})
    SELECT count(*)::integer AS count, (array_agg(what))[1:${EXAMPLES}] AS examples FROM found`);
  return { count: rows[0]?.count ?? 0, examples: rows[0]?.examples ?? [] };
}

/** What breaks a rule, as the transaction that is open on the connection sees it. */
export async function findViolations(client: Client): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { id, text, sql } of RULES) {
    const { count, examples } = await examine(client, sql);
    if (count > 0) violations.push({ rule: id, text, count, examples });
  }
  return violations;
}

/** Verifies the whole ledger from its entries, in one snapshot, beside a running server. */
export async function checkLedger(client: Client): Promise<LedgerReport> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const { rows: counts } = await client.query<{ name: string; value: bigint }>(COUNTS);
    const { rows: sums } = await client.query<{ issued: bigint; held: bigint }>(SUMS);
    const violations = await findViolations(client);
    const { issued, held } = sums[0] ?? { issued: 0n, held: 0n };
    return { counts, issued, held, rules: RULES.map(({ id }) => id), violations };
  } finally {
    await client.query('COMMIT');
  }
}
