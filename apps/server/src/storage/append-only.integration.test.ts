import { beforeAll, expect, it } from 'vitest';
import { APPEND_ONLY_TABLES } from '../../test/harness/append-only.ts';
import { useDatabase } from '../../test/harness/database.ts';
import { fillMarket } from '../../test/harness/trading.ts';

const db = useDatabase();

beforeAll(async () => {
  await fillMarket(db);
});

/** A column of those that have no id. */
const COLUMN: Record<string, string> = {
  ...{ ledger_entries: 'amount', price_records: 'price', settlements: 'operation_id', seasons: 'number' },
  ...{ audit_outcomes: 'audit_id', network_transactions: 'amount', audit_log: 'at', market_keys: 'market_id' },
  ...{ dataset_packs: 'day', dataset_series: 'minutes', scenarios: 'end_at', market_ends: 'at' },
  ...{ position_entries: 'n', funding_rounds: 'symbol', funding_payments: 'symbol' },
  ...{ start_prices: 'price', log_keys: 'number', log_definitions: 'index', log_kept: 'index', log_tiles: 'n' },
  guesses: 'margin',
};
const attempts = APPEND_ONLY_TABLES.flatMap((table) => [
  [table, `UPDATE ${table} SET ${COLUMN[table] ?? 'id'} = 1`],
  [table, `DELETE FROM ${table}`],
  [table, `TRUNCATE ${table} CASCADE`],
]);

it.each(attempts)('L5 the application can not change %s: %s', async (table, sql) => {
  await expect(db.pool.query(sql)).rejects.toThrow(`permission denied for table ${table}`);
});

it.each(attempts)('L5 not even the owner changes %s by a statement: %s', async (table, sql) => {
  await expect(db.owner.query(sql)).rejects.toThrow(`${table} is append-only`);
});

it('L5 every table with the trigger is tried', async () => {
  const { rows } = await db.owner.query<{ name: string }>(
    `SELECT tgrelid::regclass::text AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE tgname = 'append_only' AND c.relnamespace = $1::regnamespace`,
    [db.target.schema],
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(APPEND_ONLY_TABLES.toSorted());
});

it('L5 the application can not get around its rights', async () => {
  await expect(db.pool.query('ALTER TABLE ledger_entries DISABLE TRIGGER USER')).rejects.toThrow('must be owner');
  await expect(db.pool.query('DROP TABLE ledger_entries')).rejects.toThrow('must be owner');
  await expect(db.pool.query(`CREATE TABLE ${db.target.schema}.mine (id int)`)).rejects.toThrow('permission denied');
});

it('C2 M1 a market that exists can not be changed, only end and be withdrawn, once', async () => {
  for (const change of ["label = 'x'", 'taker_fee = 1', "parameters = '{}'", 'start_at = 0', "class_rules = '{}'"]) {
    await expect(db.pool.query(`UPDATE markets SET ${change}`)).rejects.toThrow('permission denied');
    await expect(db.owner.query(`UPDATE markets SET ${change}`)).rejects.toThrow("can't be changed");
  }
  await expect(db.owner.query('DELETE FROM markets')).rejects.toThrow('never removed');
  await db.pool.query('UPDATE markets SET ended = true');
  await expect(db.owner.query('UPDATE markets SET ended = false')).rejects.toThrow("can't be changed");
  await expect(db.pool.query('UPDATE markets SET withdrawn = true')).rejects.toThrow('permission denied');
  await db.owner.query('UPDATE markets SET withdrawn = true');
  await expect(db.owner.query('UPDATE markets SET withdrawn = false')).rejects.toThrow("can't be changed");
});

it('L4 a balance below zero is refused by the table itself', async () => {
  await expect(
    db.owner.query("UPDATE ledger_accounts SET balance = -1 WHERE account_id IS NOT NULL AND book = 'available'"),
  ).rejects.toThrow('balance_not_negative');
});
