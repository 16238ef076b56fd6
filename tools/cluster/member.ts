import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

/** What a server ends with when starting it again would change nothing (EX_CONFIG of sysexits.h). */
const EXIT_CONFIG = 78;
const LONGEST_WAIT_MS = 30_000;
/** After a run this long the next crash is a first one. */
const STEADY_MS = 60_000;
/** Before it was ready for the first time. */
const FAILED_STARTS = 3;
/** A server of ours is gone within 10 s of being asked (rule S10). */
const GRACE_MS = 10_500;
const ASK_EVERY_MS = 100;

/** A process of the cluster. */
export interface MemberPlan {
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** File to which what it says is added; shown without one. */
  log?: string;
  /** Whether it does its work by now. */
  isReady(): Promise<boolean>;
}

export interface MemberOptions {
  /** A line for the person at the terminal. */
  say(line: string): void;
  firstWaitMs?: number;
  /** Between asking one to stop and ending it. */
  graceMs?: number;
}

/** A member that can't be started, or not again; the message is one line. */
export class MemberError extends Error {}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

/** A process that is started again whenever it dies, until it is told to stop. */
export class Member {
  readonly name: string;
  /** Rejects when it is beyond help. */
  readonly lost: Promise<never>;
  readonly #plan: MemberPlan;
  readonly #options: MemberOptions;
  readonly #stopping = new AbortController();
  #child: ChildProcess | null = null;
  #wasReady = false;
  #running: Promise<void> | null = null;

  constructor(plan: MemberPlan, options: MemberOptions) {
    this.name = plan.name;
    this.#plan = plan;
    this.#options = options;
    const { promise, reject } = Promise.withResolvers<never>();
    this.lost = promise;
    this.lost.catch(() => undefined);
    this.#reject = reject;
  }

  readonly #reject: (error: Error) => void;

  /** undefined while it does not run. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts it. @returns when it is ready; rejects when it can't be started */
  async start(): Promise<void> {
    this.#running = this.#keepRunning().catch((error: unknown) => {
      this.#reject(error instanceof Error ? error : new MemberError(String(error)));
    });
    await Promise.race([this.lost, this.#untilReady()]);
    this.#wasReady = true;
  }

  /** It is not started again when it ends. */
  retire(): void {
    this.#stopping.abort();
  }

  /** Stops it and waits for its end. Never rejects. */
  async stop(): Promise<void> {
    this.retire();
    const child = this.#child;
    if (child !== null && isRunning(child)) {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), this.#options.graceMs ?? GRACE_MS);
      await once(child, 'exit');
      clearTimeout(timer);
    }
    await this.#running;
  }

  async #untilReady(): Promise<void> {
    while (!this.#stopping.signal.aborted && !(await this.#plan.isReady())) await wait(ASK_EVERY_MS);
  }

  async #keepRunning(): Promise<void> {
    const { say, firstWaitMs = 1_000 } = this.#options;
    let pause = firstWaitMs;
    for (let failures = 0; !this.#stopping.signal.aborted;) {
      const startedAt = performance.now();
      const end = await this.#run();
      if (this.#stopping.signal.aborted) return;
      failures = this.#wasReady ? 0 : failures + 1;
      if (end === `код ${EXIT_CONFIG}` || failures === FAILED_STARTS) {
        const reason = this.#plan.log === undefined ? 'Причина выше' : `Причина в ${this.#plan.log}`;
        throw new MemberError(`${this.name} не запускается (${end}). ${reason}.`);
      }
      if (performance.now() - startedAt >= STEADY_MS) pause = firstWaitMs;
      say(`${this.name} упал (${end}). Запускаю снова через ${Math.ceil(pause / 1000)} с…`);
      await wait(pause, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      pause = Math.min(pause * 2, LONGEST_WAIT_MS);
    }
  }

  /** @returns how it ended */
  async #run(): Promise<string> {
    const child = this.#spawn();
    this.#child = child;
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return signal ?? `код ${code}`;
  }

  #spawn(): ChildProcess {
    const { command, args, env, log, name } = this.#plan;
    if (log !== undefined) {
      const file = openSync(log, 'a');
      const child = spawn(command, args, { env, stdio: ['ignore', file, file] });
      closeSync(file);
      return child;
    }
    const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    createInterface({ input: child.stderr }).on('line', (line) => this.#options.say(`${name} │ ${line}`));
    return child;
  }
}
