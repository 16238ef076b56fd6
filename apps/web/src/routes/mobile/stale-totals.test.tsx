import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Market } from '@plecho/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SelectedMarketProvider } from '@/api/selected-market.tsx';
import { AssetsPage } from '@/routes/assets/assets-page.tsx';
import { looksStale } from '@/ui/stale.fixture.ts';
import { MobileAssetsPage } from './assets-page.tsx';
import { MobileHomePage } from './home-page.tsx';

const live = vi.hoisted(() => ({ position: '', bitcoin: false }));
vi.mock('@/live/index.ts', () => ({
  useMarketState: () => null,
  usePayments: () => ({ loaded: false }),
  useStale: (symbol: string) => ({ stale: true, ageMs: symbol === 'SOLUSDT' ? 42_000 : 15_000 }),
  useStalest: ([symbol]: readonly string[]) => (live.bitcoin ? (symbol ?? null) : null),
  useStalestPosition: () => live.position || null,
}));
vi.mock('./use-assets.ts', () => ({
  useAssets: () => ({
    totals: {
      ...{ available: 900_000_000n, inPositions: 100_000_000n, inOrders: 0n, locked: 0n, total: 1_000_000_000n },
      ...{ pnl: -10_000_000n, equity: 990_000_000n, totalPnl: -20_000_000n, pnlBp: -101n, totalPnlBp: -202n },
    },
    ...{ day: -12_345_600n, btcPrice: 5_000_000_000_000n, trades: [], tradesKnown: false, tradesFailed: false },
    ...{ hidden: false, retryTrades: () => undefined, toggleHidden: () => undefined },
  }),
}));
vi.mock('./use-market-pairs.ts', () => ({ useMarketPairs: () => ({ pairs: [], failed: false }) }));
vi.mock('./dock.tsx', () => ({ Dock: () => null }));
vi.mock('@/features/header/use-sign-out.ts', () => ({ useSignOut: () => ({ pending: false }) }));
vi.mock('@/api/queries.ts', async () => ({
  ...(await import('@/api/selected-market.tsx')),
  useSession: () => ({ user: null }),
}));
const nothing = vi.hoisted(() => () => null);
vi.mock('@/features/wallet/wallet.tsx', () => ({ Wallet: nothing }));
vi.mock('@/features/operations/operations.tsx', () => ({ Operations: nothing }));
vi.mock('@/features/asset-summary/seasons.tsx', () => ({ Seasons: nothing }));
vi.mock('@/features/market/market-label.tsx', () => ({ MarketLabel: nothing }));
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: () => undefined } }) }));

const market = { id: 'main', main: true, symbols: ['BTCUSDT', 'SOLUSDT'], status: 'running' } as unknown as Market;
const show = (page: ReactNode, change: Partial<Market> = {}): void => {
  render(<SelectedMarketProvider market={{ ...market, ...change }}>{page}</SelectedMarketProvider>);
};
const ages = (): string[] =>
  screen.queryAllByText(/^цене /).map(({ textContent }) => (textContent ?? '').replaceAll(/\s/g, ' '));
const dayIsStale = (): boolean => looksStale(screen.getByText(/−12,35/));

beforeEach(() => {
  live.position = '';
  live.bitcoin = false;
});
afterEach(cleanup);

describe.each([
  ['the home screen of a phone', <MobileHomePage key="page" />],
  ['the assets of a phone', <MobileAssetsPage key="page" />],
  ['the assets', <AssetsPage key="page" />],
])('%s', (_, page) => {
  it('shows the totals as they are while every price behind them is fresh', () => {
    show(page);
    expect(ages()).toEqual([]);
    expect(dayIsStale()).toBe(false);
  });

  it('greys what a stale position is in, and says once how old its price is', () => {
    live.position = 'SOLUSDT';
    live.bitcoin = true;
    show(page);
    expect(ages()).toEqual(['цене 42 с']);
    expect(dayIsStale()).toBe(true);
    for (const equity of screen.queryAllByText(/^990,00/)) expect(looksStale(equity)).toBe(true);
  });

  it('says how old the price of bitcoin is when the total alone is written by it', () => {
    live.bitcoin = true;
    show(page);
    expect(ages()).toEqual(['цене 15 с']);
    expect(dayIsStale()).toBe(false);
    cleanup();
    show(page, { status: 'ended' });
    expect(ages(), 'one that is over has its last prices').toEqual([]);
    cleanup();
    show(page, { symbols: ['SOLUSDT'] });
    expect(ages()).toEqual([]);
  });
});
