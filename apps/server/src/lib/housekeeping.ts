import type { Clock } from './clock.ts';

const PAUSE_MS = 600_000;

/**
 * Does the chores again and again, one round after another.
 * @param chores one round; `isOver` says whether it should come to an end
 * @param onError told of a round that failed; the next one begins all the same
 * @returns stops it: begins no other round and waits for the one under way
 */
export function keepHouse(
  clock: Clock,
  chores: (isOver: () => boolean) => Promise<unknown>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let working: Promise<unknown> | null = null;
  let isOver = false;
  const stop = clock.every(PAUSE_MS, () => {
    working ??= chores(() => isOver)
      .catch(onError)
      .finally(() => (working = null));
  });
  return async () => {
    stop();
    isOver = true;
    await working;
  };
}
