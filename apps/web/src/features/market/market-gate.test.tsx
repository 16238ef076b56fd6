import { cleanup, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MarketGate } from './market-gate.tsx';
import { SCENARIO } from './scenario.fixture.ts';

let pathname = '';
vi.mock('@tanstack/react-router', () => ({
  useLocation: () => ({ pathname }),
  useRouter: () => ({ history: { push: vi.fn() } }),
}));
const live = vi.hoisted(() => ({ state: null as { status: string } | null }));
vi.mock('@/live/index.ts', () => ({ refreshStream: vi.fn(), useMarketState: () => live.state }));

const show = (): void =>
  void render(
    <QueryClientProvider client={new QueryClient()}>
      <MarketGate market={SCENARIO} />
    </QueryClientProvider>,
  );

beforeEach(() => {
  pathname = '/history';
  live.state = null;
});
afterEach(cleanup);

it('invites into a market that runs, until it ends', () => {
  show();
  expect(screen.getByRole('button', { name: 'Войти на рынок' })).toBeDefined();
  cleanup();
  live.state = { status: 'ended' };
  show();
  expect(screen.queryByRole('button', { name: 'Войти на рынок' })).toBeNull();
  expect(screen.getByText(/Этот рынок завершён/)).toBeDefined();
});

it('is the place of the content where the screen that it stands for would be', () => {
  show();
  expect(screen.queryByRole('main'), 'the frame has one').toBeNull();
  cleanup();
  pathname = '/mobile/trade';
  show();
  expect(screen.getByRole('main').id).toBe('main');
});
