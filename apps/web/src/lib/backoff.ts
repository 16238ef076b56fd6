const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/**
 * Milliseconds to wait before the next attempt: doubling, at most 15 s, between half and all of it
 * so that a thousand pages don't come back in the same moment.
 *
 * @param failures attempts that have failed in a row, from 0
 * @param random in [0, 1)
 */
export function backoffMs(failures: number, random: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return Math.round(longest * (0.5 + random / 2));
}
