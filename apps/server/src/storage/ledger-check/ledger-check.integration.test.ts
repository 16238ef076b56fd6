import { beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { fillMarket, MARKET } from '../../../test/harness/trading.ts';
import { checkLedger, findViolations } from './ledger-check.ts';
import { sampleLedger } from './sample.ts';

const db = useDatabase();

beforeAll(async () => {
  await fillMarket(db);
  for (const table of ['ledger_entries', 'transfers', 'price_records', 'trades']) {
    await db.owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  }
});

it('finds nothing wrong with a sound ledger and counts it', async () => {
  const { counts, issued, held, rules, violations } = await checkLedger(db.owner);
  expect(violations).toEqual([]);
  expect(rules).toEqual([
    'L1',
    'L2',
    'L3',
    'L4',
    'L9',
    'E1',
    'E2',
    'E3',
    'E4',
    'E13',
    'E14',
    'E6',
    'E7',
    'E17',
    'P1',
    'P2',
    'P3',
    'P4',
    'C4',
    'N1',
    'N2',
    'N3',
  ]);
  expect(Object.fromEntries(counts.map(({ name, value }) => [name, value]))).toMatchObject({
    ...{ accounts: 2n, transfers: 5n, 'ledger entries': 10n, 'open positions': 1n, trades: 1n },
  });
  expect([issued, held]).toEqual([2_000_000_000n, 2_000_000_000n]);
  expect(await sampleLedger(db.pool, MARKET.id)).toEqual([]);
});

describe('finds what somebody with full rights has changed', () => {
  const book = (name: string): string => `(SELECT max(id) FROM ledger_accounts WHERE book = '${name}' AND balance > 0)`;
  const transfer = (kind: string): string => `(SELECT max(id) FROM transfers WHERE kind = '${kind}')`;
  const cases: [rules: string[], sql: string][] = [
    [
      ['L1', 'L2'],
      `UPDATE ledger_entries SET amount = amount + 1 WHERE transfer_id = ${transfer('open')} AND amount > 0`,
    ],
    [['L1', 'L2'], `DELETE FROM ledger_entries WHERE transfer_id = ${transfer('open')} AND amount > 0`],
    [['L1'], `DELETE FROM transfers WHERE id = ${transfer('open')}`],
    [['L2', 'L3'], `UPDATE ledger_accounts SET balance = balance + 1 WHERE id = ${book('available')}`],
    [['L3'], `UPDATE transfers SET kind = 'open' WHERE id = ${transfer('grant')}`],
    [['L9'], 'UPDATE accounts SET realised_pnl = realised_pnl + 1'],
    [['E1'], 'DELETE FROM positions'],
    [['E1'], `UPDATE positions SET margin = margin + 1, notional = notional + leverage`],
    [['E2'], `UPDATE transfers SET subject_id = subject_id + 100 WHERE id = ${transfer('close')}`],
    [['E2'], 'DELETE FROM trades'],
    [['E2', 'E3'], 'UPDATE trades SET position_id = (SELECT id FROM positions)'],
    [['E4'], 'UPDATE price_records SET price = price + 1'],
    [['E4'], 'UPDATE price_records SET time = time + 1'],
    [['E4'], 'DELETE FROM price_records'],
    [['E4'], 'UPDATE trades SET closed_at = closed_at + 10001'],
    [['E6'], 'UPDATE trades SET insurance = 5'],
    [['E7'], 'UPDATE trades SET pnl = 1'],
    [['E7'], 'UPDATE trades SET fee = 1'],
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
    expect(violations[0]?.examples[0]).toMatch(/\d|main/);
  });
});
