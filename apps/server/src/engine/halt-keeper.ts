import type { Halt, Journal } from '../commands/batch.ts';
import type { Clock } from '../lib/clock.ts';

/** Waits between attempts: the first, doubled each time, up to the longest. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

export interface HaltKeeperOptions {
  journal: Journal;
  clock: Pick<Clock, 'after'>;
  onFailure(message: string, error: unknown): void;
}

/** Makes a halt last, so that a restart or another process does not trade on: the storage may be what has failed. */
export class HaltKeeper {
  readonly #options: HaltKeeperOptions;
  /** What is tried again; null when nothing is to be kept. */
  #wanted: symbol | null = null;

  constructor(options: HaltKeeperOptions) {
    this.#options = options;
  }

  /**
   * Tries at once, and again until it is written, {@link stop} is called, or the market is somebody else's. Never rejects.
   * @param since market time, ms
   */
  async keep(halt: Halt, since: number): Promise<void> {
    const { journal, clock, onFailure } = this.#options;
    const wanted = Symbol();
    this.#wanted = wanted;
    for (let wait = FIRST_WAIT_MS; this.#wanted === wanted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        if (!(await journal.keepHalt(halt, since)))
          onFailure('another process has the market that is halted here', halt.reason);
        return;
      } catch (error) {
        onFailure('that the market is halted could not be written yet', error);
      }
      await new Promise<void>((resolve) => clock.after(wait, resolve));
    }
  }

  /** Nothing is tried again; what is under way may still be written. */
  stop(): void {
    this.#wanted = null;
  }
}
