import { INTERVAL_SECONDS, type Interval } from '@plecho/domain';
import { clockOfDay, dayName, marketTime } from '@/lib/market-time.ts';
import { onDemand } from '@/lib/on-demand.ts';

/**
 * The chart library knows UTC only, so bars are shifted by the zone's offset at the newest of them and formatted as UTC:
 * each by its own would have two at one time in autumn. Daily bars are UTC days everywhere and stay where they are, and
 * so do the days of masked dates.
 *
 * @param dayOne 00:00 of «день 1» where the dates are masked
 * @param newest seconds
 * @returns seconds to add
 */
export function zoneShift(interval: Interval, dayOne: number | null, newest = 0): number {
  return interval === '1d' || dayOne !== null ? 0 : -new Date(newest * 1000).getTimezoneOffset() * 60;
}

const utc = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  onDemand(() => new Intl.DateTimeFormat('ru-RU', { ...options, timeZone: 'UTC' }));

const YEAR = utc({ year: 'numeric' });
const MONTH = utc({ month: 'short' });
const DAY = utc({ day: 'numeric', month: 'short' });
const DAY_TIME = utc({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** Kinds of axis marks in the library's order; the others are times, without seconds and with them. */
const MARK_FORMATS = [YEAR, MONTH, DAY];

/** The last kind of mark. */
const SECONDS_MARK = 4;

/** An axis mark for a shifted time. The first axis of a phone is times alone, and doesn't wait for Intl's tables. */
export function formatMark(time: number, kind: number, dayOne: number | null): string {
  const format = MARK_FORMATS[kind];
  if (format !== undefined) return dayOne === null ? format().format(time * 1000) : dayName(time, dayOne);
  const iso = new Date(time * 1000).toISOString();
  const clock = dayOne === null ? iso.slice(11, 16) : clockOfDay(time, dayOne);
  return kind === SECONDS_MARK ? clock + iso.slice(16, 19) : clock;
}

/** The crosshair's label for a shifted time. */
export function formatCrosshairTime(time: number, interval: Interval, dayOne: number | null): string {
  if (dayOne !== null) return interval === '1d' ? dayName(time, dayOne) : marketTime(dayOne).short(time);
  return (interval === '1d' ? DAY : DAY_TIME)().format(time * 1000);
}

/** Opening time of the bar that contains `time`, both in seconds. */
export function barTime(time: number, interval: Interval): number {
  const step = INTERVAL_SECONDS[interval];
  return Math.floor(time / step) * step;
}
