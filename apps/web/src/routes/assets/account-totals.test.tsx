import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Assets } from '@/routes/mobile/use-assets.ts';
import { looksStale } from '@/ui/stale.fixture.ts';
import { AccountTotals } from './account-totals.tsx';

const assets: Assets = {
  totals: {
    ...{ available: 900_000_000n, inPositions: 100_000_000n, inOrders: 0n, locked: 0n, total: 1_000_000_000n },
    ...{ pnl: -10_000_000n, equity: 990_000_000n, totalPnl: -20_000_000n, pnlBp: -101n, totalPnlBp: -202n },
  },
  ...{ day: 0n, btcPrice: null, trades: [], tradesKnown: true, tradesFailed: false, hidden: false },
  ...{ retryTrades: () => undefined, toggleHidden: () => undefined },
};

afterEach(cleanup);

it('shows both results with their percent of the equity in brackets', () => {
  const { container } = render(<AccountTotals assets={assets} isStale={false} age={null} />);
  const text = (container.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');
  expect(text).toContain('PnL открытых−10,00 (−1,01 %)');
  expect(text).toMatch(/Весь PnL.*−20,00 \(−2,02 %\)/);
});

it('shows equity and results as stale while a price behind them is, with its age', () => {
  const figures = (): boolean[] =>
    [/990,00/, /−10,00/, /−20,00/, /900,00/].map((text) => looksStale(screen.getByText(text)));
  const { rerender } = render(<AccountTotals assets={assets} isStale={false} age={null} />);
  expect(figures()).toEqual([false, false, false, false]);
  rerender(<AccountTotals assets={assets} isStale age={<span>цене 12 с</span>} />);
  expect(figures(), 'what is available depends on no price').toEqual([true, true, true, false]);
  expect(screen.getByText('цене 12 с')).toBeTruthy();
});
