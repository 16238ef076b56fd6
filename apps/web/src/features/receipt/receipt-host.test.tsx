import { act, cleanup, render, screen } from '@testing-library/react';
import { api, type Trade } from '@plecho/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MessageLine } from '@/ui/toast.tsx';
import { ReceiptHost } from './receipt-host.tsx';

const account = vi.hoisted(() => ({ recentTrades: [] as unknown[] }));
vi.mock('@/live/index.ts', () => ({ useAccount: () => account }));
vi.mock('@/api/selected-market.tsx', () => ({ useMarketParam: () => undefined }));
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: () => undefined } }) }));
vi.mock('./receipt-view.tsx', () => ({ ReceiptView: () => null }));

const example = api.trades.list.example.answer.items[0] as unknown as Trade;
const liquidated: Trade = { ...example, id: '9', reason: 'liquidation', pnl: '-95.5', fee: '4.6' };

const page = () => (
  <>
    <ReceiptHost onShown={() => undefined}>{null}</ReceiptHost>
    <MessageLine />
  </>
);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  act(() => void vi.advanceTimersByTime(60_000));
  cleanup();
  vi.useRealTimers();
});

it('E7 the message of a liquidation names what the account lost, with the fee that took the rest of the margin', () => {
  const { rerender } = render(page());
  account.recentTrades = [liquidated];
  rerender(page());
  expect(screen.getByText('−100,10 уч. USDT')).toBeTruthy();
});
