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

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('ends what overran with all that it has started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plecho-overrun-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'program.mjs'), PROGRAM);
  const result = await run(process.execPath, ['program.mjs'], { cwd: folder, timeoutMs: TIMEOUT_MS });
  expect(result).toEqual({ code: 124, timedOut: true });
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  // Whoever has been killed is there until its parent has taken notice.
  await expect.poll(() => isThere(pid), { timeout: 30_000 }).toBe(false);
});
