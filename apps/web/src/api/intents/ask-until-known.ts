import { backoffMs } from '@/lib/backoff.ts';
import { ApiError } from '../client.ts';
import { isRefusal, mayPassLater, verdictOf } from './verdict.ts';

/** An answer that takes longer counts as none; near the end of the patience that is sooner. */
export const ATTEMPT_MS = 8_000;
const SHORTEST_ATTEMPT_MS = 1_000;
const LONGEST_WAIT_MS = 8_000;
/** How late a timer may be for its attempt still to be made. */
const LATE_MS = 1_000;
/** A device clock that is set back must not make the patience endless. */
const MAX_ATTEMPTS = 12;

export type Ending =
  | { name: 'answered'; answer: unknown }
  /** It was not carried out, and nothing will come of it. */
  | { name: 'refused'; error: ApiError }
  /** `error` is what stood in the way last. */
  | { name: 'unknown'; error: ApiError }
  /** It was ended or given up by somebody else meanwhile. */
  | { name: 'withdrawn' };

export interface Attempts {
  /** Makes one attempt. @throws ApiError */
  send(timeoutMs: number): Promise<unknown>;
  /** Whether an earlier attempt may have been carried out already. */
  inDoubt: boolean;
  /** The last attempt is begun after this many milliseconds. */
  patienceMs: number;
  /** Told when an answer leaves the outcome open. */
  onDoubt(): void;
  /** Whether the intent is still there. */
  isWanted(): boolean;
  /** In [0, 1). */
  random(): number;
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Sends one request with one key until its outcome is known or patience runs out: after growing
 * waits, never sooner than a `Retry-After` says.
 */
export async function askUntilKnown(attempts: Attempts): Promise<Ending> {
  const deadline = Date.now() + attempts.patienceMs;
  let inDoubt = attempts.inDoubt;
  for (let failures = 0; ; failures += 1) {
    const timeoutMs = Math.min(ATTEMPT_MS, Math.max(SHORTEST_ATTEMPT_MS, deadline - Date.now()));
    let error: ApiError;
    try {
      return { name: 'answered', answer: await attempts.send(timeoutMs) };
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      error = failure;
    }
    if (isRefusal(error, inDoubt)) return { name: 'refused', error };
    inDoubt = true;
    attempts.onDoubt();
    const left = deadline - Date.now();
    const isOver = left <= 0 || error.retryAfterMs > left || failures + 1 >= MAX_ATTEMPTS;
    if (isOver || (verdictOf(error) === 'turnedAway' && !mayPassLater(error))) return { name: 'unknown', error };
    const wait = Math.min(backoffMs(failures, attempts.random()), LONGEST_WAIT_MS, left);
    await pause(Math.max(wait, error.retryAfterMs));
    if (!attempts.isWanted()) return { name: 'withdrawn' };
    // A device that slept meanwhile wakes up much later than it meant to.
    if (Date.now() > deadline + LATE_MS) return { name: 'unknown', error };
  }
}
