import { Problem } from '../lib/problem.ts';
import { BusyError, createSemaphore } from '../lib/semaphore.ts';

export interface PlaceLimits {
  atOnce: number;
  waiting: number;
}

export const busy = (): Problem => new Problem('too_many_requests', { retryAfter: 1 });

/** Runs so many tasks at once; who finds too many waiting is told to come back. @returns runs a task; throws Problem too_many_requests */
export function createPlaces({ atOnce, waiting }: PlaceLimits): <T>(task: () => Promise<T>) => Promise<T> {
  const run = createSemaphore(atOnce, waiting);
  return async (task) => {
    try {
      return await run(task);
    } catch (error) {
      throw error instanceof BusyError ? busy() : error;
    }
  };
}
