import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

/**
 * Collections of garbage for which V8 keeps a shape that just no object has. Its own two are over within one call here, with
 * no request under way, and code that knew the shapes of a request stays slower (decision record 101).
 */
const SHAPES_OUTLIVE = 100;

/**
 * Collects all garbage at once and gives the pages to the system; it stands still for about a tenth of a second.
 *
 * Why: a start makes a day of every pair and fills the young generation. What that took stays with the process for
 * as long as nobody asks for anything, because a heap that does not grow is not collected.
 */
export async function giveBackMemory(): Promise<void> {
  setFlagsFromString(`--retain-maps-for-n-gc=${SHAPES_OUTLIVE}`);
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
