/** Resolves in a task of its own: a touch or a frame may come before what follows. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Longest wait for a pause in what a page has to do. */
const IDLE_MS = 2_000;

/** Resolves when the browser has nothing else to do, or has had too much for too long. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Not in every Safari.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: IDLE_MS });
    else setTimeout(resolve);
  });
