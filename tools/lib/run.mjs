import { spawn } from 'node:child_process';
import { root, withBinaries } from './paths.mjs';

/** Time between asking a program that overran to stop and stopping it. */
const GRACE_MS = 5_000;

/**
 * Runs a program in the root of the repository with its output shown.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, timeoutMs?: number, quiet?: boolean }} [options]
 * @returns {Promise<{ code: number, timedOut: boolean }>} 127 when the program is missing; never throws.
 */
export function run(command, args, { env = withBinaries(), timeoutMs, quiet = false } = {}) {
  return new Promise((resolve) => {
    // A group of its own, so that an overrun ends with everything it started.
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: quiet ? 'ignore' : ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    let timedOut = false;
    const signalGroup = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // It has ended already.
      }
    };
    const stopAll = () => {
      signalGroup('SIGTERM');
      process.exit(130);
    };
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            signalGroup('SIGTERM');
            setTimeout(() => signalGroup('SIGKILL'), GRACE_MS).unref();
          }, timeoutMs);
    const finish = (code) => {
      clearTimeout(timer);
      process.off('SIGINT', stopAll).off('SIGTERM', stopAll);
      resolve({ code, timedOut });
    };
    process.once('SIGINT', stopAll).once('SIGTERM', stopAll);
    child.once('error', () => finish(127));
    child.once('exit', (code) => finish(timedOut ? 124 : (code ?? 1)));
  });
}
