import { configure, renderHook, waitFor } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useNamedMarket } from './queries.ts';

configure({ asyncUtilTimeout: 60_000 });

const main = { id: 'main', main: true };
const session = { id: 'session-1', main: false, session: {} };

/** @param one what the server answers when a market is asked for by its name */
function named(wanted: string | undefined, one: () => Response) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return url === '/api/trading/markets' ? Response.json({ items: [main] }) : one();
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { asked, ...renderHook(() => useNamedMarket(wanted), { wrapper }) };
}

afterEach(() => vi.unstubAllGlobals());

it('a personal replay that is not in the list is asked for by its name', async () => {
  const { result, asked } = named('session-1', () => Response.json(session));
  await waitFor(() => expect(result.current.market).toEqual(session));
  expect(asked).toEqual(['/api/trading/markets', '/api/trading/markets/session-1']);
  expect(result.current.isUnknown).toBe(false);
});

it('nobody is asked for a market that is in the list', async () => {
  const { result, asked } = named(undefined, () => Response.error());
  await waitFor(() => expect(result.current.market).toEqual(main));
  expect(asked).toEqual(['/api/trading/markets']);
});

it('somebody else’s replay is no market, and a silent server is no answer', async () => {
  const refusal = { error: 'Такого рынка нет', code: 'unknown_market' };
  const { result } = named('session-2', () => Response.json(refusal, { status: 404 }));
  await waitFor(() => expect(result.current.isUnknown).toBe(true));
  expect(result.current.isFailed).toBe(false);
  const silent = named('session-2', () => Response.json({ error: '-', code: 'unavailable' }, { status: 503 }));
  await waitFor(() => expect(silent.result.current.isFailed).toBe(true));
  expect(silent.result.current.isUnknown).toBe(false);
});
