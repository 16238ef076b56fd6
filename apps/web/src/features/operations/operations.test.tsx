import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Operation } from '@plecho/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Operations } from './operations.tsx';

const live: Operation[] = [];
vi.mock('@/live/index.ts', () => ({ usePayments: () => ({ loaded: true, operations: live, wallet: [] }) }));
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: vi.fn() } }) }));

const base: Operation = {
  id: '1',
  market: 'main',
  type: 'deposit',
  status: 'pending',
  code: 'REQ100001',
  amount: '100',
  currency: 'USDT',
  network: 'bsc',
  address: 'sim1eqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqabcdef',
  memo: null,
  txHash: 'simtx1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq',
  fee: '0',
  confirmations: 1,
  confirmationsNeeded: 5,
  value: null,
  price: null,
  card: null,
  failure: null,
  waitsUntil: null,
  createdAt: 1_700_000_000_000,
  settledAt: null,
};
const card: Partial<Operation> = { type: 'card', currency: 'RUB', amount: '5000', network: null, address: null };
const items: Operation[] = [
  base,
  { ...base, id: '2', code: 'REQ100002', type: 'withdraw', status: 'completed', confirmations: 5 },
  {
    ...base,
    ...card,
    id: '3',
    code: 'REQ100003',
    txHash: null,
    status: 'failed',
    failure: 'bankDeclined',
    card: 'declined',
  },
  { ...base, id: '4', code: 'REQ100004', status: 'completed' },
];

const asked = vi.fn<(url: string) => void>();
const text = (): string => (document.body.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');

async function show(shown: Operation[]): Promise<void> {
  vi.stubGlobal('fetch', async (url: string) => {
    asked(url);
    return new Response(
      JSON.stringify(url.includes('/payments/') ? { items: shown, nextCursor: null } : { items: [] }),
    );
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Operations />
    </QueryClientProvider>,
  );
  await act(async () => {
    await vi.advanceTimersByTimeAsync(0);
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  asked.mockReset();
  live.length = 0;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('Operations', () => {
  it('names every status as the spec does', async () => {
    await show(items);
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent?.replaceAll(/[\u202f\u00a0]/g, ' '));
    expect(rows[0]).toContain('Обработка · 1 из 5');
    expect(rows[1]).toContain('−100,00 уч. USDTВыплачено');
    expect(rows[2]).toContain('+5 000 уч. RUBОтклонено');
    expect(rows[3]).toContain('+100,00 уч. USDTЗачислено');
  });

  it('leads back to the bank from a top-up that waits there', async () => {
    const waitsUntil = Date.now() + 60_000;
    await show([{ ...base, ...card, id: '3', code: 'REQ100003', txHash: null, card: 'secure', waitsUntil }]);
    const row = screen.getByRole('listitem');
    expect(row.textContent).toMatch(/Ждёт вас(?!.*Обработка)/);
    expect(row.textContent).toContain('Ждёт вас на странице банка до');
    expect(screen.getByRole('link', { name: 'Вернуться на страницу банка' }).getAttribute('href')).toBe(
      '/deposit?payment=3',
    );
  });

  it('goes on as the stream tells it', async () => {
    live.push({ ...base, status: 'completed', confirmations: 5, value: '100' });
    await show(items.slice(0, 1));
    expect(text()).toContain('Зачислено');
  });

  it('opens everything about one, with the reason of a failure in words', async () => {
    await show(items);
    fireEvent.click(screen.getByRole('button', { name: /REQ100003/ }));
    expect(text()).toContain('Банк отклонил платёж.');
    expect(text()).toContain('#REQ100003');
    expect(screen.getAllByRole('button', { name: 'Скопировать код', hidden: true })).toHaveLength(1);
  });

  it('filters by type and status on the server', async () => {
    await show([]);
    expect(text()).toContain('Нет операций');
    fireEvent.change(screen.getByLabelText('Тип'), { target: { value: 'withdraw' } });
    fireEvent.change(screen.getByLabelText('Статус'), { target: { value: 'failed' } });
    await act(async () => {
      await vi.advanceTimersByTimeAsync(0);
    });
    expect(asked).toHaveBeenLastCalledWith('/api/payments/transactions?type=withdraw&status=failed');
    expect(text()).toContain('Таких операций нет');
  });
});
