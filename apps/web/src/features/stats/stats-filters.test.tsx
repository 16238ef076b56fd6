import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { filtersOfAddress } from './filters.ts';
import { StatsFilters } from './stats-filters.tsx';

vi.mock('@/api/market-time.ts', () => ({ useMarketTime: () => ({ dayOne: null }) }));
vi.mock('@/api/seasons.ts', () => ({ useSeasons: () => ({ data: [] }) }));

/** As the screen has them: what is chosen goes through the address. */
function Screen() {
  const [address, setAddress] = useState<Record<string, string>>({});
  return <StatsFilters filters={filtersOfAddress(address)} onChange={(filters) => setAddress({ ...filters })} />;
}

afterEach(cleanup);

it('lets a year be typed digit by digit, and no fifth one', () => {
  render(<Screen />);
  const field = screen.getByLabelText<HTMLInputElement>('С даты');
  for (const day of ['0002-02-05', '0020-02-05', '0202-02-05', '2026-02-05']) {
    fireEvent.change(field, { target: { value: day } });
    expect(field.value).toBe(day);
  }
  expect(field.max).toBe('9999-12-31');
  expect(screen.getByLabelText<HTMLInputElement>('По дату').max).toBe('9999-12-31');
});
