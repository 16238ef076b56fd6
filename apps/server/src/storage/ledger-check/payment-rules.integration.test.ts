import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { APPEND_ONLY_TABLES } from '../../../test/harness/append-only.ts';
import { useDatabase } from '../../../test/harness/database.ts';
import { fillPracticeMoney } from '../../../test/harness/practice-money.ts';
import { MARKET } from '../../../test/harness/trading.ts';
import { checkLedger, findViolations } from './ledger-check.ts';
import { sampleLedger } from './sample.ts';

const db = useDatabase();

beforeAll(async () => {
  await fillPracticeMoney(db);
  for (const table of APPEND_ONLY_TABLES) await db.owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
});

it('L3 L9 E1 P1 P2 P3 P4 C4 N1 N2 N3 finds nothing wrong with practice money and counts it', async () => {
  const { counts, violations } = await checkLedger(db.owner);
  expect(violations).toEqual([]);
  expect(Object.fromEntries(counts.map(({ name, value }) => [name, value]))).toMatchObject({
    ...{ operations: 8n, settlements: 7n, 'ended seasons': 1n, 'network transactions': 3n },
  });
  expect(await sampleLedger(db.pool, MARKET.id)).toEqual([]);
});

describe('finds what somebody with full rights has changed', () => {
  const of = (type: string, settled = true): string =>
    `(SELECT max(o.id) FROM operations o LEFT JOIN settlements s ON s.operation_id = o.id
      WHERE type = '${type}' AND (s.at IS NOT NULL) = ${settled})`;
  const transfer = (kind: string): string => `(SELECT max(id) FROM transfers WHERE kind = '${kind}')`;
  const amountOf = (kind: string): string =>
    `UPDATE ledger_entries SET amount = amount * 2 WHERE transfer_id = ${transfer(kind)}`;
  /** The same movement again, as if somebody had settled twice. */
  const again = (kind: string): string =>
    `WITH t AS (INSERT INTO transfers SELECT id + 1000, market_id, kind, subject_id, at FROM transfers WHERE id = ${transfer(kind)} RETURNING id)
     INSERT INTO ledger_entries SELECT t.id, ledger_account_id, amount FROM ledger_entries e JOIN t ON e.transfer_id = t.id - 1000`;
  const cases: [rules: string[], sql: string][] = [
    [['L3', 'P1'], `UPDATE transfers SET kind = 'deposit' WHERE id = ${transfer('card')}`],
    [['P1', 'C4'], `UPDATE transfers SET kind = 'card' WHERE id = ${transfer('adjustment')}`],
    [['L3'], `UPDATE transfers SET kind = 'grant' WHERE id = ${transfer('seasonEnd')}`],
    [['L3', 'P1'], `UPDATE transfers SET kind = 'withdrawRefund' WHERE id = ${transfer('withdrawPaid')}`],
    [['L3', 'P1'], `UPDATE transfers SET kind = 'withdrawPaid' WHERE id = ${transfer('cardPayout')}`],
    [['P1'], again('cardPayout')],
    [
      ['P1'],
      `ALTER TABLE operations DISABLE TRIGGER USER; UPDATE operations SET card = NULL, network = 'bsc', address = 'sim1e' || repeat('q', 38) WHERE type = 'withdraw' AND card IS NOT NULL`,
    ],
    [['L9'], 'UPDATE accounts SET realised_pnl = realised_pnl + 1'],
    [['L9'], 'UPDATE seasons SET realised_pnl = realised_pnl + 1'],
    [['L9'], 'UPDATE seasons SET ended_id = 1'],
    [['E1'], `DELETE FROM settlements WHERE operation_id = ${of('withdraw')}`],
    [['E1', 'P1'], `INSERT INTO settlements VALUES (${of('withdraw', false)}, NULL, 30000000, NULL, NULL, NULL, 1)`],
    [['E1', 'P2'], `UPDATE operations SET value = value + 1 WHERE id = ${of('withdraw', false)}`],
    [['P1'], again('withdrawRefund')],
    [['P1'], again('withdrawPaid')],
    [['P1'], again('deposit')],
    [['P1'], again('card')],
    [['P1', 'L2'], amountOf('deposit')],
    [['P1', 'L2'], amountOf('card')],
    [['P1'], `UPDATE settlements SET transfer_id = NULL WHERE transfer_id = ${transfer('card')}`],
    [['P1'], `UPDATE settlements SET value = value + 1 WHERE price IS NOT NULL`],
    [['P1'], `UPDATE settlements SET price_seq = 99 WHERE price IS NOT NULL`],
    [['P1'], `UPDATE settlements SET price = price - 1, value = value - 1 WHERE price IS NOT NULL`],
    [
      ['P1'],
      `UPDATE settlements SET failure = 'cancelled', value = NULL, price = NULL, price_seq = NULL WHERE transfer_id = ${transfer('deposit')}`,
    ],
    [['P1'], `DELETE FROM operations WHERE type = 'card'`],
    [['P1'], `UPDATE operations SET account_id = account_id + 1 WHERE type = 'deposit'`],
    [['P2'], `DELETE FROM operations WHERE type = 'withdraw'`],
    [['P2'], again('withdraw')],
    [['P2'], `UPDATE transfers SET subject_id = 1 WHERE id = ${transfer('withdraw')}`],
    [['P2'], `UPDATE operations SET price_seq = 99 WHERE price IS NOT NULL`],
    [['P2'], `UPDATE operations SET amount = amount - 100000 WHERE type = 'withdraw' AND currency = 'BTC'`],
    [['P3'], 'UPDATE accounts SET season = season + 1'],
    [['P3'], 'UPDATE accounts SET season_started_at = 5'],
    [['P3', 'L9'], 'DELETE FROM seasons'],
    [['P3'], 'UPDATE seasons SET end_balance = end_balance - 1'],
    [['P3'], 'UPDATE seasons SET number = 2'],
    [['P3'], again('seasonEnd')],
    [['P4'], 'DELETE FROM pending_operations'],
    [['P4'], `INSERT INTO pending_operations SELECT id, user_id, type FROM operations WHERE id = ${of('card')}`],
    [['P4'], 'UPDATE pending_operations SET user_id = user_id + 1'],
    [['C4'], `DELETE FROM account_log WHERE kind = 'adjusted'`],
    [['C4'], `UPDATE account_log SET user_id = 2 WHERE kind = 'adjusted'`],
    [['C4'], `UPDATE account_log SET amount = -amount WHERE kind = 'adjusted'`],
    [['C4'], again('adjustment')],
    [['N1', 'N2'], `UPDATE network_balances SET balance = balance + 1 WHERE address = 'fees'`],
    [['N1', 'N2'], 'DELETE FROM network_mempool'],
    [
      ['N2'],
      `UPDATE network_balances SET balance = balance + CASE address WHEN 'fees' THEN 1 WHEN 'new' THEN -1 ELSE 0 END`,
    ],
    [['N2'], 'UPDATE network_transactions SET amount = amount + 1 WHERE fee > 0'],
    [['N2'], 'UPDATE network_mempool SET block_height = 5'],
    [['N2'], `UPDATE network_mempool SET to_address = 'sim1q'`],
    [
      ['N3'],
      `ALTER TABLE network_balances DROP CONSTRAINT coins_not_negative; UPDATE network_balances SET balance = -1 WHERE address = 'fees'`,
    ],
  ];

  beforeEach(async () => {
    await db.owner.query('BEGIN');
  });
  afterEach(async () => {
    await db.owner.query('ROLLBACK');
  });

  it.each(cases)('%j %s', async (rules, sql) => {
    await db.owner.query(sql);
    const violations = await findViolations(db.owner);
    expect(violations.map(({ rule }) => rule)).toEqual(expect.arrayContaining(rules));
    expect(violations[0]?.examples[0]).toMatch(/\d|main|bsc/);
  });
});

describe('the sample finds', () => {
  it.each([
    ['E1', `UPDATE operations SET value = value + 1 WHERE type = 'withdraw'`],
    ['P1', `UPDATE settlements SET transfer_id = transfer_id + 1`],
    ['P1', `DELETE FROM settlements`],
  ])('%s %s', async (rule, sql) => {
    const { rows } = await db.owner.query<{ name: string }>(`SELECT current_schema() AS name`);
    expect(rows[0]?.name).toBe(db.target.schema);
    await db.owner.query(
      `CREATE TABLE kept_operations AS TABLE operations; CREATE TABLE kept_settlements AS TABLE settlements`,
    );
    await db.owner.query(sql);
    const found = await sampleLedger(db.pool, MARKET.id);
    await db.owner.query(`
      DELETE FROM operations; INSERT INTO operations OVERRIDING SYSTEM VALUE SELECT * FROM kept_operations;
      DELETE FROM settlements; INSERT INTO settlements SELECT * FROM kept_settlements;
      DROP TABLE kept_operations, kept_settlements`);
    expect(found.map(({ rule: broken }) => broken)).toContain(rule);
  });
});
