import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A PostgreSQL server as its own lock file describes it. */
export interface Postmaster {
  pid: number;
  /** The data directory that it was started on. */
  directory: string;
  port: number;
  ready: boolean;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The server that runs on a data directory; null when none does. A lock file left by a crash counts as none. */
export function findPostmaster(directory: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return null;
  return { pid, directory: lines[1] ?? '', port, ready: lines[7]?.trim() === 'ready' };
}

/**
 * Whose lock file a data directory has that was copied while a server ran on the original.
 * @returns the original; null for a directory of its own, also for one that was moved with its server running
 */
export function copiedFrom(directory: string): string | null {
  const found = findPostmaster(directory);
  if (found === null || findPostmaster(found.directory)?.pid !== found.pid) return null;
  return realpathSync(found.directory) === realpathSync(directory) ? null : found.directory;
}

/**
 * Waits while a server on the directory starts or stops.
 * @returns the running one, or null when there is none (any more); null too when nothing has changed by the deadline.
 */
export async function stablePostmaster(directory: string, timeoutMs: number): Promise<Postmaster | null> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = findPostmaster(directory);
    if (found === null || found.ready) return found;
    if (performance.now() > deadline) return null;
    await wait(20);
  }
}
