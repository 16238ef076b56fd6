import { cleanup, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { api, type Order } from '@plecho/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { looksStale } from '@/ui/stale.fixture.ts';
import { OrderCard } from './order-card.tsx';

const [order] = api.orders.list.example.answer.items as unknown as [Order];
let stale = false;
vi.mock('@/live/index.ts', () => ({
  usePair: () => ({ priceDecimals: 2 }),
  useTicker: () => ({ last: 6_450_000_000_000n }),
  useStale: () => ({ stale, ageMs: 0 }),
}));
vi.mock('@/api/selected-market.tsx', () => ({ useMarket: () => ({ id: 'main' }) }));

afterEach(cleanup);

it('shows «Сейчас» as stale when the price is too old, and the price that the order waits for as it is', () => {
  const card = () => (
    <QueryClientProvider client={new QueryClient()}>
      <OrderCard order={order} />
    </QueryClientProvider>
  );
  const { rerender } = render(card());
  const figures = (): boolean[] => [/^64.500,00$/, /^63.000,00$/].map((text) => looksStale(screen.getByText(text)));
  expect(figures()).toEqual([false, false]);
  stale = true;
  rerender(card());
  expect(figures()).toEqual([true, false]);
});
