const DAY = 86_400;
const MINUTE = 60;
const HOUR = 3600;

/** Steps of a slider over `length` seconds: fine ones where they can be hit. */
export const sliderStep = (length: number): number => (length > 2 * DAY ? HOUR : MINUTE);

/** Days of a recording before the start that are on the chart already. */
const DAYS_BEFORE = 3;

/** Where a replay begins unless somebody chooses: some days into the recording, but in its first quarter. */
export function firstStart({ from, to }: { from: number; to: number }): number {
  const into = Math.min(DAYS_BEFORE * DAY, (to - from) / 4);
  return from + Math.floor(into / MINUTE) * MINUTE;
}

/** The next whole minute after `ms`, seconds. */
export const minuteAfter = (ms: number): number => (Math.floor(ms / 1000 / MINUTE) + 1) * MINUTE;
