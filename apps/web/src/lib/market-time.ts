import { formatDateTime, formatShortDateTime } from './format.ts';

/** How the times of a market are written, from seconds by its clock. */
export interface MarketTime {
  /** 00:00 of «день 1» by the market's clock, where a personal replay hides its dates; else null. */
  dayOne: number | null;
  /** «05.02, 12:30» or «день 1, 12:30» */
  short: (seconds: number) => string;
  /** «05.02.2026, 12:30:05» or «день 1, 12:30:05» */
  full: (seconds: number) => string;
}

const DAY = 86_400;

/** Number of the day that holds `seconds`; the days before «день 1» are 0, −1 and so on. */
export const dayNumber = (seconds: number, dayOne: number): number => Math.floor((seconds - dayOne) / DAY) + 1;

const two = (value: number): string => String(value).padStart(2, '0');

/** «09:30» of a day that begins at `dayOne`, in nobody's time zone. */
export function clockOfDay(seconds: number, dayOne: number): string {
  const rest = (((seconds - dayOne) % DAY) + DAY) % DAY;
  return `${two(Math.floor(rest / 3600))}:${two(Math.floor((rest % 3600) / 60))}`;
}

/** «день 3» */
export const dayName = (seconds: number, dayOne: number): string =>
  `день ${String(dayNumber(seconds, dayOne)).replace('-', '−')}`;

const CALENDAR: MarketTime = { dayOne: null, short: formatShortDateTime, full: formatDateTime };

/** By the calendar, or counted from `dayOne`. */
export function marketTime(dayOne: number | null): MarketTime {
  if (dayOne === null) return CALENDAR;
  const short = (seconds: number): string => `${dayName(seconds, dayOne)}, ${clockOfDay(seconds, dayOne)}`;
  return { dayOne, short, full: (seconds) => `${short(seconds)}:${two(Math.floor(seconds) % 60)}` };
}
