import { act, cleanup, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { api, type AccountData, type Market, type PositionState, type Trade } from '@plecho/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '@/api/keys.ts';
import { SelectedMarketProvider } from '@/api/selected-market.tsx';
import { FakeSocket } from '@/live/fake-socket.ts';
import { LiveProvider } from '@/live/index.ts';
import { MessageLine } from '@/ui/toast.tsx';
import { ReceiptHost } from './receipt-host.tsx';

const gone = vi.fn<(href: string) => void>();
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: gone } }) }));
vi.mock('./receipt-view.tsx', () => ({
  ReceiptView: ({ trade }: { trade: Trade }) => <p>{`Разбор ${trade.id}`}</p>,
}));

const market = { id: 'main', main: true, symbols: ['BTCUSDT'] } as Market;
const position = { id: '5', symbol: 'BTCUSDT', type: 'long', amount: '100', funding: '0' } as PositionState;
const [example] = api.trades.list.example.answer.items;
const closed = (id: string, reason: Trade['reason']): Trade =>
  ({ ...example, id, reason, positionId: '5' }) as unknown as Trade;
const nothing: AccountData = {
  balances: {
    ...{ available: '900', inPositions: '100', inOrders: '0', locked: '0' },
    ...{ realisedPnl: '0', season: 1, attempt: null },
  },
  ...{ positions: [], removedPositions: [], orders: [], removedOrders: [], trades: [] },
};

/** Closed, newest first, as the server has it. */
let trades: Trade[] = [];
let socket: FakeSocket;
let seq = 0;

const pass = (ms = 100): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
    // Code that is shown for the first time comes.
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(ms);
  });
async function tell(kind: 'snapshot' | 'update', data: Partial<AccountData>): Promise<void> {
  seq += 1;
  act(() => socket.show({ type: 'account', kind, seq, market: 'main', data: { ...nothing, ...data } }));
  await pass();
}
/** The page is opened by whoever has this id, with an open position unless told otherwise. */
async function open(userId = '1', positions = [position]): Promise<void> {
  const client = new QueryClient();
  client.setQueryData(keys.session(), { id: userId });
  render(
    <QueryClientProvider client={client}>
      <SelectedMarketProvider market={market}>
        <LiveProvider market={market}>
          <ReceiptHost onShown={() => undefined}>{null}</ReceiptHost>
          <MessageLine />
        </LiveProvider>
      </SelectedMarketProvider>
    </QueryClientProvider>,
  );
  act(() => socket.accept());
  await tell('snapshot', { positions });
}
async function openAgain(userId = '1', positions: PositionState[] = []): Promise<void> {
  cleanup();
  await open(userId, positions);
}
const receipts = (): (string | null)[] => screen.queryAllByText(/^Разбор \d+$/).map(({ textContent }) => textContent);
const next = (): HTMLElement | null => screen.queryByRole('button', { name: /^Следующая сделка/ });
const line = (): string =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('');
const understand = async (): Promise<void> => {
  act(() => screen.getByRole('button', { name: /^(Понятно|Следующая сделка.*)$/ }).click());
  await pass();
};

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  trades = [];
  gone.mockClear();
  vi.stubGlobal('WebSocket', function connect() {
    return (socket = new FakeSocket());
  });
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.startsWith('/api/trading/trades') ? { items: trades, nextCursor: null } : { items: [] }),
  );
});
afterEach(async () => {
  await pass(60_000);
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a close that the stream did not tell of', () => {
  it('is told by its receipt when the next snapshot comes, once, with the liquidation first of all', async () => {
    trades = [closed('8', 'liquidation')];
    await open();
    expect(receipts()).toEqual([]);
    trades = [closed('10', 'user'), closed('9', 'liquidation'), ...trades];
    await tell('snapshot', { positions: [] });
    expect(receipts()).toEqual(['Разбор 9']);
    expect(next()).toBeNull();
    expect(line()).toContain('BTCUSDT: ликвидация');
    await understand();
    await tell('snapshot', { positions: [] });
    await tell('update', { trades: [closed('9', 'liquidation')] });
    expect(receipts()).toEqual([]);
  });

  it('is told when the page is opened again, and what was told before is not', async () => {
    await open();
    trades = [closed('9', 'liquidation')];
    await tell('update', { removedPositions: ['5'], trades });
    expect(receipts()).toEqual(['Разбор 9']);
    await openAgain();
    expect(receipts()).toEqual([]);
    trades = [closed('10', 'stopLoss'), ...trades];
    await openAgain();
    expect(receipts()).toEqual(['Разбор 10']);
    await openAgain();
    expect(receipts()).toEqual([]);
  });

  it('is told again when nobody saw the page that told it', async () => {
    await open();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    trades = [closed('9', 'liquidation')];
    await tell('update', { removedPositions: ['5'], trades });
    expect(receipts()).toEqual(['Разбор 9']);
    vi.restoreAllMocks();
    await openAgain();
    expect(receipts()).toEqual(['Разбор 9']);
  });

  it('is not told over the page of its own receipt', async () => {
    await open();
    trades = [closed('10', 'stopLoss'), closed('9', 'liquidation')];
    history.replaceState(null, '', '/history/9?market=m-2');
    await openAgain();
    history.replaceState(null, '', '/');
    expect(receipts()).toEqual(['Разбор 10']);
    expect(next()).toBeNull();
    expect(line()).not.toContain('ликвидация');
  });

  it('is nobody else’s, and on a first visit there is none', async () => {
    trades = [closed('9', 'liquidation')];
    await open('1');
    expect(receipts()).toEqual([]);
    trades = [closed('10', 'liquidation'), ...trades];
    await openAgain('2');
    expect(receipts()).toEqual([]);
    await openAgain('1');
    expect(receipts()).toEqual(['Разбор 10']);
  });

  it('opens three receipts after a long absence, of liquidations, and leads to the history for the rest', async () => {
    trades = [closed('1', 'user')];
    await open();
    const many = Array.from({ length: 20 }, (_, n) => closed(String(40 - n), n === 3 ? 'stopLoss' : 'liquidation'));
    trades = many;
    await openAgain();
    expect(receipts()).toEqual(['Разбор 38']);
    expect(next()?.textContent).toBe('Следующая сделка (2)');
    expect(line()).toContain('Пока вас не было, закрылось несколько позиций.');
    act(() => screen.getByRole('button', { name: 'История' }).click());
    await pass();
    expect(gone.mock.calls.map(([href]) => href)).toEqual(['/history']);
    expect(receipts()).toEqual([]);
  });
});
