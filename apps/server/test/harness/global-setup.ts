import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../../../tools/lib/build.mjs';
import { connectClient } from '../../src/storage/connection.ts';
import { startEmbedded } from '../../src/storage/embedded/embedded.ts';
import { prepareTemplate } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the owner of the tests' database. */
    databaseUrl: string;
  }
}

/** No test pulls the machine's plug on this one, and waiting for the disk is a third of what a commit costs. */
async function hurry(url: string): Promise<void> {
  const client = await connectClient({ connectionString: url });
  for (const setting of ['fsync', 'full_page_writes']) await client.query(`ALTER SYSTEM SET ${setting} = off`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}

/**
 * The built product, which some of them start, and one PostgreSQL for all integration tests: TEST_DATABASE_URL, or an
 * embedded one that lives as long as the run.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  await ensureBuilt(process.execPath, (line) => void process.stdout.write(`${line}\n`));
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') {
    await prepareTemplate(given);
    project.provide('databaseUrl', given);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'plecho-test-'));
  // The database's system user has to get through.
  chmodSync(folder, 0o755);
  const database = await startEmbedded(folder);
  await hurry(database.url);
  // Each test names its own connections, by its schema.
  const url = new URL(database.url);
  url.searchParams.delete('application_name');
  await prepareTemplate(url.href);
  project.provide('databaseUrl', url.href);
  const end = async (): Promise<void> => {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  // The server is in a process group of its own, and would outlive a run that is broken off.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => void end().finally(() => process.exit(1)));
  }
  return end;
}
