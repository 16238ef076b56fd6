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

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A date of an address as it stands there, also while its year is being typed: «0002-02-05»; '' for anything else. */
export const dayOf = (text = ''): string => (DATE.test(text) ? text : '');

/** Start of a person's own day in seconds since the epoch; null for no date. */
export function dayStart(day: string, offsetDays = 0): number | null {
  const match = DATE.exec(day);
  if (match === null) return null;
  const [, year, month, date] = match;
  return new Date(Number(year), Number(month) - 1, Number(date) + offsetDays).getTime() / 1000;
}
