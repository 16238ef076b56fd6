import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { looksStale } from '@/ui/stale.fixture.ts';
import { PairButton } from './pair-button.tsx';

let stale = false;
vi.mock('@/live/index.ts', () => ({
  usePair: () => ({ priceDecimals: 2 }),
  useTicker: () => ({ last: 6_450_000_000_000n, change24hBp: 45n }),
  useStale: () => ({ stale, ageMs: 0 }),
}));

afterEach(cleanup);

it('shows price and change as stale when they are too old, and the name of the pair as it is', () => {
  const button = () => <PairButton symbol="BTCUSDT" onOpen={() => undefined} />;
  const { rerender } = render(button());
  const figures = (): boolean[] => [/^64.500,00$/, /0,45/, 'BTCUSDT'].map((text) => looksStale(screen.getByText(text)));
  expect(figures()).toEqual([false, false, false]);
  stale = true;
  rerender(button());
  expect(figures()).toEqual([true, true, false]);
});
