import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { keepUnits } from '@/lib/format.ts';
import { MarketLabel } from './market-label.tsx';

afterEach(cleanup);

const replay = { label: 'Повтор: LINKUSDT, 5 февраля 2026', parameters: { provenance: 'unverified' } };
const WORDS = 'Запись не сверена с биржей';

it('C2 a recording that nobody compared with the exchange says so beside its name', () => {
  render(<MarketLabel market={replay} />);
  expect(screen.getByText(replay.label)).toBeTruthy();
  expect(screen.getByText(WORDS)).toBeTruthy();
});

it('C2 where there is no room it says so in the tooltip', () => {
  render(<MarketLabel market={replay} brief />);
  expect(screen.queryByText(WORDS)).toBeNull();
  expect(screen.getByTitle(WORDS).textContent).toBe(keepUnits(replay.label));
});

it('C2 a market that plays no recording says nothing of one', () => {
  render(<MarketLabel market={{ label: 'Синтетический рынок', parameters: { version: 1 } }} />);
  expect(screen.queryByText(/Запись/)).toBeNull();
});
