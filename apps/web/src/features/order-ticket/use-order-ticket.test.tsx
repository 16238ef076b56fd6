import { act, cleanup, renderHook } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { parsePrice, parseUsdt } from '@plecho/domain';
import { createElement, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { intents } from '@/api/intents/carry-out.ts';
import { FakeServer } from '@/api/intents/fake-server.ts';
import { useOrderTicket } from './use-order-ticket.ts';
import type { TicketDraft } from './validate.ts';

const MARKET = {
  ...{ id: 'main', status: 'open', halted: false, maintenanceMarginPercent: '0.5' },
  ...{ takerFeePercent: '0.05', makerFeePercent: '0.02' },
};
vi.mock('@/api/queries.ts', () => ({ useMarket: () => MARKET, useSession: () => ({ user: null }) }));
vi.mock('@/api/selected-market.tsx', () => ({ useMarket: () => MARKET }));
vi.mock('@/api/candles.ts', () => ({ useMoveFrequency: () => ({ data: undefined }) }));

const price = parsePrice('100') ?? 0n;
const account = {
  ...{ loaded: true, refusal: null, orders: [], positions: [] },
  balances: { available: parseUsdt('1000') ?? 0n },
};
let clock = 0;
vi.mock('@/live/index.ts', () => ({
  useAccount: () => account,
  useAccountTotals: () => ({ equity: account.balances.available }),
  useConnection: () => ({ state: 'live' }),
  useMarketState: () => null,
  useTicker: () => ({ last: price, ask: price, bid: price }),
  useStale: () => ({ stale: false }),
  usePair: () => ({ priceDecimals: 2, spreadPercent: '0' }),
  useMarketClock: () => () => clock,
  entryQuote: () => price,
  exitQuote: () => price,
}));

const client = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children);
/** A ticket in which that was typed. */
function ticketOf(typed: Partial<TicketDraft>) {
  const hook = renderHook(() => useOrderTicket('BTCUSDT'), { wrapper });
  act(() => hook.result.current.set(typed));
  return hook;
}

let server = new FakeServer();

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  cleanup();
  intents.forgetAll('');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what the opening costs', () => {
  const limit = { kind: 'limit', limitPrice: '90', amount: '996', leverage: 10 } as const;

  it('E13 is the maker fee for a limit order that will rest', () => {
    const { result } = ticketOf(limit);
    expect([result.current.errors, result.current.preview?.openFee]).toEqual([{}, parseUsdt('1.992')]);
    expect([result.current.openingFeePercent, result.current.max]).toEqual(['0.02', parseUsdt('998')]);
    expect(result.current.check()).toBe(true);
  });

  it('E13 is the taker fee for one that the market has reached, and for every other kind', () => {
    const reached = ticketOf({ ...limit, limitPrice: '110' }).result.current;
    expect(reached.errors).toEqual({ amount: 'Недостаточно средств' });
    const oco = ticketOf({ ...limit, kind: 'oco', stopPrice: '110' }).result.current;
    expect(oco.errors).toEqual({ amount: 'Недостаточно средств' });
    expect([reached.openingFeePercent, oco.openingFeePercent]).toEqual(['0.05', '0.05']);
  });

  it('E13 is counted into a size by risk', () => {
    const risk = { ...limit, sizing: 'risk', risk: '10', riskUnit: 'usdt', stopLoss: '81' } as const;
    // 10 of 10 % to the stop loss, 0.02 % at 90 and 0.05 % at 81.
    expect(ticketOf(risk).result.current.draft.amount).toBe('99,35');
  });
});

describe('a ticket that was sent without an answer', () => {
  const submit = async ({ result }: ReturnType<typeof ticketOf>): Promise<void> => {
    await act(async () => {
      void result.current.submit();
      await vi.advanceTimersByTimeAsync(31_000);
    });
  };
  const resting = { kind: 'limit', limitPrice: '90', amount: '10', expiry: 'hour' } as const;

  it('L6 is the same request when it is sent again, whatever the clock says by then', async () => {
    const ticket = ticketOf(resting);
    clock = 1_000_000;
    server.fates = ['unreached'];
    await submit(ticket);
    expect(ticket.result.current.errors).toEqual({ form: 'Ответа пока нет. Повторите: второй заявки не будет.' });
    clock += 5_000;
    server.fates = ['answered'];
    await submit(ticket);
    expect(ticket.result.current.errors).toEqual({});
    expect(server.orders.map((body) => JSON.parse(body) as unknown)).toMatchObject([{ expiresAt: 4_600 }]);
    expect(new Set(server.sent.map(({ key }) => key)).size).toBe(1);
  });

  it('L6 says no longer that sending again makes no second one, when it was found out what became of the first', async () => {
    const ticket = ticketOf(resting);
    server.fates = ['unreached'];
    await submit(ticket);
    expect(ticket.result.current.errors).toEqual({ form: 'Ответа пока нет. Повторите: второй заявки не будет.' });
    server.fates = ['answered'];
    await act(async () => {
      intents.resume('account');
      await vi.advanceTimersByTimeAsync(0);
    });
    expect(ticket.result.current.errors).toEqual({
      form: 'Повтор теперь будет новой заявкой. Посмотрите, что вышло с прошлой.',
    });
  });

  it('is another request once its outcome is known', async () => {
    const ticket = ticketOf(resting);
    clock = 1_000_000;
    server.refusal = { error: 'Недостаточно средств', code: 'insufficient_funds', status: 409 };
    await submit(ticket);
    clock += 5_000;
    await submit(ticket);
    expect(server.sent.map(({ body }) => (JSON.parse(body) as { expiresAt: number }).expiresAt)).toEqual([
      4_600, 4_605,
    ]);
  });

  it('is told by the app when it has left the page and was refused', async () => {
    const told: string[] = [];
    const deaf = intents.onEnd((_, ending) => told.push(ending.name));
    const ticket = ticketOf(resting);
    server.fates = ['unreached', 'answered'];
    server.refusal = { error: 'Недостаточно средств', code: 'insufficient_funds', status: 409 };
    await act(async () => {
      void ticket.result.current.submit();
      await vi.advanceTimersByTimeAsync(0);
    });
    ticket.unmount();
    await vi.advanceTimersByTimeAsync(5_000);
    deaf();
    expect(told).toEqual(['refused']);
  });
});
