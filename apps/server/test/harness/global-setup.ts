import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/storage/embedded/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the owner of the tests' database. */
    databaseUrl: string;
  }
}

/** One PostgreSQL for all integration tests: TEST_DATABASE_URL, or an embedded one that lives as long as the run. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') {
    project.provide('databaseUrl', given);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'plecho-test-'));
  // The database's system user has to get through.
  chmodSync(folder, 0o755);
  const database = await startEmbedded(folder);
  // Each test names its own connections, by its schema.
  const url = new URL(database.url);
  url.searchParams.delete('application_name');
  project.provide('databaseUrl', url.href);
  return async () => {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
