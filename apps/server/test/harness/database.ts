import { hash, randomBytes } from 'node:crypto';
import type { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import {
  appConfig,
  connectClient,
  createPool,
  ownerConfig,
  type Installation,
  type Target,
} from '../../src/storage/connection.ts';
import { checkLedger } from '../../src/storage/ledger-check/ledger-check.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { TEMPLATE } from './template.ts';

export interface TestDatabase {
  readonly target: Target;
  /** As the application, with its rights. */
  readonly pool: Pool;
  /** As the owner, to prepare and to look. */
  readonly owner: Client;
  /** From now on the ledger is meant to be wrong: it is not checked after this file's tests. */
  leaveLedgerBroken(): void;
}

/**
 * Schemas are made and dropped one at a time: the migrator looks at the tables of all schemas by
 * name and fails when one of them is dropped meanwhile.
 */
export async function alone<T>(ownerUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connectClient({ connectionString: ownerUrl });
  try {
    await client.query(`SELECT pg_advisory_lock(hashtext('plecho test schemas'))`);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A schema of one's own, prepared but empty; the caller drops it. */
export async function createSchema(ownerUrl: string): Promise<Target> {
  const schema = `test_${randomBytes(6).toString('hex')}`;
  return alone(ownerUrl, () => migrate({ ownerUrl, schema }));
}

export async function dropSchema({ ownerUrl, schema }: Installation): Promise<void> {
  await alone(ownerUrl, (client) => client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`));
}

function urlOf(database: string): string {
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${database}`;
  return url.href;
}

async function asAdmin(...statements: string[]): Promise<void> {
  const admin = await connectClient({ connectionString: inject('databaseUrl') });
  for (const sql of statements) await admin.query(sql);
  await admin.end();
}

/** A copy takes a tenth of the time of all migrations. */
async function copyTemplate(): Promise<Target> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE.database} STRATEGY file_copy`);
  const ownerUrl = urlOf(name);
  const owner = await connectClient({ connectionString: ownerUrl });
  await owner.query(`ALTER SCHEMA ${TEMPLATE.schema} RENAME TO ${name}`);
  await owner.end();
  return migrate({ ownerUrl, schema: name });
}

const dropCopy = ({ schema, app }: Target): Promise<void> =>
  asAdmin(`DROP DATABASE ${schema} WITH (FORCE)`, `DROP ROLE ${app.user}`);

/**
 * A connection that plans each statement once: of the check of a ledger with a few rows, which comes after every test,
 * planning its joins is four fifths.
 */
const preparing = (client: Client): Client =>
  Object.assign(Object.create(client) as Client, {
    query: (text: string) => client.query({ name: hash('sha1', text), text }),
  });

/**
 * Gives a test file its own database on the real PostgreSQL and checks the whole ledger after every
 * test. Call it once at the top of the file; the fields are there from `beforeAll` on.
 */
export function useDatabase(): TestDatabase {
  let fields: { target: Target; pool: Pool; owner: Client } | undefined;
  let checked = true;
  const ready = () => {
    if (fields === undefined) throw new Error('the database is there from beforeAll on');
    return fields;
  };
  beforeAll(async () => {
    const target = await copyTemplate();
    const pool = createPool({ ...appConfig(target), max: 8 });
    fields = { target, pool, owner: await connectClient(ownerConfig(target)) };
  });
  afterEach(async () => {
    if (checked) expect((await checkLedger(preparing(ready().owner))).violations).toEqual([]);
  });
  afterAll(async () => {
    if (fields === undefined) return;
    await fields.pool.end();
    await fields.owner.end();
    await dropCopy(fields.target);
  });
  return {
    get target() {
      return ready().target;
    },
    get pool() {
      return ready().pool;
    },
    get owner() {
      return ready().owner;
    },
    leaveLedgerBroken() {
      checked = false;
    },
  };
}

/** A database of one's own on the tests' server, for programs that choose their schema themselves. */
export function useOwnDatabase(name: string): { readonly url: string } {
  beforeAll(() => asAdmin(`DROP DATABASE IF EXISTS ${name}`, `CREATE DATABASE ${name}`));
  afterAll(() => asAdmin(`DROP DATABASE ${name} WITH (FORCE)`));
  return { url: urlOf(name) };
}
