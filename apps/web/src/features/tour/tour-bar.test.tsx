import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TourBar } from './tour-bar.tsx';

vi.mock('@/api/queries.ts', () => ({
  useSession: () => ({ status: 'signedIn', user: { id: '7' } }),
  useMarket: () => ({ id: 'main' }),
  useMarketParam: () => undefined,
}));
vi.mock('@/live/index.ts', () => ({ useAccount: () => ({ loaded: true, positions: [], recentTrades: [] }) }));

beforeEach(() => {
  const tour = { step: 'leverage', market: 'main', known: [], position: null };
  localStorage.setItem('plecho:tour:7', JSON.stringify(tour));
  render(
    <>
      <TourBar place="screen" onReceipt={() => undefined} />
      <input aria-label="Сумма" />
    </>,
  );
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const bar = (): HTMLElement | null => screen.queryByRole('region', { name: 'Первая сделка' });

it('Esc ends the tour', () => {
  expect(bar()?.textContent).toContain('Шаг 2 из 6');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(bar()).toBeNull();
});

it('Esc in a field leaves the field, not the tour', () => {
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Сумма' }), { key: 'Escape' });
  expect(bar()).not.toBeNull();
});
