export const DAY_SECONDS = 86_400;
export const DAY_MINUTES = 1440;
/** Day 0 of every synthetic market: 2024-01-01 UTC. Part of the generator: another one gives other prices. */
export const GENESIS = 1_704_067_200;

/** Number of the day since the genesis; negative before it. @param time seconds */
export const dayOf = (time: number): number => Math.floor((time - GENESIS) / DAY_SECONDS);

/** When a day begins, seconds. */
export const startOf = (day: number): number => GENESIS + day * DAY_SECONDS;

/** "2026-11-20" */
export const dateOf = (day: number): string => new Date(startOf(day) * 1000).toISOString().slice(0, 10);

/** Number of the day with this date; null when the calendar has no such date. @param date "2026-11-20" */
export function dayOfDate(date: string): number | null {
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00Z`) : Number.NaN;
  if (Number.isNaN(time)) return null;
  const day = dayOf(time / 1000);
  return dateOf(day) === date ? day : null;
}
