import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connectClient, ownerConfig, type Installation } from '../connection.ts';
import { StorageError } from '../errors.ts';
import { END_OF_TABLE, TABLES, type Header } from './archive.ts';

const json = (value: unknown): string => `${JSON.stringify(value)}\n`;

async function columnsOf(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

async function* contents(client: Client, counts: Record<string, number>): AsyncGenerator<Buffer | string> {
  const { rows } = await client.query<{ name: string }>('SELECT max(name) AS name FROM kysely_migration');
  const header: Header = {
    format: 'plecho-backup',
    version: 1,
    migration: rows[0]?.name ?? '',
    createdAt: new Date().toISOString(),
  };
  yield json(header);
  for (const table of TABLES) {
    const columns = await columnsOf(client, table);
    yield json({ table, columns });
    const rows = client.query(copyTo(`COPY ${table} (${columns.join(', ')}) TO STDOUT`));
    for await (const chunk of rows) yield chunk as Buffer;
    yield `${END_OF_TABLE}\n`;
    counts[table] = rows.rowCount;
  }
  yield json({ rows: counts });
}

/**
 * Writes everything in the schema to `file`, as it was at one moment; a server may run meanwhile.
 * The file holds password hashes and is readable for its owner only.
 *
 * @returns number of rows by table
 * @throws StorageError when the file exists already
 */
export async function backUp(target: Installation, file: string): Promise<Record<string, number>> {
  if (existsSync(file)) throw new StorageError(`${file} exists already`);
  const partial = `${file}.partial`;
  const client = await connectClient(ownerConfig(target));
  const counts: Record<string, number> = {};
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const output = createWriteStream(partial, { mode: 0o600, flush: true });
    await pipeline(contents(client, counts), createGzip({ level: 3 }), output);
    await client.query('COMMIT');
    renameSync(partial, file);
    return counts;
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}
