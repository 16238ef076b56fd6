import type { Clock } from './clock.ts';

const MINUTE_MS = 60_000;

/**
 * For what may happen often: it is said at once, and then at most once a minute.
 * @param say told how often it has happened since it was said last
 * @returns to be called whenever it happens
 */
export function onceAMinute(clock: Pick<Clock, 'monotonic'>, say: (times: number) => void): () => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  let times = 0;
  return () => {
    times += 1;
    const now = clock.monotonic();
    if (now - saidAt < MINUTE_MS) return;
    say(times);
    saidAt = now;
    times = 0;
  };
}
