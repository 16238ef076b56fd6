import type { ResultsFilter } from '@/api/results.ts';

/** As chosen and as the address has it; '' stands for no bound. Days are the person's own, «2026-02-05». */
export interface StatsFilters {
  /** Number of a season. */
  season: string;
  from: string;
  to: string;
}

export const NO_FILTERS: StatsFilters = { season: '', from: '', to: '' };

export const hasFilters = (filters: StatsFilters): boolean => Object.values(filters).some((value) => value !== '');

/** Start of a person's day in seconds; null for no or no valid date. */
function dayStart(day: string, offsetDays = 0): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (match === null) return null;
  const [, year, month, date] = match;
  const time = new Date(Number(year), Number(month) - 1, Number(date) + offsetDays).getTime();
  return Number.isNaN(time) || time < 0 ? null : time / 1000;
}

const dayOf = (text: string | undefined): string => (dayStart(text ?? '') === null ? '' : (text ?? ''));

/** What makes no sense in an address filters nothing. */
export const filtersOfAddress = (search: Readonly<Record<string, string | undefined>>): StatsFilters => ({
  season: /^[1-9]\d{0,5}$/.test(search['season'] ?? '') ? (search['season'] ?? '') : '',
  from: dayOf(search['from']),
  to: dayOf(search['to']),
});

/** @param offset minutes of the clock that hours are told by from UTC */
export function serverFilter({ season, from, to }: StatsFilters, offset: number): ResultsFilter {
  const [start, end] = [dayStart(from), dayStart(to, 1)];
  return {
    offset: String(offset),
    ...(season === '' ? {} : { season }),
    ...(start === null ? {} : { from: String(start) }),
    ...(end === null ? {} : { to: String(end) }),
  };
}
