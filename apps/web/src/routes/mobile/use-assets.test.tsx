import { act, cleanup, renderHook } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAssets, type Assets } from './use-assets.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
vi.mock('@/api/queries.ts', () => ({ useMarket: () => ({ symbols: [] }) }));
vi.mock('@/api/selected-market.tsx', () => ({ useMarket: () => ({ id: 'main' }) }));
const recentTrades: never[] = [];
vi.mock('@/live/index.ts', () => ({
  useAccount: () => ({ loaded: true, recentTrades }),
  useAccountTotals: () => ({ pnl: 0n }),
  useMarketNow: () => NOW,
  useTicker: () => undefined,
}));

const trade = (id: string) => ({ id, pnl: '20', fee: '1', closeTime: NOW / 1000 - 60 });

let answersWell = true;
let hasMore = false;
let asked = 0;
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const flush = (): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(10);
  });

async function assets(): Promise<() => Assets> {
  vi.stubGlobal('fetch', async (url: string) => {
    asked += 1;
    if (!answersWell || (hasMore && url.includes('cursor='))) {
      return Response.json({ error: 'Занято', code: 'internal' }, { status: 500 });
    }
    return Response.json({ items: [trade('9')], nextCursor: hasMore ? '9' : null });
  });
  const { result } = renderHook(() => useAssets(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  await flush();
  return () => result.current;
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  [answersWell, hasMore, asked] = [true, false, 0];
});
afterEach(() => {
  cleanup();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what a phone shows of the account', () => {
  it('stays known when its trades could not be read again', async () => {
    const now = await assets();
    const { day } = now();
    expect(day).not.toBeNull();
    answersWell = false;
    act(() => void client.invalidateQueries());
    await flush();
    expect(asked).toBe(2);
    expect(now()).toMatchObject({ day, tradesKnown: true, tradesFailed: false });
    expect(now().trades).toHaveLength(1);
  });

  it('is not told before all trades of the day are there, and those that can’t be had are asked for once', async () => {
    hasMore = true;
    const now = await assets();
    await flush();
    await flush();
    expect(asked).toBe(2);
    expect(now()).toMatchObject({ day: null, tradesKnown: true, tradesFailed: true });
    hasMore = false;
    act(() => now().retryTrades());
    await flush();
    expect(now()).toMatchObject({ tradesFailed: false });
    expect(now().day).not.toBeNull();
  });
});
