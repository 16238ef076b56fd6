import { renderHook } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { NewAlert } from '@plecho/contract';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useAddAlert } from './alerts.ts';
import { FakeServer, type Fate } from './intents/fake-server.ts';

vi.mock('./selected-market.tsx', () => ({ useMarket: () => ({ id: 'main' }) }));

afterEach(() => vi.unstubAllGlobals());

const body: NewAlert = { kind: 'cross', symbol: 'BTCUSDT', level: '70000', pause: null, expiresAt: null };

/** Presses once for each of what becomes of the requests. @returns keys of the requests, and how many alerts were set */
async function pressed(...fates: Fate[]): Promise<{ keys: string[]; set: number }> {
  const server = new FakeServer();
  server.fates = [...fates];
  vi.stubGlobal('fetch', server.fetch);
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useAddAlert(), { wrapper });
  for (const _ of fates) await result.current.mutateAsync({ draft: 'draft', body }).catch(() => undefined);
  return { keys: server.sent.map(({ key }) => key), set: server.orders.length };
}

describe('an alert that is asked for again', () => {
  const slower = { status: 429, body: JSON.stringify({ error: 'Слишком часто', code: 'rate_limited' }) };
  const refused = { status: 409, body: JSON.stringify({ error: 'Цена уже там', code: 'alert_reached' }) };

  it.each<[string, Fate[]]>([
    ['nothing came, and then it was turned away', ['lost', slower, 'answered']],
    ['something unreadable came', [{ status: 200, body: '{' }, 'answered']],
    ['the server failed', [{ status: 500 }, 'answered']],
  ])('L6 is the same one when %s', async (_, fates) => {
    const { keys, set } = await pressed(...fates);
    expect([new Set(keys).size, keys.length, set]).toEqual([1, fates.length, 1]);
  });

  it('is another one when it was refused, or set', async () => {
    const { keys } = await pressed(refused, slower, 'answered', 'answered');
    expect(new Set(keys).size).toBe(4);
  });
});
