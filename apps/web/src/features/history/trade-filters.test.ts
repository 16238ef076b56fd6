import { describe, expect, it } from 'vitest';
import type { Trade } from '@plecho/contract';
import { parseSearch } from '@/app/search.ts';
import { paths } from '@/app/paths.ts';
import { filtersOfAddress, hasFilters, NO_FILTERS, serverFilter, withinDates } from './trade-filters.ts';

const closedAt = (date: Date): Trade => ({ closeTime: date.getTime() / 1000 }) as Trade;
const days = [
  new Date(2026, 1, 7, 9),
  new Date(2026, 1, 6, 23, 59, 59),
  new Date(2026, 1, 5, 0, 0, 0),
  new Date(2026, 1, 4, 12),
];
const trades = days.map(closedAt);

describe('withinDates', () => {
  it('takes whole days of the person’s own time, both ends included', () => {
    const { trades: shown } = withinDates(trades, { ...NO_FILTERS, from: '2026-02-05', to: '2026-02-06' });
    expect(shown).toEqual([trades[1], trades[2]]);
  });

  it('says when older pages can’t match any more', () => {
    expect(withinDates(trades, { ...NO_FILTERS, from: '2026-02-05' }).done).toBe(true);
    expect(withinDates(trades, { ...NO_FILTERS, from: '2026-02-04' }).done).toBe(false);
    expect(withinDates(trades, NO_FILTERS)).toEqual({ trades, done: false });
  });
});

describe('filtersOfAddress', () => {
  const read = (href: string) => filtersOfAddress(parseSearch(new URL(href, 'http://localhost').search));

  it('reads back what the address of the history holds, beside the market', () => {
    const filters = {
      symbol: '1000PEPEUSDT',
      type: 'short',
      reason: 'liquidation',
      season: '2',
      note: '20',
      from: '2026-02-05',
      to: '2026-02-06',
    } as const;
    expect(read(paths.history('crash', filters))).toEqual(filters);
    expect(paths.history(undefined, NO_FILTERS)).toBe('/history');
    expect(read(paths.history('crash'))).toEqual(NO_FILTERS);
    expect(read('/history?note=noted').note).toBe('noted');
    expect(read('/history?note=21').note).toBe('');
    expect(serverFilter({ ...NO_FILTERS, note: '3' })).toEqual({ tag: '3' });
    expect(serverFilter({ ...NO_FILTERS, note: 'noted' })).toEqual({ noted: 'true' });
  });

  it('takes nothing from an address that makes no sense', () => {
    const search = '?symbol=%3Cb%3E&type=up&reason=toString&season=0&from=2026-2-5&to=yesterday';
    expect(read(`/history${search}`)).toEqual(NO_FILTERS);
  });
});

describe('serverFilter', () => {
  it('asks for the trades of one season', () => {
    expect(serverFilter({ ...NO_FILTERS, season: '2' })).toEqual({ season: '2' });
    expect(hasFilters({ ...NO_FILTERS, season: '2' })).toBe(true);
  });

  it('leaves out what is not chosen', () => {
    expect(serverFilter(NO_FILTERS)).toEqual({});
    expect(serverFilter({ ...NO_FILTERS, symbol: 'BTCUSDT', type: 'short', from: '2026-01-01' })).toEqual({
      symbol: 'BTCUSDT',
      type: 'short',
    });
    expect(hasFilters({ ...NO_FILTERS, to: '2026-01-01' })).toBe(true);
    expect(hasFilters(NO_FILTERS)).toBe(false);
  });
});
