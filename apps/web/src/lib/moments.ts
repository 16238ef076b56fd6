const DAY = 86_400;
const MINUTE = 60;
const HOUR = 3600;

const two = (value: number): string => String(value).padStart(2, '0');
/** As a native field has years: one that is being typed begins as «0002». */
const four = (value: number): string => String(value).padStart(4, '0');

/** «2026-02-05T12:30» of a native field, by the person's clock. */
export function toLocalField(seconds: number): string {
  const at = new Date(seconds * 1000);
  const day = `${four(at.getFullYear())}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
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
