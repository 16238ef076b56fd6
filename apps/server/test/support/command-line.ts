import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PLECHO = fileURLToPath(new URL('../../src/cli/plecho.ts', import.meta.url));

export interface CommandAnswer {
  code: number;
  out: string;
  err: string;
}

/** Runs `npm run plecho -- ARGS` on a database. */
export async function runPlecho(databaseUrl: string, dataDir: string, args: string[]): Promise<CommandAnswer> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  try {
    const { stdout, stderr } = await run(process.execPath, [PLECHO, ...args], { env });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}
