import { beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { fillMarket } from '../../test/harness/trading.ts';
import { setSecret } from './operators/roles.ts';

const db = useDatabase();

beforeAll(async () => {
  await fillMarket(db);
  await setSecret(db.owner, 'hash', 1);
});

const denied = (what: string): string => `permission denied for ${what}`;
const table = (name: string): string => denied(`table ${name}`);

/** What somebody would try who got hold of the application's connection. */
const ATTACKS: [goal: string, sql: string, refused: string][] = [
  ['make an operator', `UPDATE users SET role = 'operator'`, table('users')],
  [
    'register an operator',
    `INSERT INTO users (phone, password_hash, created_at, role) VALUES ('+79990000000', '', 1, 'operator')`,
    table('users'),
  ],
  ['take over a phone', `UPDATE users SET phone = '+79990000001' WHERE id = 1`, table('users')],
  ['be somebody else', 'UPDATE sessions SET user_id = 1', table('sessions')],
  ['remove somebody', 'DELETE FROM users', table('users')],
  ['change the operator secret', `UPDATE operator_secret SET hash = 'mine'`, table('operator_secret')],
  [
    'set the operator secret',
    `INSERT INTO operator_secret (hash, set_at) VALUES ('mine', 1)`,
    table('operator_secret'),
  ],
  ['remove the operator secret', 'DELETE FROM operator_secret', table('operator_secret')],

  ['be rich', `UPDATE ledger_accounts SET balance = balance + 1`, table('ledger_accounts')],
  [
    'add a book',
    `INSERT INTO ledger_accounts (id, market_id, book) VALUES (1, 'main', 'fees')`,
    table('ledger_accounts'),
  ],
  ['write a transfer', `INSERT INTO transfers VALUES (99, 'main', 'grant', 1, 1)`, table('transfers')],
  ['write an entry', 'INSERT INTO ledger_entries VALUES (99, 16, 1)', table('ledger_entries')],
  ['write a price', `INSERT INTO price_records VALUES ('main', 99, 'BTCUSDT', 1, 1)`, table('price_records')],
  ['win a trade', 'INSERT INTO trades SELECT * FROM trades', table('trades')],
  ['widen a position', 'UPDATE positions SET margin = margin * 2, notional = notional * 2', table('positions')],
  ['drop a losing position', 'DELETE FROM positions', table('positions')],
  ['change an order', `UPDATE orders SET status = 'open'`, table('orders')],
  ['change an account', 'UPDATE accounts SET realised_pnl = 0', table('accounts')],
  ['repeat a command', 'DELETE FROM command_outcomes', table('command_outcomes')],
  ['change an answer', `UPDATE command_outcomes SET outcome = '{}'`, table('command_outcomes')],
  ['settle an operation', 'INSERT INTO settlements VALUES (1, NULL, 1, NULL, NULL, NULL, 1)', table('settlements')],
  ['forget an operation', 'DELETE FROM pending_operations', table('pending_operations')],
  [
    'withdraw without a lock',
    `INSERT INTO operations (id, account_id, user_id, type, amount, currency, value, created_at) VALUES (99, 1, 1, 'withdraw', 1, 'USDT', 1, 1)`,
    table('operations'),
  ],
  ['read somebody’s notes', 'SELECT text FROM trade_notes', table('trade_notes')],
  ['count somebody’s notes', 'SELECT FROM trade_notes', table('trade_notes')],
  ['change somebody’s notes', `UPDATE trade_notes SET text = 'x'`, table('trade_notes')],
  ['read somebody’s tags', 'SELECT tag FROM trade_tags', table('trade_tags')],
  ['clean the log', 'DELETE FROM account_log', table('account_log')],
  ['clean the audit log', 'UPDATE audit_log SET operator_id = 1', table('audit_log')],

  ['change the rules', 'UPDATE markets SET taker_fee = 0', table('markets')],
  ['change the prices to come', `UPDATE markets SET parameters = '{"seed": 2}'`, table('markets')],
  ['make a market', `INSERT INTO markets (id) VALUES ('mine')`, table('markets')],
  ['change a recording', 'UPDATE klines SET high = high * 2', table('klines')],
  [
    'add a recording',
    `INSERT INTO recordings (market_id, symbol, price_decimals) VALUES ('main', 'XUSDT', 2)`,
    table('recordings'),
  ],
  ['jump over numbers', `SELECT setval('markets_number_seq', 100)`, denied('sequence markets_number_seq')],
  [
    'hold everybody up',
    'DO $$ BEGIN LOCK TABLE ledger_accounts IN ACCESS EXCLUSIVE MODE; END $$',
    table('ledger_accounts'),
  ],
  ['empty a table', 'TRUNCATE sessions', table('sessions')],

  ['change what is logged', `UPDATE log_entries SET data = 'x'`, table('log_entries')],
  ['forget what is logged', 'DELETE FROM log_entries', table('log_entries')],
  ['log past the checks', `INSERT INTO log_entries VALUES (1, 0, '', 1, 1, 'x')`, table('log_entries')],
  ['shorten a log', 'UPDATE market_logs SET size = 1', table('market_logs')],
  ['change the hashes of a log', `UPDATE log_tiles SET root = ''`, table('log_tiles')],
  ['drop what is packed', 'UPDATE log_bundles SET data = NULL', table('log_bundles')],
  ['read the key of the logs', 'SELECT seed FROM log_secret_keys', table('log_secret_keys')],
  [
    'sign with a key of its own',
    `INSERT INTO log_keys SELECT number + 1, installation, 'x', 1, '' FROM log_keys`,
    table('log_keys'),
  ],
  ['write past the checks', `SELECT append_transfers('{}', '{}')`, denied('function append_transfers')],
  ['call a trigger', 'SELECT begin_operations()', denied('function begin_operations')],
  ['replace the way into the ledger', 'DROP FUNCTION append_batch', 'must be owner of function append_batch'],
  [
    'keep the rights of the function',
    'ALTER FUNCTION append_batch RESET ALL',
    'must be owner of function append_batch',
  ],
  ['switch triggers off', 'ALTER TABLE trades DISABLE TRIGGER USER', 'must be owner of table trades'],
  [
    'switch triggers off for itself',
    'SET session_replication_role = replica',
    denied('parameter "session_replication_role"').replace('for', 'to set'),
  ],
  ['drop a table', 'DROP TABLE trades', 'must be owner of table trades'],
  ['rename a column', 'ALTER TABLE users RENAME role TO rolle', 'must be owner of table users'],
  ['add a trigger', 'CREATE TRIGGER mine BEFORE INSERT ON trades EXECUTE FUNCTION refuse_change()', table('trades')],

  ['make a table', 'CREATE TABLE mine (id int)', 'permission denied for schema'],
  ['make a table elsewhere', 'CREATE TABLE public.mine (id int)', denied('schema public')],
  ['make a function', `CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`, 'permission denied for schema'],
  ['make a schema', 'CREATE SCHEMA mine', 'permission denied for database'],
  [
    'put a table before another',
    'CREATE TEMPORARY TABLE users (id int)',
    'permission denied to create temporary tables',
  ],
  [
    'put a function before another',
    `CREATE FUNCTION pg_temp.append_transfers(transfers[], ledger_entries[]) RETURNS void LANGUAGE sql AS ''`,
    'permission denied to create temporary tables',
  ],

  ['be the owner', 'SET ROLE pg_database_owner', 'permission denied to set role'],
  [
    'log in as the owner',
    'SET SESSION AUTHORIZATION pg_database_owner',
    'permission denied to set session authorization',
  ],
  ['be almighty', 'ALTER ROLE CURRENT_USER SUPERUSER', 'permission denied to alter role'],
  ['make a role', 'CREATE ROLE mine LOGIN', 'permission denied to create role'],
  ['join others', 'GRANT pg_read_all_data TO CURRENT_USER', 'permission denied to grant role'],
  ['change the database', `ALTER SYSTEM SET fsync = off`, denied('parameter "fsync"').replace('for', 'to set')],
  ['run a program', `COPY users TO PROGRAM 'cat'`, 'permission denied to COPY to or from an external program'],
  ['write a file', `COPY (SELECT 1) TO '/tmp/mine'`, 'permission denied to COPY to a file'],
  ['read a file', `SELECT pg_read_file('/etc/passwd')`, denied('function pg_read_file')],

  ['read its own password', 'SELECT * FROM plecho_private.application_roles', denied('schema plecho_private')],
  ['read the passwords of roles', 'SELECT rolpassword FROM pg_authid', table('pg_authid')],
  ['read the migrations', 'SELECT * FROM kysely_migration', table('kysely_migration')],
  ['pretend a migration', `INSERT INTO kysely_migration VALUES ('999', 'now')`, table('kysely_migration')],
];

it.each(ATTACKS)('S12 the application can not %s: %s', async (_goal, sql, refused) => {
  await expect(db.pool.query(sql)).rejects.toThrow(refused);
});
