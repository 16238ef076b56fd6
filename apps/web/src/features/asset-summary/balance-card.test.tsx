import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { looksStale } from '@/ui/stale.fixture.ts';
import { BalanceCard } from './balance-card.tsx';

let stalest: string | null = null;
vi.mock('@/live/index.ts', () => ({
  useAccount: () => ({ loaded: true }),
  useAccountTotals: () => ({
    ...{ available: 900_000_000n, inPositions: 100_000_000n, inOrders: 0n, equity: 990_000_000n },
    ...{ pnl: -10_000_000n, pnlBp: -101n, totalPnl: -20_000_000n, totalPnlBp: -202n },
  }),
  useStalestPosition: () => stalest,
}));

afterEach(cleanup);

it('shows equity and results as stale while a pair with an open position is, and the balances as they are', () => {
  const { rerender } = render(<BalanceCard />);
  const figures = (): boolean[] =>
    ['990,00', '−10,00', '(−2,02 %)', '900,00', '100,00'].map((text) =>
      looksStale(screen.getByText((shown) => shown.replaceAll(/\s/g, ' ').startsWith(text))),
    );
  expect(figures()).toEqual([false, false, false, false, false]);
  stalest = 'BTCUSDT';
  rerender(<BalanceCard />);
  expect(figures()).toEqual([true, true, true, false, false]);
});
