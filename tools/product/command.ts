import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { COMMAND_LINE } from '../lib/build.mjs';

const ROOT = new URL('../..', import.meta.url).pathname;

/**
 * Runs a script of the product with the given data folder.
 * @param script its path, or that from the repository's root
 * @returns what it printed
 * @throws Error with its output when it fails
 */
export async function nodeScript(dataDir: string, script: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`${script} ${args.join(' ')} failed:\n${output}`);
  return output;
}

/** Runs what `npm run plecho -- …` runs beside a product with the same data folder. @throws Error with its output when it fails */
export function plecho(dataDir: string, ...args: string[]): Promise<string> {
  return nodeScript(dataDir, COMMAND_LINE, ...args);
}
