import { spawn } from 'node:child_process';

/** What the server ends with when starting it again would change nothing (EX_CONFIG of sysexits.h). */
const EXIT_CONFIG = 78;
const LONGEST_WAIT_MS = 30_000;
/** After a run this long the next crash is a first one. */
const STEADY_MS = 10 * 60_000;
const CRASHES = 3;
const CRASHES_WITHIN_MS = 60_000;
/** npm hands on the signal that a terminal or `timeout` has sent to everybody: what comes within this time is one request. */
const SAME_REQUEST_MS = 1_000;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @typedef {{ code: number | null, signal: string | null }} End */
/** @typedef {{ command: string, args: string[], cwd?: string, env?: NodeJS.ProcessEnv }} Program */

/**
 * In a group of its own: a signal for everybody must reach the server once, from here. The second one would end it
 * before it has stopped its database. By the channel it sees when this process is gone.
 * @param {Program} program
 */
const startOf = ({ command, args, cwd, env }) =>
  spawn(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true });

/** @returns {Promise<End>} rejects when the program can't be started at all */
function endOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

/** @param {End} end */
const isOrderly = ({ code, signal }) => code === 0 || code === EXIT_CONFIG || STOP_SIGNALS.includes(signal ?? '');
/** @param {End} end of a server that was to stop */
const codeOf = ({ code, signal }) => code ?? (STOP_SIGNALS.includes(signal ?? '') ? 0 : 1);

/** Hands signals on to what runs at the moment, and remembers that there was one. */
class StopRequests {
  wanted = false;
  /** @type {{ kill(signal: string): unknown } | undefined} */
  child;
  #askedAt = -Infinity;
  #wake = () => {};
  #listeners = STOP_SIGNALS.map((signal) => [signal, () => this.#take(signal)]);

  constructor() {
    for (const [signal, listener] of this.#listeners) process.on(signal, listener);
  }

  #take(signal) {
    this.wanted = true;
    const now = performance.now();
    if (now - this.#askedAt > SAME_REQUEST_MS) this.child?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    this.#askedAt = now;
    this.#wake();
  }

  /** Resolves after `ms`, or as soon as somebody asks to stop. */
  pause(ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.wanted) this.#wake();
    });
  }

  end() {
    for (const [signal, listener] of this.#listeners) process.off(signal, listener);
  }
}

/**
 * Runs a server and starts it again when it crashes, after waits that grow. A stop is a stop, a setting that
 * can't be used stays one, and a server that crashes again and again is left alone.
 *
 * @param {Program} server
 * @param {{ say: (line: string) => void, firstWaitMs?: number }} options
 * @returns {Promise<number>} exit code for this process
 * @throws Error when the program can't be started at all
 */
export async function supervise(server, { say, firstWaitMs = 1_000 }) {
  const stop = new StopRequests();
  let crashes = [];
  let wait = firstWaitMs;
  try {
    for (;;) {
      const startedAt = performance.now();
      stop.child = startOf(server);
      const end = await endOf(stop.child);
      if (stop.wanted || isOrderly(end)) return codeOf(end);
      const now = performance.now();
      crashes = [...crashes.filter((at) => now - at < CRASHES_WITHIN_MS), now];
      if (crashes.length >= CRASHES) {
        say(`Сервер упал ${CRASHES} раза за минуту и больше не запускается. Причина выше.`);
        return 1;
      }
      if (now - startedAt >= STEADY_MS) wait = firstWaitMs;
      say(`Сервер упал (${end.signal ?? `код ${end.code}`}). Запускаю снова через ${Math.ceil(wait / 1000)} с…`);
      stop.child = undefined;
      await stop.pause(wait);
      if (stop.wanted) return 0;
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  } finally {
    stop.end();
  }
}
