import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { MainAccountNote } from './main-account-note.tsx';

const main = { id: 'main', main: true, label: 'Синтетический рынок' };
const replay = { id: 'link', main: false, label: 'Повтор: LINKUSDT, 5 февраля 2026' };
let searchStr = '';
vi.mock('@tanstack/react-router', () => ({
  useLocation: () => ({ searchStr }),
  useRouter: () => ({ history: { push: vi.fn() } }),
}));
vi.mock('@/api/queries.ts', () => ({ useMarket: () => main, useMarkets: () => ({ data: [main, replay] }) }));

afterEach(cleanup);

it('says whose account practice money is for, and leads back to the market that was left', () => {
  searchStr = '?from=link';
  render(<MainAccountNote />);
  const note = screen.getByRole('note').textContent;
  expect(note).toContain('относятся к основному счёту (Синтетический рынок)');
  expect(note).toContain('Счёт рынка «Повтор: LINKUSDT, 5 февраля 2026» отдельный');
  expect(screen.getByRole('link', { name: 'Вернуться на рынок' }).getAttribute('href')).toBe('/dashboard?market=link');
});

it('says nothing to whoever came from the main market, or from one that is unknown', () => {
  for (const query of ['', '?from=main', '?from=<b>']) {
    searchStr = query;
    render(<MainAccountNote />);
    expect(screen.queryByRole('note')).toBeNull();
  }
});
