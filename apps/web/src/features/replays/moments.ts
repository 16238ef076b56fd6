const DAY = 86_400;
const MINUTE = 60;
const HOUR = 3600;

const two = (value: number): string => String(value).padStart(2, '0');

/** «2026-02-05T12:30» of a native field, by the person's clock. */
export function toLocalField(seconds: number): string {
  const at = new Date(seconds * 1000);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Seconds, a whole minute; null for anything that is no time. */
export function fromLocalField(text: string): number | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000 / MINUTE) * MINUTE;
}

/** Seconds of «день `day`» at `clock` («09:30»); null for anything that is no time. */
export function fromDayFields(day: string, clock: string, dayOne: number): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(clock) ?? [];
  if (!/^-?\d{1,4}$/.test(day) || hours === undefined || minutes === undefined) return null;
  return dayOne + (Number(day) - 1) * DAY + Number(hours) * HOUR + Number(minutes) * MINUTE;
}

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
