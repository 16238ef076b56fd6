import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { COMMAND_LINE } from '../../../../tools/lib/build.mjs';

const run = promisify(execFile);

export interface CommandAnswer {
  code: number;
  out: string;
  err: string;
}

/**
 * Runs what `npm run plecho -- ARGS` runs, on a database.
 * @param input what comes in, through a socket
 */
export async function runPlecho(
  databaseUrl: string,
  dataDir: string,
  args: string[],
  input = '',
): Promise<CommandAnswer> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  try {
    const running = run(process.execPath, [COMMAND_LINE, ...args], { env });
    running.child.stdin?.on('error', () => undefined).end(input);
    const { stdout, stderr } = await running;
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}
