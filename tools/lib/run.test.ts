import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { run } from './run.mjs';

/** Enough for two programs to begin, on a busy machine. */
const TIMEOUT_MS = 10_000;

/** Ends when it is asked to; what it starts says its process and does not. */
const PROGRAM = `
  import { spawn } from 'node:child_process';
  const stubborn = \`
    process.on('SIGTERM', () => {});
    require('node:fs').writeFileSync('pid', String(process.pid));
    setInterval(() => {}, 1_000);
  \`;
  spawn(process.execPath, ['-e', stubborn], { stdio: 'ignore' });
  setInterval(() => {}, 1_000);
`;

/** Ends by itself as soon as what it has started, which would go on, has said its process. */
const LEAVER = `
  import { spawn } from 'node:child_process';
  import { existsSync } from 'node:fs';
  const going = \`
    require('node:fs').writeFileSync('pid', String(process.pid));
    setInterval(() => {}, 1_000);
  \`;
  spawn(process.execPath, ['-e', going], { stdio: 'ignore' }).unref();
  setInterval(() => existsSync('pid') && process.exit(3), 10);
`;

function newFolder(program: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'plecho-run-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'program.mjs'), program);
  return folder;
}

const startedIn = (folder: string): number => Number(readFileSync(join(folder, 'pid'), 'utf8'));

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('ends what overran with all that it has started', async () => {
  const folder = newFolder(PROGRAM);
  const result = await run(process.execPath, ['program.mjs'], { cwd: folder, timeoutMs: TIMEOUT_MS });
  expect(result).toEqual({ code: 124, timedOut: true });
  const pid = startedIn(folder);
  // Whoever has been killed is there until its parent has taken notice.
  await expect.poll(() => isThere(pid), { timeout: 30_000 }).toBe(false);
});

it('ends what a program leaves behind when it has ended by itself', async () => {
  const folder = newFolder(LEAVER);
  expect(await run(process.execPath, ['program.mjs'], { cwd: folder })).toEqual({ code: 3, timedOut: false });
  const pid = startedIn(folder);
  onTestFinished(() => {
    if (isThere(pid)) process.kill(pid, 'SIGKILL');
  });
  await expect.poll(() => isThere(pid), { timeout: 30_000 }).toBe(false);
});
