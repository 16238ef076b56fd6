import { describe, expect, it } from 'vitest';
import { filtersOfAddress, NO_FILTERS, serverFilter } from './filters.ts';

describe('filters of results', () => {
  it('drop what makes no sense in an address', () => {
    expect(filtersOfAddress({ season: '0', from: '2026-13-45x', to: 'yesterday' })).toEqual(NO_FILTERS);
    expect(filtersOfAddress({ season: '3', from: '2026-02-05' })).toEqual({ season: '3', from: '2026-02-05', to: '' });
  });

  it('ask the server for no day before 1970, which is one whose year is still being typed', () => {
    const typed = filtersOfAddress({ from: '0202-02-05', to: '0020-02-05' });
    expect(typed).toEqual({ season: '', from: '0202-02-05', to: '0020-02-05' });
    expect(serverFilter(typed, 'UTC')).toEqual({ zone: 'UTC' });
  });

  it('take a whole day up to its end, by the clock of the person', () => {
    const day = new Date(2026, 1, 5).getTime() / 1000;
    const next = new Date(2026, 1, 6).getTime() / 1000;
    expect(serverFilter({ season: '2', from: '2026-02-05', to: '2026-02-05' }, 'Europe/Berlin')).toEqual({
      ...{ season: '2', from: String(day), to: String(next), zone: 'Europe/Berlin' },
    });
    expect(serverFilter(NO_FILTERS, 'UTC')).toEqual({ zone: 'UTC' });
  });
});
