import { act, cleanup, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { AccountData, Market, PositionState, Trade } from '@plecho/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSeasons } from '@/api/seasons.ts';
import { SelectedMarketProvider } from '@/api/selected-market.tsx';
import { useFundingPayments, useTrades } from '@/api/trades.ts';
import { LiveProvider } from './context.tsx';
import { FakeSocket } from './fake-socket.ts';

const market = { id: 'main', main: true, symbols: ['BTCUSDT'] } as Market;
const position = { id: '5', symbol: 'BTCUSDT', type: 'long', amount: '100', funding: '0' } as PositionState;
const trade = { id: '9', symbol: 'BTCUSDT', pnl: '-100', reason: 'liquidation' } as Trade;
const balances: AccountData['balances'] = {
  ...{ available: '900', inPositions: '100', inOrders: '0', locked: '0' },
  ...{ realisedPnl: '0', season: 1, attempt: null },
};
const nothing: AccountData = {
  ...{ balances, positions: [], removedPositions: [], orders: [], removedOrders: [], trades: [] },
};

let socket: FakeSocket;
let seq = 0;
/** How often each list was asked for. */
let asked: Record<string, number>;

/** What the server knows. */
const server = { liquidations: 0, payments: 0, trades: 0 };
const many = (count: number): object[] => Array.from({ length: count }, (_, n) => ({ id: String(n) }));
const ANSWERS: Record<string, () => object> = {
  '/api/trading/seasons': () => ({ items: [{ number: 1, liquidations: server.liquidations }] }),
  '/api/trading/funding': () => ({ items: many(server.payments), nextCursor: null }),
  '/api/trading/trades': () => ({ items: many(server.trades), nextCursor: null }),
};

function Page() {
  const { data: seasons } = useSeasons();
  const { data: funding } = useFundingPayments();
  const { data: trades } = useTrades();
  return (
    <p>
      ликвидаций {seasons?.[0]?.liquidations}, платежей {funding?.pages[0]?.items.length}, сделок{' '}
      {trades?.pages[0]?.items.length}
    </p>
  );
}

const flush = (): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(1);
  });
async function tell(kind: 'snapshot' | 'update', data: Partial<AccountData>): Promise<void> {
  seq += 1;
  act(() => socket.show({ type: 'account', kind, seq, market: 'main', data: { ...nothing, ...data } }));
  await flush();
}
const shown = (): string => screen.getByText(/ликвидаций/).textContent;

beforeEach(async () => {
  vi.useFakeTimers();
  Object.assign(server, { liquidations: 0, payments: 0, trades: 0 });
  asked = {};
  vi.stubGlobal('WebSocket', function connect() {
    return (socket = new FakeSocket());
  });
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.split('?')[0] ?? '';
    asked[path] = (asked[path] ?? 0) + 1;
    return Response.json(ANSWERS[path]?.() ?? { items: [] });
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })}>
      <SelectedMarketProvider market={market}>
        <LiveProvider market={market}>
          <Page />
        </LiveProvider>
      </SelectedMarketProvider>
    </QueryClientProvider>,
  );
  act(() => socket.accept());
  await tell('snapshot', { positions: [position] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a season goes on with what closes in it', async () => {
  expect(shown()).toBe('ликвидаций 0, платежей 0, сделок 0');
  Object.assign(server, { liquidations: 1, trades: 1 });
  await tell('update', { removedPositions: ['5'], trades: [trade] });
  expect(shown()).toBe('ликвидаций 1, платежей 0, сделок 1');
});

it('a payment of funding is shown as it is paid, one that was waived too, and no trades are asked for', async () => {
  server.payments = 1;
  await tell('update', { positions: [{ ...position, funding: '-2' }] });
  expect(shown()).toBe('ликвидаций 0, платежей 1, сделок 0');
  server.payments = 2;
  await tell('update', { positions: [{ ...position, funding: '-2' }] });
  expect(shown()).toBe('ликвидаций 0, платежей 2, сделок 0');
  expect(asked['/api/trading/seasons']).toBe(3);
  expect(asked['/api/trading/trades']).toBe(1);
});

it('what just opens changes none of them', async () => {
  await tell('update', { positions: [{ ...position, id: '6' }] });
  expect([asked['/api/trading/seasons'], asked['/api/trading/funding'], asked['/api/trading/trades']]).toEqual([
    1, 1, 1,
  ]);
});
