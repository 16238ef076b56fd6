import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { applyGrants } from '../apply-grants.ts';
import { connectClient, ownerConfig, type Installation, type Target } from '../connection.ts';
import { StorageError } from '../errors.ts';
import { isServed } from '../journal/journal.ts';
import { checkLedger } from '../ledger-check/ledger-check.ts';
import { migrate } from '../migrate.ts';
import { END_OF_TABLE, FORMER_TABLES, header, linesOf, parseLine, TABLES, tableStart, trailer } from './archive.ts';

const NEWLINE = Buffer.from('\n');

/** Unpacks a file line by line. @throws StorageError when it can't be read or is damaged */
async function* unpack(file: string): AsyncGenerator<Buffer, void> {
  const input = createReadStream(file);
  const unzipped = createGunzip();
  input.on('error', (error) => unzipped.destroy(error));
  try {
    yield* linesOf(input.pipe(unzipped));
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const reason = error instanceof Error ? error.message : 'unreadable';
    throw new StorageError(`${file}: ${reason}`, { cause: error });
  } finally {
    input.destroy();
  }
}

async function nextLine(lines: AsyncGenerator<Buffer, void>): Promise<Buffer> {
  const next = await lines.next();
  if (next.done === true) throw new StorageError('the backup is cut off');
  return next.value;
}

/** Copies the rows up to the end of the table. @returns how many */
async function fillTable(
  client: Client,
  lines: AsyncGenerator<Buffer, void>,
  table: string,
  columns: string[],
): Promise<number> {
  const names = columns.map((name) => client.escapeIdentifier(name)).join(', ');
  const sink = client.query(copyFrom(`COPY ${client.escapeIdentifier(table)} (${names}) FROM STDIN`));
  const done = finished(sink);
  // Awaited below; a failure while rows are still being written must not count as unhandled.
  done.catch(() => undefined);
  for (;;) {
    const line = await nextLine(lines);
    if (line.toString('latin1') === END_OF_TABLE) break;
    if (!sink.write(Buffer.concat([line, NEWLINE]))) await Promise.race([once(sink, 'drain'), done]);
  }
  sink.end();
  await done;
  return sink.rowCount;
}

async function fill(
  client: Client,
  lines: AsyncGenerator<Buffer, void>,
  tables: string[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let n = 0; n < tables.length; n++) {
    const { table, columns } = parseLine(tableStart, await nextLine(lines));
    if (!tables.includes(table)) throw new StorageError(`the backup has an unknown table ${table}`);
    counts[table] = await fillTable(client, lines, table, columns);
  }
  const { rows } = parseLine(trailer, await nextLine(lines));
  for (const table of tables) {
    if (rows[table] !== counts[table]) throw new StorageError(`the backup lacks rows of ${table}`);
  }
  return counts;
}

/** The tables that there were when the backup was made. */
async function tablesOf(client: Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1',
    [schema],
  );
  const names = new Set(rows.map(({ name }) => name));
  return [...TABLES, ...FORMER_TABLES].filter((table) => names.has(table));
}

/** New rows go on after the restored ones; an empty table begins where it always does. */
async function advanceIdentities(client: Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = $1 AND is_identity = 'YES'`,
    [schema],
  );
  for (const { table, column } of rows) {
    await client.query(
      `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), max(${column})) FROM ${table} HAVING count(*) > 0`,
    );
  }
}

async function load(target: Installation, file: string): Promise<Record<string, number>> {
  const lines = unpack(file);
  const { migration } = parseLine(header, await nextLine(lines));
  await migrate(target, migration);
  const client = await connectClient(ownerConfig(target));
  try {
    await client.query('BEGIN');
    // What triggers did at the first writing is in the rows.
    const tables = await tablesOf(client, target.schema);
    for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    const counts = await fill(client, lines, tables);
    for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    await advanceIdentities(client, target.schema);
    await client.query('COMMIT');
    await migrate(target);
    await client.query('ANALYZE');
    const { violations } = await checkLedger(client);
    const [violation] = violations;
    if (violation !== undefined) throw new StorageError(`the backup breaks ${violation.rule}: ${violation.text}`);
    return counts;
  } finally {
    await lines.return(undefined);
    await client.end();
  }
}

async function refuseUnlessFree(client: Client, schema: string, force: boolean): Promise<void> {
  if (await isServed(client, schema)) throw new StorageError('a server is running on this database: stop it first');
  const { rows } = await client.query<{ users: number }>('SELECT count(*)::integer AS users FROM users');
  const users = rows[0]?.users ?? 0;
  if (users > 0 && !force) {
    throw new StorageError(`the database already has ${users} users: add --force to replace everything in it`);
  }
}

/**
 * Replaces everything in the schema by a backup. The backup is loaded and its ledger checked in a
 * schema of its own first; only then the two change places, in one transaction.
 *
 * @returns number of rows by table
 * @throws StorageError when a server runs, when there are users and `force` is not set, or when the backup is not whole
 */
export async function restore(target: Target, file: string, force: boolean): Promise<Record<string, number>> {
  const { schema } = target;
  const incoming: Installation = { ...target, schema: `${schema}_incoming` };
  const client = await connectClient(ownerConfig(target));
  try {
    await refuseUnlessFree(client, schema, force);
    await client.query(`DROP SCHEMA IF EXISTS ${incoming.schema} CASCADE`);
    const counts = await load(incoming, file);
    await client.query('BEGIN');
    await refuseUnlessFree(client, schema, force);
    await client.query(`DROP SCHEMA ${schema} CASCADE`);
    await client.query(`ALTER SCHEMA ${incoming.schema} RENAME TO ${schema}`);
    // Its functions still look names up where they were made.
    await applyGrants(client, target);
    await client.query('COMMIT');
    return counts;
  } catch (error) {
    await client.query('ROLLBACK');
    await client.query(`DROP SCHEMA IF EXISTS ${incoming.schema} CASCADE`);
    throw error;
  } finally {
    await client.end();
  }
}
