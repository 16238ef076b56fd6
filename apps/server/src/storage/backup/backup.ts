import { open, rm, type FileHandle } from 'node:fs/promises';
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
 * Makes the file, readable for its owner only. "x" is O_EXCL: a file that is there is not opened, nor is
 * what a link with this name leads to.
 */
async function create(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StorageError(code === 'EEXIST' ? `${file} exists already` : message, { cause: error });
  }
}

/**
 * Writes everything in the schema to `file`, as it was at one moment; a server may run meanwhile. The
 * file holds password hashes. What could not be written to the end is removed again; a file that was
 * left by a process that was killed is refused by `restore` as cut off.
 *
 * @returns number of rows by table
 * @throws StorageError when the file exists already or can't be made
 */
export async function backUp(target: Installation, file: string): Promise<Record<string, number>> {
  const client = await connectClient(ownerConfig(target));
  try {
    const handle = await create(file);
    const counts: Record<string, number> = {};
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await pipeline(contents(client, counts), createGzip({ level: 3 }), handle.createWriteStream({ flush: true }));
      await client.query('COMMIT');
      return counts;
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  } finally {
    await client.end();
  }
}
