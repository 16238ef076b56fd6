import type { ResultsFilter } from '@/api/results.ts';
import { dayOf, dayStart } from '@/lib/moments.ts';

/** As chosen and as the address has it; '' stands for no bound. Days are the person's own, «2026-02-05». */
export interface StatsFilters {
  /** Number of a season. */
  season: string;
  from: string;
  to: string;
}

export const NO_FILTERS: StatsFilters = { season: '', from: '', to: '' };

export const hasFilters = (filters: StatsFilters): boolean => Object.values(filters).some((value) => value !== '');

/** What makes no sense in an address filters nothing. */
export const filtersOfAddress = (search: Readonly<Record<string, string | undefined>>): StatsFilters => ({
  season: /^[1-9]\d{0,5}$/.test(search['season'] ?? '') ? (search['season'] ?? '') : '',
  from: dayOf(search['from']),
  to: dayOf(search['to']),
});

/** Start of a day as the server takes it, which knows nothing of years before 1970. */
function bound(day: string, offsetDays = 0): string | null {
  const start = dayStart(day, offsetDays);
  return start === null || start < 0 ? null : String(start);
}

/** @param zone IANA name of the one whose clock hours are told by */
export function serverFilter({ season, from, to }: StatsFilters, zone: string): ResultsFilter {
  const [start, end] = [bound(from), bound(to, 1)];
  return {
    zone,
    ...(season === '' ? {} : { season }),
    ...(start === null ? {} : { from: start }),
    ...(end === null ? {} : { to: end }),
  };
}
