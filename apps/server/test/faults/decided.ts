import { setTimeout as wait } from 'node:timers/promises';
import type { Sent, Site, Trader } from './trader.ts';

const ASK_MS = 200;
const PATIENCE_MS = 90_000;

/** «Unavailable» says that nobody knows the outcome of a command, and «too many» that nobody has looked. */
const UNKNOWN = new Set([429, 503]);

/** Whether the outcome of a command is known. */
export const isKnown = ({ answer }: Sent): boolean => answer !== null && !UNKNOWN.has(answer.status);

/**
 * Asks again and again, without waiting for answers, until the market has decided something.
 * @param entrance where the next question is asked
 * @param asking what was asked is added to it: answers may come later, and never fail
 * @returns after how many ms it had
 */
export async function untilDecided(
  asker: Trader,
  entrance: () => Site,
  asking: Promise<unknown>[] = [],
): Promise<number> {
  const begun = performance.now();
  const first = asker.sent.length;
  while (!asker.sent.slice(first).some(isKnown)) {
    if (performance.now() - begun > PATIENCE_MS) throw new Error('nothing was decided');
    asking.push(asker.open(entrance(), 'BTCUSDT', 'long', 2));
    await wait(ASK_MS);
  }
  return Math.round(performance.now() - begun);
}
