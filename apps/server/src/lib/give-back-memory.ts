import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

/**
 * Collections of garbage that V8 keeps the shape of an object for, when there is just no object of that shape: its own two
 * are over in a tenth of a second here, with no request under way, and code that knew the shape is slower for good
 * (decision record 101).
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
