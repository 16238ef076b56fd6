import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { root, withBinaries } from './paths.mjs';

/** Time between asking a program that overran to stop and stopping it, with all that it started. */
const GRACE_MS = 5_000;

/** Of a Ctrl+C, of whoever stops the run, and of a terminal that is closed. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Of the programs that run now: each leads a group of its own, so that it ends with everything it started. */
const groups = new Set();

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}

function stopAll() {
  for (const pid of groups) signalGroup(pid, 'SIGTERM');
  process.exit(130);
}

function note(pid) {
  if (groups.size === 0) for (const signal of STOP_SIGNALS) process.on(signal, stopAll);
  groups.add(pid);
}

function forget(pid) {
  groups.delete(pid);
  if (groups.size === 0) for (const signal of STOP_SIGNALS) process.off(signal, stopAll);
}

/**
 * Runs a program. Several may run at once. What it leaves behind ends with it.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, output?: string }} [options]
 * `cwd`: the root of the repository unless given; `output`: the file to which what it says is added; shown without one
 * @returns {Promise<{ code: number, timedOut: boolean }>} 127 when the program is missing; never throws.
 */
export function run(command, args, { cwd = root, env = withBinaries(), timeoutMs, output } = {}) {
  return new Promise((resolve) => {
    const said = output === undefined ? 'inherit' : openSync(output, 'a');
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', said, said], detached: true });
    if (typeof said === 'number') closeSync(said);
    let timedOut = false;
    const overrun = () => {
      timedOut = true;
      signalGroup(child.pid, 'SIGTERM');
      setTimeout(() => {
        signalGroup(child.pid, 'SIGKILL');
        finish(124);
      }, GRACE_MS);
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(overrun, timeoutMs);
    const finish = (code) => {
      clearTimeout(timer);
      forget(child.pid);
      resolve({ code, timedOut });
    };
    if (child.pid !== undefined) note(child.pid);
    child.once('error', () => finish(127));
    // One that overran may end before what it has started does.
    child.once('exit', (code) => {
      if (timedOut) return;
      signalGroup(child.pid, 'SIGKILL');
      finish(code ?? 1);
    });
  });
}
