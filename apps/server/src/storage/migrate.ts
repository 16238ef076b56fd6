import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Client } from 'pg';
import { appRole, connectClient, createPool, ownerConfig, type Target } from './connection.ts';
import { StorageError } from './errors.ts';
import { MIGRATIONS } from './migrations/index.ts';

const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock'];
/** The application adds to these and never changes what is there (rule L5). */
export const APPEND_ONLY_TABLES = [
  ...['transfers', 'ledger_entries', 'price_records', 'trades', 'operations', 'settlements', 'seasons', 'account_log'],
  ...['network_transactions', 'audit_log', 'audit_outcomes'],
];

/** The application has no business with these. */
const OWNER_TABLES = [...MIGRATION_TABLES, 'market_keys'];

/** Creates the role of the application or gives it today's password; one process at a time, as roles belong to the whole cluster. */
async function ensureRole(client: Client, ownerUrl: string): Promise<void> {
  const { name, password } = appRole(ownerUrl);
  const role = client.escapeIdentifier(name);
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('plecho roles'))`);
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  const limits = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE';
  await client.query(`${verb} ROLE ${role} ${limits} PASSWORD ${client.escapeLiteral(password)}`);
}

/** A schema that was not brought up to date entirely has only some of the tables. */
async function grant(client: Client, { ownerUrl, schema }: Target): Promise<void> {
  const role = client.escapeIdentifier(appRole(ownerUrl).name);
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1 AND table_name = ANY ($2)`,
    [schema, [...APPEND_ONLY_TABLES, ...OWNER_TABLES]],
  );
  const names = rows.map(({ name }) => name);
  const isOwners = (name: string): boolean => OWNER_TABLES.includes(name);
  await client.query(`
    GRANT USAGE ON SCHEMA ${schema} TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role};
    REVOKE UPDATE, DELETE ON ${['markets', ...names.filter((name) => !isOwners(name))].join(', ')} FROM ${role};
    GRANT UPDATE (ended) ON markets TO ${role};
    REVOKE ALL ON ${names.filter(isOwners).join(', ')} FROM ${role};
  `);
}

async function runMigrations(target: Target, until: string | undefined): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: createPool({ ...ownerConfig(target), max: 2 }) }),
  });
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => Promise.resolve(MIGRATIONS) },
      migrationTableSchema: target.schema,
    });
    const { error } = await (until === undefined ? migrator.migrateToLatest() : migrator.migrateTo(until));
    if (error !== undefined) throw error instanceof Error ? error : new StorageError('a migration failed');
  } finally {
    await db.destroy();
  }
}

/**
 * Brings the schema up to date as the owner, and gives the application's role its rights.
 * @param until name of the last migration to run; by default all of them
 * @throws StorageError when the owner may not do that or the database is newer than this program.
 */
export async function migrate(target: Target, until?: string): Promise<void> {
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(target.schema)) throw new RangeError(`not a schema name: ${target.schema}`);
  const client = await connectClient(ownerConfig(target));
  try {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${target.schema}`);
    await runMigrations(target, until);
    await client.query('BEGIN');
    await ensureRole(client, target.ownerUrl);
    await grant(client, target);
    await client.query('COMMIT');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageError(`the database could not be prepared: ${reason}`, { cause: error });
  } finally {
    await client.end();
  }
}
