import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '@/api/keys.ts';
import { MobileAssetsPage } from './assets-page.tsx';

const gone = vi.fn<(href: string) => void>();
vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ history: { push: gone } }),
  useLocation: () => ({ pathname: '/mobile/assets' }),
}));
vi.mock('@/api/selected-market.tsx', () => ({
  useMarket: () => ({ id: 'main', label: 'Рынок', symbols: [], parameters: {} }),
  useMarketParam: () => undefined,
}));
vi.mock('@/live/index.ts', () => ({ usePayments: () => ({ loaded: false, operations: [], wallet: [] }) }));
vi.mock('./use-stale-assets.tsx', () => ({ useStaleAssets: () => ({ isStale: false, age: null }) }));
vi.mock('./use-assets.ts', () => ({
  useAssets: () => ({ totals: null, day: null, btcPrice: undefined, trades: [], tradesKnown: false, hidden: false }),
}));

const fetched = vi.fn<typeof fetch>();
const flush = (): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(1);
  });
const FAILED = 'Не удалось выйти. Повторите попытку.';

function show(phone: string | null): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(keys.session(), { id: '1', phone });
  render(
    <QueryClientProvider client={client}>
      <MobileAssetsPage />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  gone.mockReset();
  fetched.mockReset();
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  act(() => void vi.advanceTimersByTime(60_000));
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('«Выйти» on a phone', () => {
  it('says that it did not work, and goes to the login when it did', async () => {
    show('+79161234567');
    fireEvent.click(screen.getByRole('button', { name: 'Выйти' }));
    await flush();
    expect(screen.getByText(FAILED)).toBeTruthy();
    expect(gone).not.toHaveBeenCalled();
    fetched.mockResolvedValue(Response.json({ ok: true }));
    fireEvent.click(screen.getByRole('button', { name: 'Выйти' }));
    await flush();
    expect(gone).toHaveBeenCalledWith('/login');
  });

  it('says so to a guest too, who is asked before', async () => {
    show(null);
    fireEvent.click(screen.getByRole('button', { name: 'Выйти' }));
    expect(fetched).not.toHaveBeenCalled();
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Выйти' }));
    await flush();
    expect(within(screen.getByRole('dialog')).getByText(FAILED)).toBeTruthy();
  });
});
