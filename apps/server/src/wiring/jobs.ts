import type { Clock } from '../lib/clock.ts';
import type { Target } from '../storage/connection.ts';
import { allOf, type Jobs } from '../lib/jobs.ts';
import type { Logger } from '../lib/logger.ts';
import { SessionLock } from '../storage/cluster/session-lock.ts';

const ASK_MS = 1_000;
const SILENT_MS = 10_000;

export interface JobsLockOptions {
  target: Target;
  clock: Clock;
  /** Started in this order, stopped in the opposite one. */
  jobs: readonly Jobs[];
  /** A process that says nothing for so long is not doing the jobs any more; 10 s unless given. */
  silentMs?: number;
  onError(error: unknown): void;
}

/**
 * Of the processes that may do the jobs one does them, and another one does when it has gone. A process that has lost
 * its lock may be at work for a moment beside the next one: whatever moves money is done once by its key all the same.
 */
export class JobsLock {
  readonly #options: JobsLockOptions;
  readonly #lock: SessionLock;
  /** Those that were started. */
  readonly #started: Jobs[] = [];
  #turn: Promise<void> = Promise.resolve();
  #asking: Promise<void> | null = null;
  #cancel: () => void = () => undefined;

  constructor(options: JobsLockOptions) {
    this.#options = options;
    const { target, silentMs = SILENT_MS } = options;
    this.#lock = new SessionLock({
      ...{ target, name: 'jobs', silentMs },
      onLost: () => this.#inTurn(() => this.#fit()),
    });
  }

  /** Whether this process does the jobs. */
  get isHeld(): boolean {
    return this.#lock.isHeld;
  }

  /** Does the jobs as soon as nobody else does. Resolves when it is known whether that is now. Never rejects. */
  async start(): Promise<void> {
    this.#cancel = this.#options.clock.every(ASK_MS, () => void this.#ask());
    await this.#ask();
    await this.#turn;
  }

  /** Ends the jobs and then lets others do them. Never rejects. */
  async stop(): Promise<void> {
    this.#cancel();
    await this.#asking;
    this.#inTurn(() => this.#stopJobs());
    await this.#turn;
    await this.#lock.release();
  }

  /** The lock is kept also while jobs take their time to start or to stop. */
  #ask(): Promise<void> {
    this.#asking ??= this.#lock
      .keep()
      .catch(this.#options.onError)
      .then(() => this.#inTurn(() => this.#fit()))
      .finally(() => (this.#asking = null));
    return this.#asking;
  }

  #inTurn(work: () => Promise<void>): void {
    this.#turn = this.#turn.then(work).catch(this.#options.onError);
  }

  /** Starts the jobs with the lock and stops them without. One that fails is started again. */
  async #fit(): Promise<void> {
    if (!this.#lock.isHeld) return this.#stopJobs();
    for (const job of this.#options.jobs.slice(this.#started.length)) {
      job.start();
      this.#started.push(job);
    }
  }

  async #stopJobs(): Promise<void> {
    for (let job = this.#started.pop(); job !== undefined; job = this.#started.pop()) await job.stop();
  }
}

export interface WorkOptions extends Omit<JobsLockOptions, 'onError' | 'silentMs'> {
  log: Logger;
  /** Whether there is no other process that could do them. */
  isAlone: boolean;
}

/** What works by itself: at once in a process that is alone, else in one process at a time. @returns stops it */
export async function startJobs({ target, clock, log, jobs, isAlone }: WorkOptions): Promise<() => Promise<void>> {
  if (isAlone) {
    const all = allOf(jobs);
    all.start();
    return () => all.stop();
  }
  const onError = (error: unknown): void => log.warn({ err: error }, 'it is not known who does the jobs');
  const lock = new JobsLock({ target, clock, jobs, onError });
  await lock.start();
  return () => lock.stop();
}
