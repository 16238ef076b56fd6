import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { encodeAddress, encodeTransactionHash } from '@plecho/network';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LogList } from '@/features/account/log-list.tsx';
import { AlertList } from '@/features/alerts/alert-list.tsx';
import { RingList } from '@/features/alerts/ring-list.tsx';
import { AddressView } from '@/features/explorer/address-view.tsx';
import { FundingList } from '@/features/history/funding-list.tsx';
import { HistoryTable } from '@/features/history/history-table.tsx';
import { Operations } from '@/features/operations/operations.tsx';
import { TransactionList } from '@/features/wallet/transaction-list.tsx';

vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: vi.fn() } }) }));
vi.mock('@/api/selected-market.tsx', () => ({
  useMarket: () => ({ id: 'main', takerFeePercent: '0.05', makerFeePercent: '0.02' }),
  useMarketParam: () => undefined,
}));
vi.mock('@/live/index.ts', () => ({
  usePair: () => ({ priceDecimals: 2 }),
  usePayments: () => ({ loaded: true, operations: [], wallet: [] }),
  useRings: () => ({ loaded: true, rings: [], unseen: 0, waiting: 0 }),
}));

const own = encodeAddress('evm', new Uint8Array(20).fill(1));
const hash = (n: number): string => encodeTransactionHash(new Uint8Array(32).fill(n));
const record = { seq: '1', price: '50000', time: 1_700_000_000_000 };

const trade = (n: number): object => ({
  ...{ id: String(n), positionId: '1', market: 'main', label: 'Рынок', symbol: 'BTCUSDT', type: 'long' },
  ...{ entryPrice: '50000', exitPrice: '51000', amount: '100', leverage: 10, size: '1000', fee: '0', pnl: '20' },
  ...{ pnlPercent: '20', insurance: '0', reason: 'user', liquidationPrice: null, takeProfit: null, stopLoss: null },
  ...{ initialStopLoss: null, trailing: null, orderId: null, openTime: 1, closeTime: 1_700_000_000, entries: [] },
  ...{ entryRecord: record, exitRecord: record, funding: '0', bestPrice: null, worstPrice: null, path: null },
  ...{ seasonEnd: false, note: null },
});
const payment = (n: number): object => ({
  ...{ id: String(n), market: 'main', symbol: 'BTCUSDT', positionId: '1', type: 'long', amount: '-2', waived: '0' },
  ...{ rate: '0.01', record, at: 1_700_000_000 },
});
const operation = (n: number): object => ({
  ...{ id: String(n), market: 'main', type: 'deposit', status: 'completed', code: `REQ10000${n}`, amount: '100' },
  ...{ currency: 'USDT', network: 'bsc', address: own, memo: null, txHash: hash(n), fee: '0', confirmations: 5 },
  ...{ confirmationsNeeded: 5, value: '100', price: null, card: null, failure: null, waitsUntil: null },
  ...{ createdAt: 1_700_000_000_000, settledAt: null },
});
const transaction = (n: number): object => ({
  ...{ hash: hash(n), network: 'bsc', asset: 'USDT', from: own, to: own, amount: '10', fee: '0.2', memo: null },
  ...{ submittedAt: 1_700_000_000_000, block: 100, blockTime: 1_700_000_002_000, confirmations: 5 },
  ...{ confirmationsNeeded: 5, direction: 'out', lost: false },
});
const logRecord = (n: number): object => ({
  ...{ id: String(n), at: 1_700_000_000_000, kind: 'registered', by: 'owner', reason: null, market: null },
  amount: null,
});
const terms = {
  ...{ market: 'main', label: 'Рынок', kind: 'cross', symbol: 'BTCUSDT', direction: 'up', level: '70000' },
  ...{ percent: null, window: null, interval: null, position: null },
};
const alert = (n: number): object => ({
  ...{ id: String(n), ...terms, pause: null, expiresAt: null, createdAt: 1, rings: 0, restsUntil: null },
});
const ring = (n: number): object => ({
  ...{ id: String(n), ...terms, alert: '1', price: '70001', at: 1_700_000_000_000, change: null, seen: true },
});

interface List {
  name: string;
  show: ReactNode;
  /** Where its pages come from. */
  path: string;
  row: (n: number) => object;
  /** Of a page, beside its rows. */
  rest?: object;
  /** What a row says. */
  words: RegExp;
}

