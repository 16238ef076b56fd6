import type { Clock } from './clock.ts';
import type { Jobs } from './jobs.ts';

const PAUSE_MS = 600_000;

/**
 * Does the chores again and again, one round after another.
 * @param chores one round; `isOver` says whether it should come to an end
 * @param onError told of a round that failed; the next one begins all the same
 * @param pauseMs from one round to the next; ten minutes unless given
 */
export function keepHouse(
  clock: Clock,
  chores: (isOver: () => boolean) => Promise<unknown>,
  onError: (error: unknown) => void,
  pauseMs = PAUSE_MS,
): Jobs {
  let working: Promise<unknown> | null = null;
  let isOver = true;
  let cancel = (): void => undefined;
  return {
    start() {
      isOver = false;
      cancel = clock.every(pauseMs, () => {
        working ??= chores(() => isOver)
          .catch(onError)
          .finally(() => (working = null));
      });
    },
    async stop() {
      cancel();
      isOver = true;
      await working;
    },
  };
}
