/** Too many are waiting already; the caller should say so instead of making its own caller wait. */
export class BusyError extends Error {}

/**
 * Lets at most `slots` tasks run at once and at most `queue` wait for a slot, first come, first served.
 * @returns a function that runs a task; it throws BusyError when the queue is full.
 */
export function createSemaphore(slots: number, queue: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running < slots) running += 1;
    else if (waiting.length >= queue) throw new BusyError();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
