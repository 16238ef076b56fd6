import { act, cleanup, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Market, Pair, PairList } from '@plecho/contract';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '@/api/keys.ts';
import { usePairs } from '@/api/queries.ts';
import { SelectedMarketProvider } from '@/api/selected-market.tsx';
import { LiveProvider, useLive } from './context.tsx';
import { FakeSocket } from './fake-socket.ts';
import type { LiveMarket } from './live-market.ts';

const START = 5_000;
const market = {
  ...{ id: 'scenario-1', main: false, symbols: ['BTCUSDT'], staleAfterSeconds: 10, startAt: START },
  scenario: { blind: true },
} as Market;
const pair = { symbol: 'BTCUSDT', lastPrice: '50000', change24h: '0', priceChange24h: '0', priceTime: 1 };
const answer = (now: number, spreadPercent: string): PairList => ({
  ...{ market: market.id, label: 'Сценарий: вслепую', now },
  items: [{ ...pair, high24h: null, low24h: null, volume24h: '0', spreadPercent } as Pair],
});

let live: LiveMarket;
function Spread() {
  const found = useLive();
  useEffect(() => {
    live = found;
  }, [found]);
  return <p>{usePairs().data?.items[0]?.spreadPercent} %</p>;
}
const flush = (): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(10);
  });

let client: QueryClient;
const asked = vi.fn<(url: string) => void>();
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  asked.mockReset();
  vi.stubGlobal('WebSocket', function connect() {
    return new FakeSocket();
  });
  vi.stubGlobal('fetch', async (url: string) => {
    asked(url);
    return Response.json(url.includes('/trading/pairs') ? answer(START * 1_000 + 5, '2') : { items: [] });
  });
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  client.setQueryData(keys.pairs(market.id), answer(START * 1_000 - 60_000, '0'));
  client.setQueryData(keys.moves(market.id, 'BTCUSDT'), {});
  act(
    () =>
      void render(
        <QueryClientProvider client={client}>
          <SelectedMarketProvider market={market}>
            <LiveProvider market={market}>
              <Spread />
            </LiveProvider>
          </SelectedMarketProvider>
        </QueryClientProvider>,
      ),
  );
  await flush();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const told = (status: 'upcoming' | 'running', now: number): void =>
  act(() => live.state.told({ now, label: 'Сценарий: вслепую', status, halted: false, rows: [] }));
const pairsAsked = (): number => asked.mock.calls.filter(([url]) => url.includes('/trading/pairs')).length;

it('C2 the spreads of a blind scenario are read once more when it starts, and its moves', async () => {
  told('upcoming', START * 1_000 - 10_000);
  await flush();
  expect(pairsAsked()).toBe(0);
  expect(screen.getByText('0 %')).toBeTruthy();
  told('running', START * 1_000 + 1);
  await flush();
  expect(screen.getByText('2 %')).toBeTruthy();
  expect(client.getQueryState(keys.moves(market.id, 'BTCUSDT'))?.isInvalidated).toBe(true);
  told('running', START * 1_000 + 1_000);
  await flush();
  expect(pairsAsked()).toBe(1);
});