const LISTS: List[] = [
  {
    ...{ name: 'trades', show: <HistoryTable onOpenReceipt={() => undefined} />, path: '/api/trading/trades' },
    ...{ row: trade, words: /^Закрыта вами$/ },
  },
  {
    ...{ name: 'funding', show: <FundingList />, path: '/api/trading/funding' },
    ...{ row: payment, words: /0,01/ },
  },
  {
    ...{ name: 'operations', show: <Operations />, path: '/api/payments/transactions' },
    ...{ row: operation, words: /REQ10000\d/ },
  },
  {
    ...{ name: 'the wallet', show: <TransactionList hidden={false} />, path: '/api/wallet/transactions' },
    ...{ row: transaction, words: /^Подтверждён$/ },
  },
  {
    ...{ name: 'the account log', show: <LogList />, path: '/api/account/log' },
    ...{ row: logRecord, words: /^Регистрация по номеру телефона$/ },
  },
  {
    ...{ name: 'rings', show: <RingList />, path: '/api/trading/alerts/history' },
    ...{ row: ring, words: /уровень/ },
  },
  {
    ...{ name: 'an address', show: <AddressView address={own} />, path: `/api/network/addresses/${own}` },
    ...{ row: transaction, rest: { address: own, balances: [] }, words: /^Подтверждён$/ },
  },
];
const ALERTS: List = {
  ...{ name: 'alerts', show: <AlertList />, path: '/api/trading/alerts' },
  ...{ row: alert, rest: { limit: 50 }, words: /цена дойдёт до/ },
};

let answersWell = true;
let hasMore = false;
const asked: string[] = [];
/** The page's end comes into sight when the test says so. */
let seen: (() => void)[] = [];
class FakeObserver {
  readonly #tell: () => void;
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    this.#tell = () => tell([{ isIntersecting: true }]);
    seen.push(this.#tell);
  }
  readonly observe = (): void => undefined;
  readonly disconnect = (): void => {
    seen = seen.filter((tell) => tell !== this.#tell);
  };
}

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const flush = (): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(1);
  });
const scrollDown = async (): Promise<void> => {
  act(() => seen.forEach((tell) => tell()));
  await flush();
};
const renew = async (): Promise<void> => {
  act(() => void client.invalidateQueries());
  await flush();
};
const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await flush();
};
const roleOf = (words: string): string | null => screen.getByText(words, { exact: false }).getAttribute('role');
const says = (words: string): boolean => screen.queryByText(words, { exact: false }) !== null;

async function show({ show: list, path, row, rest }: List): Promise<void> {
  vi.stubGlobal('fetch', async (url: string) => {
    const [place, query] = url.split('?');
    if (place !== path) return Response.json({ items: [], nextCursor: null });
    asked.push(url);
    if (!answersWell) return Response.json({ error: 'Занято', code: 'internal' }, { status: 500 });
    const isNext = query?.includes('cursor=') === true;
    return Response.json({ items: [row(isNext ? 1 : 2)], nextCursor: hasMore && !isNext ? '2' : null, ...rest });
  });
  render(<QueryClientProvider client={client}>{list}</QueryClientProvider>);
  await flush();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  [answersWell, hasMore] = [true, false];
  asked.length = 0;
  seen = [];
});
afterEach(() => {
  cleanup();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const STALE = 'Не удалось обновить: показано то, что загружено раньше.';
const CUT = 'Не удалось загрузить продолжение.';

describe.each([...LISTS, ALERTS])('the list of $name', (list) => {
  it('stays when it could not be read again, says so, and is read again when asked for', async () => {
    await show(list);
    expect(screen.getAllByText(list.words)).toHaveLength(1);
    answersWell = false;
    await renew();
    expect(screen.getAllByText(list.words)).toHaveLength(1);
    expect(roleOf(STALE)).toBe('status');
    expect(screen.queryByRole('alert')).toBeNull();
    answersWell = true;
    await press('Повторить');
    expect(says(STALE)).toBe(false);
    expect(screen.getAllByText(list.words)).toHaveLength(1);
  });

  it('that never came is an error', async () => {
    answersWell = false;
    await show(list);
    expect(screen.getByRole('alert').textContent).toContain('Повторить');
    expect(says(STALE)).toBe(false);
  });
});

describe.each(LISTS)('the pages of $name', (list) => {
  it('stay when no more could be had, which is asked for once, and again when wanted', async () => {
    hasMore = true;
    await show(list);
    answersWell = false;
    await scrollDown();
    expect(asked).toHaveLength(2);
    expect(screen.getAllByText(list.words)).toHaveLength(1);
    expect(roleOf(CUT)).toBe('status');
    await scrollDown();
    await scrollDown();
    expect(asked).toHaveLength(2);
    answersWell = true;
    await press('Повторить');
    expect(asked).toHaveLength(3);
    expect(asked[2]).toContain('cursor=2');
    expect(screen.getAllByText(list.words)).toHaveLength(2);
    expect(says(CUT)).toBe(false);
  });

  it('go on by the button alone after they could not be read again', async () => {
    hasMore = true;
    await show(list);
    answersWell = false;
    await renew();
    expect(asked).toHaveLength(2);
    await scrollDown();
    expect(asked).toHaveLength(2);
    answersWell = true;
    await press('Показать ещё');
    expect(screen.getAllByText(list.words)).toHaveLength(2);
    expect(says(STALE)).toBe(false);
  });
});
