import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Assets } from '@/routes/mobile/use-assets.ts';
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
  const { container } = render(<AccountTotals assets={assets} />);
  const text = (container.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');
  expect(text).toContain('PnL открытых−10,00 (−1,01 %)');
  expect(text).toMatch(/Весь PnL.*−20,00 \(−2,02 %\)/);
});
