import { act, cleanup, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { WalletTransaction } from '@plecho/contract';
import { encodeAddress, encodeTransactionHash } from '@plecho/network';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TransactionList } from './transaction-list.tsx';

vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: vi.fn() } }) }));

const own = encodeAddress('evm', new Uint8Array(20).fill(1));
const other = encodeAddress('evm', new Uint8Array(20).fill(2));
const transaction = (at: number, change: Partial<WalletTransaction>): WalletTransaction => ({
  hash: encodeTransactionHash(new Uint8Array(32).fill(at)),
  network: 'bsc',
  asset: 'USDT',
  from: own,
  to: other,
  amount: '10',
  fee: '0.2',
  memo: null,
  submittedAt: 1_700_000_000_000,
  block: 100,
  blockTime: 1_700_000_002_000,
  confirmations: 5,
  confirmationsNeeded: 5,
  direction: 'out',
  lost: false,
  ...change,
});

const fetched = vi.fn<typeof fetch>();

async function show(items: WalletTransaction[], hidden = false): Promise<string[]> {
  fetched.mockImplementation(async () => new Response(JSON.stringify({ items, nextCursor: null })));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TransactionList hidden={hidden} />
    </QueryClientProvider>,
  );
  await act(async () => {
    await vi.advanceTimersByTimeAsync(10);
  });
  return screen.queryAllByRole('listitem').map((row) => (row.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' '));
}

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('TransactionList', () => {
  it('says of each transaction which way it went and how far it is', async () => {
    const rows = await show([
      transaction(1, { block: null, confirmations: 0 }),
      transaction(2, { confirmations: 2 }),
      transaction(3, { direction: 'in', from: null, to: own }),
    ]);
    expect(rows[0]).toContain('Отправлено на sim1e');
    expect(rows[0]).toContain('−10,00 уч. USDTЖдёт блока');
    expect(rows[1]).toContain('2 из 5');
    expect(rows[2]).toContain('Получено новые монеты');
    expect(rows[2]).toContain('+10,00 уч. USDTПодтверждён');
  });

  it('marks coins that are lost, and explains why', async () => {
    const [lost] = await show([transaction(1, { lost: true, network: 'polygon' })]);
    expect(lost).toContain('Потеряны');
    expect(lost).toContain('зачислить его некому');
  });

  it('asks again while a transaction waits, and no longer when all are final', async () => {
    await show([transaction(1, { block: null, confirmations: 0 })]);
    fetched.mockImplementation(
      async () => new Response(JSON.stringify({ items: [transaction(1, {})], nextCursor: null })),
    );
    await act(() => vi.advanceTimersByTimeAsync(4_100));
    expect(fetched).toHaveBeenCalledTimes(2);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('hides amounts, and has words for none', async () => {
    const [row] = await show([transaction(1, {})], true);
    expect(row).not.toContain('10,00');
    cleanup();
    await show([]);
    expect(document.body.textContent).toContain('Переводов пока нет');
  });
});
