import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { appConfig, connectClient, type AppRole, type Target } from './connection.ts';
import { StorageError } from './errors.ts';

const PASSWORD_BYTES = 24;
/** PostgreSQL's own number; the password is as random as a key, so more of them would protect nothing. */
const ROUNDS = 4_096;

/** A role belongs to a database and not to a schema, so its password lies beside the product's schemas. */
const STORE = `
  CREATE SCHEMA IF NOT EXISTS plecho_private;
  CREATE TABLE IF NOT EXISTS plecho_private.application_roles (name text PRIMARY KEY, password text NOT NULL)`;

/** The password as PostgreSQL keeps it: a server that logs statements never sees the password itself. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const key = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(key('Client Key')).digest('base64');
  const serverKey = key('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

async function storedPassword(owner: Client, user: string): Promise<string> {
  await owner.query(STORE);
  await owner.query('INSERT INTO plecho_private.application_roles VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    ...[user, randomBytes(PASSWORD_BYTES).toString('base64url')],
  ]);
  const { rows } = await owner.query<{ password: string }>(
    'SELECT password FROM plecho_private.application_roles WHERE name = $1',
    [user],
  );
  const [row] = rows;
  if (row === undefined) throw new StorageError(`the password of the role ${user} was not stored`);
  return row.password;
}

/**
 * Creates the role of the application, or gives it its password again; the password is made once and can
 * be read by the owner alone. To be called in a transaction, which one process at a time may be in.
 * @throws StorageError when the owner is that role
 */
export async function ensureAppRole(owner: Client): Promise<AppRole> {
  await owner.query(`SELECT pg_advisory_xact_lock(hashtext('plecho roles'))`);
  const { rows } = await owner.query<{ database: string; owner: string }>(
    'SELECT current_database() AS database, current_user AS owner',
  );
  const user = `${rows[0]?.database.slice(0, 50)}_app`;
  if (rows[0]?.owner === user) throw new StorageError(`its owner can't be ${user}, the role of the application`);
  const password = await storedPassword(owner, user);
  const { rowCount } = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [user]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await owner.query(`${verb} ROLE ${owner.escapeIdentifier(user)} LOGIN PASSWORD '${scramVerifier(password)}'`);
  return { user, password };
}

/** What a role can have that no table of grants takes away. */
const EXCESS = `
  WITH app AS (SELECT * FROM pg_roles WHERE rolname = $1)
  SELECT what FROM (
    SELECT unnest(ARRAY[
      CASE WHEN rolsuper THEN 'SUPERUSER' END, CASE WHEN rolcreatedb THEN 'CREATEDB' END,
      CASE WHEN rolcreaterole THEN 'CREATEROLE' END, CASE WHEN rolreplication THEN 'REPLICATION' END,
      CASE WHEN rolbypassrls THEN 'BYPASSRLS' END]) AS what FROM app
    UNION ALL
    SELECT 'membership in ' || m.roleid::regrole FROM pg_auth_members m JOIN app ON app.oid = m.member
    UNION ALL
    SELECT p || ' on the database' FROM app, unnest(ARRAY['CREATE', 'TEMPORARY']) AS p
    WHERE has_database_privilege(app.oid, current_database(), p)
    UNION ALL
    SELECT 'CREATE on the schema ' || nspname FROM app, pg_namespace n WHERE has_schema_privilege(app.oid, n.oid, 'CREATE')
  ) AS had WHERE what IS NOT NULL LIMIT 10`;

/** @throws StorageError when the role has rights from elsewhere, which only a person can judge */
export async function refuseExcess(owner: Client, { user }: AppRole): Promise<void> {
  const { rows } = await owner.query<{ what: string }>(EXCESS, [user]);
  if (rows.length === 0) return;
  const excess = rows.map(({ what }) => what).join(', ');
  throw new StorageError(`the role ${user} may do more than the application, take it away: ${excess}`);
}

/** Enters as the application. @throws StorageError when the database lets it in as somebody else or not at all */
export async function tryAppRole(target: Target): Promise<void> {
  const { user } = target.app;
  const refuse = (reason: string, cause?: unknown): StorageError =>
    new StorageError(`the role ${user} must get in with its password (scram-sha-256 in pg_hba.conf): ${reason}`, {
      cause,
    });
  const client = await connectClient(appConfig(target)).catch((error: unknown) => {
    throw refuse(error instanceof Error ? error.message : String(error), error);
  });
  try {
    const { rows } = await client.query<{ name: string }>('SELECT session_user AS name');
    if (rows[0]?.name !== user) throw refuse(`it came in as ${rows[0]?.name}`);
  } finally {
    await client.end();
  }
}
