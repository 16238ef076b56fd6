import { cleanup, configure, render, screen, within } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { api, type Operation } from '@plecho/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { MobileDepositPage } from './deposit-page.tsx';

configure({ asyncUtilTimeout: 60_000 });
const pending: Operation = {
  ...api.deposits.claim.example.answer,
  ...{ type: 'deposit', currency: 'USDT', network: 'bsc', status: 'pending', settledAt: null },
};
vi.mock('@/api/queries.ts', () => ({ useMarket: () => ({ label: 'Синтетический рынок' }) }));
vi.mock('@/live/index.ts', () => ({ usePayments: () => ({ loaded: true, operations: [pending], wallet: [] }) }));
vi.mock('@/features/bank/use-card-payment.ts', () => ({
  useCardPayment: () => ({ stage: { name: 'form' }, formError: null, unfinished: null }),
}));
vi.mock('@/features/asset-summary/main-account-note.tsx', () => ({ MainAccountNote: () => null }));
vi.mock('@/features/wallet/send-coins.tsx', () => ({ SendCoins: () => null }));
vi.mock('@/routes/deposit/use-bank-link.ts', () => ({ useBankLink: () => undefined }));
vi.mock('./mobile-screen.tsx', () => ({ MobileScreen: 'main' }));
vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ history: { push: vi.fn() } }),
  useLocation: () => ({ pathname: '/mobile/deposit' }),
}));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows a deposit that is on its way to whoever comes back to the screen', () => {
  vi.stubGlobal('fetch', async () => Response.json({ items: [] }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MobileDepositPage />
    </QueryClientProvider>,
  );
  const recent = within(screen.getByRole('region', { name: 'Последние операции' }));
  expect(recent.getByText(/^Обработка/)).toBeTruthy();
});
