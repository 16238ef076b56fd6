import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { looksStale } from '@/ui/stale.fixture.ts';
import { CoinRow } from './coin-row.tsx';
import type { Coin } from './rank-coins.ts';

const old = 'ETHUSDT';
vi.mock('@/live/index.ts', () => ({
  useStalest: ([symbol]: readonly string[]) => (symbol === old ? symbol : null),
}));
vi.mock('@/api/selected-market.tsx', () => ({ useMarketParam: () => undefined }));
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: () => undefined } }) }));

const coin = (baseAsset: string): Coin => ({
  ...{ symbol: `${baseAsset}USDT`, baseAsset, priceDecimals: 2 },
  ...{ lastPrice: 12_300_000_000n, changeBp: 45n, volume: 1_000_000n },
});

afterEach(cleanup);

it('shows a price that is too old, and its change, as such', () => {
  const shown = (baseAsset: string): boolean[] => {
    render(<CoinRow coin={coin(baseAsset)} rank={1} />);
    const figures = ['123,00', /0,45/].map((text) => looksStale(screen.getByText(text)));
    cleanup();
    return figures;
  };
  expect(shown('ETH')).toEqual([true, true]);
  expect(shown('BTC')).toEqual([false, false]);
});
