import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { MarketSwitcher } from './market-switcher.tsx';
import { SCENARIO } from './scenario.fixture.ts';

let pathname = '';
vi.mock('@tanstack/react-router', () => ({
  useLocation: () => ({ pathname }),
  useRouter: () => ({ history: { push: vi.fn() } }),
}));
const main = { ...SCENARIO, id: 'main', main: true, label: 'Синтетический рынок', title: 'Синтетический рынок' };
vi.mock('@/api/queries.ts', () => ({
  useMarket: () => main,
  useMarketParam: () => undefined,
  useMarkets: () => ({ data: [main, SCENARIO] }),
}));

afterEach(cleanup);

it.each([
  ['/dashboard', '/dashboard?market=scenario-7'],
  ['/history', '/history?market=scenario-7'],
  ['/stats', '/stats?market=scenario-7'],
  ['/watch', '/watch?market=scenario-7'],
  ['/assets', '/assets?market=scenario-7'],
  ['/mobile/assets', '/mobile/assets?market=scenario-7'],
  ['/history/13', '/dashboard?market=scenario-7'],
])('goes over to another market on %s', (from, to) => {
  pathname = from;
  render(<MarketSwitcher />);
  expect(screen.getByRole('link', { name: /^Сценарий/, hidden: true }).getAttribute('href')).toBe(to);
});
