import { act, cleanup, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Market, Pair, PairList } from '@plecho/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '@/api/keys.ts';
import { SelectedMarketProvider } from '@/api/selected-market.tsx';
import { LiveProvider } from './context.tsx';
import { FakeSocket } from './fake-socket.ts';
import { useStale } from './tickers.ts';

const market = { id: 'main', main: true, symbols: ['BTCUSDT'], staleAfterSeconds: 10 } as Market;
const pair = { symbol: 'BTCUSDT', lastPrice: '50000', spreadPercent: '0', change24h: '0', priceChange24h: '0' };
/** As the server answers at this moment of its clock: with a price of a second before. */
const answer = (now: number): PairList => ({
  ...{ market: 'main', label: 'Рынок', now },
  items: [{ ...pair, high24h: null, low24h: null, volume24h: '0', priceTime: now - 1_000 } as Pair],
});

/** The server's clock is not that of this machine. */
const SERVER = 5_000_000;

function Age() {
  const { stale, ageMs } = useStale('BTCUSDT');
  return (
    <p>
      {stale ? 'стара' : 'свежа'}, {ageMs}
    </p>
  );
}
const shown = (): string => screen.getByText(/стара|свежа/).textContent;

let client: QueryClient;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  vi.stubGlobal('WebSocket', function connect() {
    return new FakeSocket();
  });
  vi.stubGlobal('fetch', async () => Response.json({ items: [] }));
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(keys.pairs(undefined), answer(SERVER), { updatedAt: Date.now() - 240_000 });
  act(
    () =>
      void render(
        <QueryClientProvider client={client}>
          <SelectedMarketProvider market={market}>
            <LiveProvider market={market}>
              <Age />
            </LiveProvider>
          </SelectedMarketProvider>
        </QueryClientProvider>,
      ),
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('prices that were read four minutes ago are four minutes old', () => {
  expect(shown()).toBe('стара, 241000');
});

it('those that are read again are fresh, without anything from the stream', () => {
  // Its clock has gone on by more than that of this machine.
  act(() => void client.setQueryData(keys.pairs(undefined), answer(SERVER + 500_000)));
  act(() => void vi.advanceTimersByTime(1_000));
  expect(shown()).toBe('свежа, 2000');
});
