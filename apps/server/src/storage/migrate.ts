import { Kysely, PostgresDialect } from 'kysely';
import { DatabaseError, type Client } from 'pg';
import { Migrator } from 'kysely/migration';
import { ensureAppRole, refuseExcess, tryAppRole } from './app-role.ts';
import { applyGrants } from './apply-grants.ts';
import { asOwner, createPool, ownerConfig, type Installation, type Target } from './connection.ts';
import { NewerDatabaseError, StorageError } from './errors.ts';
import { createFunctions } from './functions/create-functions.ts';
import { FUNCTION_SET } from './functions/functions.ts';
import { liftIds } from './id-source.ts';
import { MIGRATIONS } from './migrations/index.ts';

const ATTEMPTS = 20;
/** A schema, or a relation, that does not exist; the last is what a catalogue says of one that went while it was read. */
const GONE: ReadonlySet<unknown> = new Set(['3F000', '42P01', 'XX000']);
const isGone = (error: unknown): boolean => error instanceof DatabaseError && GONE.has(error.code);

/**
 * Before it changes anything, the migrator looks by name at the tables of every schema: it fails when another one, of
 * an installation that is being restored beside this one, is dropped under its eyes.
 */
async function runMigrations(installation: Installation, until: string | undefined): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(installation, until);
    } catch (error) {
      if (!isGone(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function migrateOnce(installation: Installation, until: string | undefined): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: createPool({ ...ownerConfig(installation), max: 2 }) }),
  });
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => Promise.resolve(MIGRATIONS) },
      migrationTableSchema: installation.schema,
    });
    const { error } = await (until === undefined ? migrator.migrateToLatest() : migrator.migrateTo(until));
    if (error !== undefined) throw error instanceof Error ? error : new StorageError('a migration failed');
  } finally {
    await db.destroy();
  }
}

/** @throws NewerDatabaseError when a migration has run that this program does not have */
async function refuseNewer(owner: Client): Promise<void> {
  const { rows: made } = await owner.query(
    "SELECT FROM pg_tables WHERE tablename = 'kysely_migration' AND schemaname = current_schema",
  );
  if (made.length === 0) return;
  const { rows } = await owner.query<{ name: string }>(
    'SELECT name FROM kysely_migration WHERE name <> ALL ($1) ORDER BY name LIMIT 1',
    [Object.keys(MIGRATIONS)],
  );
  if (rows[0] !== undefined) throw new NewerDatabaseError(rows[0].name);
}

/**
 * Makes the functions and gives the application its role and its rights, and makes sure that they are all it has.
 * @param isWhole all migrations have run: the functions of this program fit the tables
 */
async function prepareApp(installation: Installation, isWhole: boolean): Promise<Target> {
  const target = await asOwner(installation, async (owner) => {
    await owner.query('BEGIN');
    const prepared: Target = { ...installation, app: await ensureAppRole(owner) };
    if (isWhole) {
      await createFunctions(owner, FUNCTION_SET);
      await liftIds(owner);
    }
    await applyGrants(owner, prepared);
    await owner.query('COMMIT');
    await refuseExcess(owner, prepared.app);
    return prepared;
  });
  await tryAppRole(target);
  return target;
}

/**
 * Brings the schema up to date as the owner, and prepares it for the application. Of processes that start at once one
 * does so after another.
 * @param until name of the last migration to run; by default all of them
 * @throws NewerDatabaseError
 * @throws StorageError when the owner may not do that, or the application can't enter with its own rights and no others
 */
export async function migrate(installation: Installation, until?: string): Promise<Target> {
  const { schema } = installation;
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) throw new RangeError(`not a schema name: ${schema}`);
  try {
    return await asOwner(installation, async (owner) => {
      await owner.query("SELECT pg_advisory_lock(hashtext('plecho migrations'), hashtext($1))", [schema]);
      await owner.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
      await refuseNewer(owner);
      await runMigrations(installation, until);
      return prepareApp(installation, until === undefined);
    });
  } catch (error) {
    if (error instanceof NewerDatabaseError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageError(`the database could not be prepared: ${reason}`, { cause: error });
  }
}
