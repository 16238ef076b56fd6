import type { Clock } from './clock.ts';

/** The check takes at most this share of the time: the pause after a run grows with its length. */
const BUSY_SHARE = 1 / 10;

export interface Sentinel {
  /** `unchecked` until the first run has ended. */
  readonly state: 'ok' | 'violated' | 'unchecked';
  /** Wall clock of the end of the last run, ms; null before it. */
  readonly checkedAt: number | null;
  /** What was found wrong, one line each; empty while nothing was. */
  readonly violations: readonly string[];
  /** Begins no other run and waits for the one under way. */
  stop(): Promise<void>;
}

export interface SentinelOptions {
  clock: Clock;
  /** Shortest pause between two runs, ms; also before the first. */
  pauseMs: number;
  /** @returns what is wrong, one line each. A run that rejects says nothing either way. */
  check(): Promise<string[]>;
  onViolation(violations: string[]): void;
  onError(error: unknown): void;
}

/** Repeats a check for as long as the server runs. What was once found wrong stays wrong. */
export function startSentinel({ clock, pauseMs, check, onViolation, onError }: SentinelOptions): Sentinel {
  let state: Sentinel['state'] = 'unchecked';
  let checkedAt: number | null = null;
  let found: readonly string[] = [];
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const run = async (): Promise<void> => {
    const begun = clock.now();
    try {
      const violations = await check();
      if (violations.length > 0 && state !== 'violated') {
        found = violations;
        onViolation(violations);
      }
      if (state !== 'violated') state = violations.length > 0 ? 'violated' : 'ok';
      checkedAt = clock.now();
    } catch (error) {
      onError(error);
    }
    if (!stopped) cancel = plan(Math.max(pauseMs, (clock.now() - begun) / BUSY_SHARE));
  };
  const plan = (ms: number): (() => void) =>
    clock.after(ms, () => {
      running = run();
    });
  let cancel = plan(pauseMs);
  return {
    get state() {
      return state;
    },
    get checkedAt() {
      return checkedAt;
    },
    get violations() {
      return found;
    },
    stop() {
      stopped = true;
      cancel();
      return running;
    },
  };
}
