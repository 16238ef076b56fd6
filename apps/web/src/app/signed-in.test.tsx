import { act, cleanup, render, screen } from '@testing-library/react';
import { hashKey, QueryClientProvider } from '@tanstack/react-query';
import { CLOSE_CHANGED, CLOSE_SIGNED_OUT, type AccountData, type Trade, type User } from '@plecho/contract';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDepositAddresses } from '@/api/deposits.ts';
import { keys } from '@/api/keys.ts';
import { setSession } from '@/api/queries.ts';
import { queryClient } from '@/api/query-client.ts';
import { FakeSocket } from '@/live/fake-socket.ts';
import { useAccount } from '@/live/index.ts';
import { SignedIn } from './signed-in.tsx';

const gone = vi.fn<(href: string) => void>();
let here = '/deposit';
vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ history: { push: gone, replace: gone } }),
  useLocation: () => ({ pathname: here, href: here, search: {} }),
  useMatches: () => ({}),
  Outlet: () => <Screen />,
}));
// The frame and what only watches ask for much of their own.
vi.mock('./desktop-frame.tsx', () => ({ DesktopFrame: ({ children }: { children: ReactNode }) => children }));
vi.mock('@/features/first-steps/first-steps-watch.tsx', () => ({ FirstStepsWatch: () => null }));
vi.mock('@/features/receipt/receipt-host.tsx', () => ({
  ReceiptHost: ({ children }: { children: ReactNode }) => children,
}));

const market = { id: 'main', main: true, symbols: ['BTCUSDT'] };
const trade = { id: '9', symbol: 'BTCUSDT', pnl: '20' } as Trade;
const nothing: AccountData = {
  balances: {
    ...{ available: '900', inPositions: '100', inOrders: '0', locked: '0' },
    ...{ realisedPnl: '0', season: 1, attempt: null },
  },
  ...{ positions: [], removedPositions: [], orders: [], removedOrders: [], trades: [] },
};

/** A screen of the person: the address for deposits, and what has closed while it was open. */
function Screen() {
  const { data: addresses } = useDepositAddresses();
  const { recentTrades } = useAccount();
  return (
    <>
      <p>Адрес: {addresses?.[0]?.address ?? 'загрузка'}</p>
      <p>Закрыто: {recentTrades.length}</p>
    </>
  );
}

/** Whose cookie the browser has. */
let owner: string | null = null;
let phone: string | null = null;
let socket: FakeSocket;
const refused = { error: 'Войдите, чтобы продолжить', code: 'unauthorized' };

async function answer(url: string): Promise<Response> {
  if (owner === null) return Response.json(refused, { status: 401 });
  if (url === '/api/auth/profile') return Response.json({ id: owner, phone });
  if (url === '/api/trading/markets') return Response.json({ items: [market] });
  if (url === '/api/payments/deposit-addresses') return Response.json({ items: [{ address: `sim1of${owner}` }] });
  return new Promise(() => undefined);
}
/** The screen of the first person, who sees a position close. */
const FIRST = ['Адрес: sim1of1', 'Закрыто: 1'];

/** Each answer may bring another question. */
const flush = async (): Promise<void> => {
  for (let n = 0; n < 5; n += 1) await act(() => vi.advanceTimersByTimeAsync(1));
};
const shown = (): string[] => screen.queryAllByText(/^(Адрес|Закрыто)/).map(({ textContent }) => textContent);
const frame = { type: 'account', market: 'main' } as const;
async function connect(): Promise<void> {
  act(() => socket.accept());
  act(() => socket.show({ ...frame, kind: 'snapshot', seq: 0, data: nothing }));
  await flush();
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  gone.mockReset();
  here = '/deposit';
  [owner, phone] = ['1', null];
  vi.stubGlobal('WebSocket', function connects() {
    return (socket = new FakeSocket());
  });
  vi.stubGlobal('fetch', answer);
  render(
    <QueryClientProvider client={queryClient}>
      <SignedIn />
    </QueryClientProvider>,
  );
  await flush();
  await connect();
  act(() => socket.show({ ...frame, kind: 'update', seq: 1, data: { ...nothing, trades: [trade] } }));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a tab that is open while another one changes who is signed in', () => {
  it('shows nothing of the first person to the second, who signed in after a sign-out', async () => {
    expect(shown()).toEqual(FIRST);
    owner = null;
    act(() => socket.end(CLOSE_SIGNED_OUT));
    await flush();
    expect(gone).toHaveBeenLastCalledWith('/login?next=%2Fdeposit');
    expect(shown()).toEqual([]);
    owner = '2';
    act(() => void queryClient.invalidateQueries({ queryKey: keys.session() }));
    await flush();
    expect(shown()).toEqual(['Адрес: sim1of2', 'Закрыто: 0']);
  });

  it('asks for a login without a place to come back to where the address is the login already', async () => {
    owner = null;
    here = '/login';
    act(() => socket.end(CLOSE_SIGNED_OUT));
    await flush();
    expect(gone).toHaveBeenLastCalledWith('/login');
  });

  it('shows nothing of them either when the second signed in over the first', async () => {
    expect(shown()).toEqual(FIRST);
    owner = '2';
    act(() => socket.end(CLOSE_CHANGED));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    act(() => socket.accept());
    await flush();
    await connect();
    expect(shown()).toEqual(['Адрес: sim1of2', 'Закрыто: 0']);
  });

  it('begins anew for the second also when the market is known at once', async () => {
    expect(shown()).toEqual(FIRST);
    const leave = queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'removed' && query.queryHash === hashKey(keys.markets())) {
        queryClient.setQueryData(keys.markets(), [market]);
      }
    });
    owner = '2';
    await act(() => setSession(queryClient, { id: '2', phone } as User));
    leave();
    await flush();
    await connect();
    expect(shown()).toEqual(['Адрес: sim1of2', 'Закрыто: 0']);
  });

  it('goes on as it is when the guest registered', async () => {
    expect(shown()).toEqual(FIRST);
    phone = '+79161234567';
    act(() => socket.end(CLOSE_CHANGED));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    await connect();
    expect(queryClient.getQueryData(keys.session())).toMatchObject({ phone });
    expect(shown()).toEqual(['Адрес: sim1of1', 'Закрыто: 1']);
  });
});
