import { act, cleanup, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { LogRecord } from '@plecho/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LogList } from './log-list.tsx';
import { reasonText } from './log-texts.ts';

const fetched = vi.fn<typeof fetch>();
const record = (change: Partial<LogRecord>): LogRecord => ({
  id: '1',
  at: 1_700_000_000_000,
  kind: 'registered',
  by: 'owner',
  reason: null,
  market: null,
  amount: null,
  ...change,
});

async function show(items: LogRecord[] | null): Promise<string> {
  fetched.mockImplementation(async (url) => {
    if (typeof url !== 'string' || !url.includes('/account/log')) return new Response(JSON.stringify({ items: [] }));
    return items === null
      ? new Response('{}', { status: 400 })
      : new Response(JSON.stringify({ items, nextCursor: null }));
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LogList />
    </QueryClientProvider>,
  );
  await act(async () => {
    await vi.advanceTimersByTimeAsync(0);
  });
  return (document.body.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('LogList', () => {
  it('C4: shows what an operator did, with reason and amount', async () => {
    const text = await show([
      record({
        id: '3',
        kind: 'adjusted',
        by: 'operator',
        reason: 'mistakeCorrected',
        market: 'main',
        amount: '-25.5',
      }),
      record({ id: '2', kind: 'blocked', by: 'operator', reason: 'conduct' }),
      record({}),
    ]);
    expect(text).toContain('Баланс изменёнОператор');
    expect(text).toContain('Причина: исправление ошибки');
    expect(text).toContain('−25,50 уч. USDT');
    expect(text).toContain('Счёт заблокирован');
    expect(text).toContain('Причина: нарушение правил');
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
  });

  it('has words for an empty log and for one that can’t be had', async () => {
    expect(await show([])).toContain('Записей пока нет');
    cleanup();
    expect(await show(null)).toContain('Не удалось загрузить журнал');
  });

  it('C4: shows no text that it does not know', () => {
    expect(reasonText('<a href="https://example.org">')).toBe('другая причина');
    expect(reasonText('constructor')).toBe('другая причина');
  });
});
