import { executionAsyncResource } from 'node:async_hooks';
import { Session } from 'node:inspector/promises';

/** What is never let go, for its shape: see {@link keepTick}. */
const kept: object[] = [];

/**
 * Keeps one of the small objects that `process.nextTick` makes. It writes them with computed names, and where a collection finds
 * none, so that V8 forgets their shape, every later one costs ten times as much (decision record 101).
 */
const keepTick = (): Promise<void> =>
  new Promise((resolve) =>
    process.nextTick(() => {
      kept.push(executionAsyncResource());
      resolve();
    }),
  );

/**
 * Collects all garbage at once and gives the pages to the system; it stands still for about a tenth of a second.
 *
 * Why: a start makes a day of every pair and fills the young generation. What that took stays with the process for
 * as long as nobody asks for anything, because a heap that does not grow is not collected.
 */
export async function giveBackMemory(): Promise<void> {
  await keepTick();
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
