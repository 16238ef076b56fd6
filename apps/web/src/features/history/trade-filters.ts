import type { Trade } from '@plecho/contract';
import { CLOSE_REASONS } from '@plecho/domain';
import type { TradeFilter } from '@/api/trades.ts';
import { dayOf, dayStart } from '@/lib/moments.ts';

/** Filters as chosen; '' stands for no filter. Dates are the person's own days, «2026-02-05». */
export interface HistoryFilters {
  symbol: string;
  type: '' | Trade['type'];
  reason: '' | Trade['reason'];
  /** Number of a season. */
  season: string;
  /** `noted`: with a note; else the number of a tag. What somebody wrote is in no address. */
  note: string;
  from: string;
  to: string;
}

export const NO_FILTERS: HistoryFilters = { symbol: '', type: '', reason: '', season: '', note: '', from: '', to: '' };

export const hasFilters = (filters: HistoryFilters): boolean => Object.values(filters).some((value) => value !== '');

const SIDES = ['long', 'short'] as const;

const oneOf = <T extends string>(values: readonly T[], text: string | undefined): '' | T =>
  values.find((value) => value === text) ?? '';
const matching = (pattern: RegExp, text: string | undefined): string =>
  text !== undefined && pattern.test(text) ? text : '';

/** The filters that an address asks for; what makes no sense in it filters nothing. */
export function filtersOfAddress(search: Readonly<Record<string, string | undefined>>): HistoryFilters {
  return {
    symbol: matching(/^[A-Z0-9]{1,30}$/, search['symbol']),
    type: oneOf(SIDES, search['type']),
    reason: oneOf(CLOSE_REASONS, search['reason']),
    season: matching(/^[1-9]\d{0,5}$/, search['season']),
    note: matching(/^(noted|[1-9]|1\d|20)$/, search['note']),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
  };
}

/** The part that the server filters by. */
export function serverFilter({ symbol, type, reason, season, note }: HistoryFilters): TradeFilter {
  return {
    ...(symbol === '' ? {} : { symbol }),
    ...(type === '' ? {} : { type }),
    ...(reason === '' ? {} : { reason }),
    ...(season === '' ? {} : { season }),
    ...(note === '' ? {} : note === 'noted' ? { noted: 'true' } : { tag: note }),
  };
}

/** Closing times to show: at or after `from`, before `to`; null for no bound. */
export function timeBounds({ from, to }: HistoryFilters): { from: number | null; to: number | null } {
  return { from: dayStart(from), to: dayStart(to, 1) };
}

/**
 * The trades of a page (newest first) within the dates.
 * @returns `done` when all later pages are older than the dates ask for
 */
export function withinDates<T extends Trade>(
  trades: readonly T[],
  filters: HistoryFilters,
): { trades: T[]; done: boolean } {
  const { from, to } = timeBounds(filters);
  const oldest = trades.at(-1);
  return {
    trades: trades.filter(({ closeTime }) => (from === null || closeTime >= from) && (to === null || closeTime < to)),
    done: from !== null && oldest !== undefined && oldest.closeTime < from,
  };
}
