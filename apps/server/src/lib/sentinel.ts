import type { LedgerState } from '@plecho/domain';
import type { Clock } from './clock.ts';

/** The check takes about this share of the time: the pause after a run grows with its length. */
const BUSY_SHARE = 1 / 10;
/** A process that was paused in the middle of a run must not put the next one off for hours. */
const LONGEST_PAUSE_MS = 30_000;

/** Something that is wrong. */
export interface Finding {
  /** What it is wrong with: a market's id. */
  subject: string;
  /** One line. */
  text: string;
}

/** What is known of the checks. */
export interface SentinelView {
  /** `unchecked` until the first run has ended. */
  readonly state: LedgerState;
  /** Wall clock of the end of the last run, ms; null before it. */
  readonly checkedAt: number | null;
  /** What was found wrong; empty while nothing was. */
  readonly violations: readonly Finding[];
}

export interface Sentinel extends SentinelView {
  /** What was found wrong has been put right: forgets it, and what a run under way finds. */
  reset(): void;
  /** Begins no other run and waits for the one under way. */
  stop(): Promise<void>;
}

export interface SentinelOptions {
  clock: Clock;
  /** Shortest pause between two runs, ms; also before the first. */
  pauseMs: number;
  /** @returns what is wrong. A run that rejects says nothing either way. */
  check(): Promise<Finding[]>;
  /** Told of everything that is wrong with a subject when it is found for the first time. */
  onViolation(violations: Finding[]): void;
  /** Told after every run that has said something. */
  onChecked?(): void;
  onError(error: unknown): void;
}

/** Repeats a check for as long as the server runs. What was once found wrong stays wrong until {@link Sentinel.reset}. */
export function startSentinel({ clock, pauseMs, check, onViolation, onChecked, onError }: SentinelOptions): Sentinel {
  let checked = false;
  let checkedAt: number | null = null;
  let found: Finding[] = [];
  /** Grows with every reset: what a run finds that began before it is of no use. */
  let epoch = 0;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const run = async (): Promise<void> => {
    const begun = clock.monotonic();
    const inEpoch = epoch;
    try {
      const violations = await check();
      if (inEpoch === epoch) take(violations);
    } catch (error) {
      onError(error);
    }
    const rest = Math.min((clock.monotonic() - begun) / BUSY_SHARE, LONGEST_PAUSE_MS);
    if (!stopped) cancel = plan(Math.max(pauseMs, rest));
  };
  const take = (violations: Finding[]): void => {
    const known = new Set(found.map(({ subject }) => subject));
    const fresh = violations.filter(({ subject }) => !known.has(subject));
    found = [...found, ...fresh];
    checked = true;
    checkedAt = clock.now();
    if (fresh.length > 0) onViolation(fresh);
    onChecked?.();
  };
  const plan = (ms: number): (() => void) =>
    clock.after(ms, () => {
      running = run();
    });
  let cancel = plan(pauseMs);
  return {
    get state() {
      if (found.length > 0) return 'violated';
      return checked ? 'ok' : 'unchecked';
    },
    get checkedAt() {
      return checkedAt;
    },
    get violations() {
      return found;
    },
    reset() {
      epoch += 1;
      found = [];
      checked = false;
    },
    stop() {
      stopped = true;
      cancel();
      return running;
    },
  };
}
