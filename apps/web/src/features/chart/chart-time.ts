import { INTERVAL_SECONDS, type Interval } from '@plecho/domain';
import { once } from '@/lib/once.ts';

/**
 * The chart library knows UTC only, so bars are shifted by the zone's present offset and formatted
 * as UTC. Daily bars are UTC days everywhere and stay where they are.
 *
 * @returns seconds to add
 */
export function zoneShift(interval: Interval, now = new Date()): number {
  return interval === '1d' ? 0 : -now.getTimezoneOffset() * 60;
}

const utc = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  once(() => new Intl.DateTimeFormat('ru-RU', { ...options, timeZone: 'UTC' }));

const YEAR = utc({ year: 'numeric' });
const MONTH = utc({ month: 'short' });
const DAY = utc({ day: 'numeric', month: 'short' });
const DAY_TIME = utc({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** Kinds of axis marks in the library's order; the others are times. */
const MARK_FORMATS = [YEAR, MONTH, DAY];

/** An axis mark for a shifted time. The first axis of a phone is times alone, and doesn't wait for Intl's tables. */
export function formatMark(time: number, kind: number): string {
  const format = MARK_FORMATS[kind];
  return format === undefined ? new Date(time * 1000).toISOString().slice(11, 16) : format().format(time * 1000);
}

/** The crosshair's label for a shifted time. */
export function formatCrosshairTime(time: number, interval: Interval): string {
  return (interval === '1d' ? DAY : DAY_TIME)().format(time * 1000);
}

/** Opening time of the bar that contains `time`, both in seconds. */
export function barTime(time: number, interval: Interval): number {
  const step = INTERVAL_SECONDS[interval];
  return Math.floor(time / step) * step;
}
