import { cleanup, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { api, type Order } from '@plecho/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { looksStale } from '@/ui/stale.fixture.ts';
import { OrdersTable } from './orders-table.tsx';

const orders = api.orders.list.example.answer.items as unknown as Order[];
let stale = false;
vi.mock('@/live/index.ts', () => ({
  useAccount: () => ({ loaded: true, orders: orders.slice(0, 1) }),
  usePair: () => ({ priceDecimals: 2 }),
  useTicker: () => ({ last: 6_450_000_000_000n }),
  useStale: () => ({ stale, ageMs: 0 }),
}));
vi.mock('@/api/selected-market.tsx', () => ({ useMarket: () => ({ id: 'main' }) }));

afterEach(cleanup);

it('shows the price of now as stale when it is too old, and the one that the order waits for as it is', () => {
  const table = () => (
    <QueryClientProvider client={new QueryClient()}>
      <OrdersTable onSelectSymbol={() => undefined} />
    </QueryClientProvider>
  );
  const { rerender } = render(table());
  const figures = (): boolean[] => [/^64.500,00$/, /^63.000,00$/].map((text) => looksStale(screen.getByText(text)));
  expect(figures()).toEqual([false, false]);
  stale = true;
  rerender(table());
  expect(figures()).toEqual([true, false]);
});
