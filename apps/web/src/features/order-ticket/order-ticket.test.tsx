import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { parsePrice, parseUsdt } from '@plecho/domain';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { intents } from '@/api/intents/carry-out.ts';
import { FakeServer } from '@/api/intents/fake-server.ts';
import type { Connection } from '@/live/index.ts';
import { marketTime } from '@/lib/market-time.ts';
import { OrderTicket } from './order-ticket.tsx';
import { useOrderTicket, type OrderTicket as Ticket } from './use-order-ticket.ts';
import type { TicketDraft } from './validate.ts';

const RULES = { maxLeverage: 3, maxSharePercent: '12.5' };
const MARKET = {
  ...{ id: 'main', status: 'open', halted: false, maintenanceMarginPercent: '0.5' },
  ...{ takerFeePercent: '0', makerFeePercent: '0', classRules: null as typeof RULES | null },
};
vi.mock('@/api/queries.ts', () => ({ useMarket: () => MARKET, useSession: () => ({ user: null }) }));
vi.mock('@/api/selected-market.tsx', () => ({ useMarket: () => MARKET }));
vi.mock('@/api/candles.ts', () => ({ useMoveFrequency: () => ({ data: undefined }) }));

const price = parsePrice('100') ?? 0n;
const account = {
  ...{ loaded: true, refusal: null, orders: [], positions: [] },
  balances: { available: parseUsdt('1000') ?? 0n },
};
let connection: Connection['state'] = 'live';
vi.mock('@/live/index.ts', () => ({
  useAccount: () => account,
  useAccountTotals: () => ({ equity: account.balances.available }),
  useConnection: () => ({ state: connection }),
  useMarketState: () => null,
  useTicker: () => ({ last: price, ask: price, bid: price }),
  useStale: () => ({ stale: false }),
  usePair: () => ({ priceDecimals: 2, spreadPercent: '0', baseAsset: 'BTC' }),
  useMarketClock: () => () => 0,
  useExpiryClock: () => ({ now: 0, time: marketTime(null) }),
  entryQuote: () => price,
  exitQuote: () => price,
}));

let server = new FakeServer();
let ticket: Ticket;
let isConcealed = false;

function Desk() {
  const own = useOrderTicket('BTCUSDT');
  useEffect(() => {
    ticket = own;
  });
  return <OrderTicket ticket={own} guess={{ isConcealed, panel: null, option: null }} />;
}
const desk = () => (
  <QueryClientProvider client={new QueryClient()}>
    <Desk />
  </QueryClientProvider>
);
/** The desk's ticket with that typed into it; what is folded away has come when its kind needs it. */
async function show(typed: Partial<TicketDraft>): Promise<() => void> {
  const { rerender } = render(desk());
  await act(async () => {
    ticket.setMore(true);
    ticket.set(typed);
    await vi.dynamicImportSettled();
  });
  return () => rerender(desk());
}
const button = (): HTMLButtonElement => screen.getByRole('button', { name: /^(Открыть|Поставить)/ });
const press = (): Promise<void> =>
  act(async () => {
    fireEvent.click(button());
    await vi.advanceTimersByTimeAsync(0);
  });
/** A control by the beginning of its name: what a term means is a part of it here. */
const control = <T extends HTMLElement = HTMLElement>(role: 'textbox' | 'slider', label: string): T =>
  screen.getByRole<T>(role, { name: (name) => name.startsWith(label) });
/** Names and figures, those that stand beside the button; once on the whole ticket. */
function risks(): Record<string, string> {
  const bar = button().parentElement;
  const names = bar === null ? [] : within(bar).queryAllByRole('term');
  const text = (element: Element | null): string => (element?.textContent ?? '').replaceAll(/\s/g, ' ');
  return Object.fromEntries(
    names.map((name) => [text(name.querySelector('button') ?? name), text(name.nextElementSibling)]),
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  MARKET.classRules = null;
  connection = 'live';
  isConcealed = false;
});
afterEach(() => {
  cleanup();
  intents.forgetAll('');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the button of a ticket with something wrong in it', () => {
  it.each([
    ['Стоп-цена', { kind: 'oco', limitPrice: '90' }],
    ['Сумма (маржа)', { amount: '' }],
    ['Стоп-лосс', { stopLoss: '110' }],
  ] as const)('leads to the field that says what: %s', async (label, typed) => {
    await show(typed);
    const { scrollIntoView } = HTMLElement.prototype;
    const scrolled: unknown[] = [];
    HTMLElement.prototype.scrollIntoView = function (this: HTMLElement) {
      scrolled.push(this);
    };
    await press();
    HTMLElement.prototype.scrollIntoView = scrollIntoView;
    const field = control('textbox', label);
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(scrolled).toEqual([field]);
    expect(server.sent).toEqual([]);
  });

  it('leads to the field that the server refused', async () => {
    await show({ amount: '10' });
    server.refusal = { error: 'Недостаточно средств', code: 'insufficient_funds', status: 409 };
    await press();
    expect(server.sent).toHaveLength(1);
    expect(document.activeElement).toBe(control('textbox', 'Сумма (маржа)'));
  });

  it('leaves whoever types somewhere else by then where they are', async () => {
    await show({ amount: '10' });
    const elsewhere = document.body.appendChild(document.createElement('input'));
    server.refusal = { error: 'Недостаточно средств', code: 'insufficient_funds', status: 409 };
    fireEvent.click(button());
    elsewhere.focus();
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByText('Недостаточно средств')).toBeTruthy();
    expect(document.activeElement).toBe(elsewhere);
    elsewhere.remove();
  });

  it('leads to what the server refused after the review too', async () => {
    await show({ kind: 'limit', limitPrice: '90', takeProfit: '120' });
    server.refusal = { error: 'Не с той стороны', code: 'take_profit_wrong_side', status: 409 };
    const amount = control('textbox', 'Сумма (маржа)');
    amount.focus();
    act(() => amount.closest('form')?.requestSubmit());
    await act(async () => {
      fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Поставить ордер Long' }));
      await vi.advanceTimersByTimeAsync(0);
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(control('textbox', 'Тейк-профит'));
  });

  it('leads there from Enter too', async () => {
    await show({ stopLoss: '110' });
    act(() => control('textbox', 'Сумма (маржа)').closest('form')?.requestSubmit());
    expect(document.activeElement).toBe(control('textbox', 'Стоп-лосс'));
  });
});

describe('what is risked', () => {
  it('stands beside the button, and nowhere else', async () => {
    await show({ amount: '100', leverage: 10 });
    expect(risks()).toEqual({
      'Цена ликвидации': '90,45 (−9,55 %)',
      'При −1 % против вас': '−10,00',
      'При −5 % против вас': '−50,00',
    });
    expect(screen.getAllByText('При −5 % против вас')).toHaveLength(1);
    expect(screen.queryByText('Если сработает стоп:')).toBeNull();
  });

  it('is not shown before it was guessed', async () => {
    isConcealed = true;
    await show({ amount: '100', leverage: 10 });
    expect(risks()).toEqual({});
    expect(screen.queryByText('При −5 % против вас')).toBeNull();
  });

  it('is that of the stop of two orders, and says so wherever figures are, in the review too', async () => {
    await show({ kind: 'oco', limitPrice: '90', stopPrice: '110', stopLoss: '89', leverage: 5 });
    expect(risks()['Цена ликвидации']).toBe('88,44 (−19,60 %)');
    // At the figures of the size, at the risk to the stop loss and at the button.
    expect(screen.getAllByText('Если сработает стоп:')).toHaveLength(3);
    act(() => button().closest('form')?.requestSubmit());
    const review = within(screen.getByRole('dialog'));
    expect(review.getAllByText('Если сработает стоп:')).toHaveLength(1);
    expect(review.getByText('При −5 % против вас')).toBeTruthy();
  });
});

describe('the largest leverage of a class', () => {
  it('bounds a size by risk, too', async () => {
    MARKET.classRules = RULES;
    await show({ sizing: 'risk', riskUnit: 'usdt', risk: '50', stopLoss: '99' });
    expect(screen.getByText(/^Даже при плече 3x нужно/)).toBeTruthy();
  });
});

describe('without a connection', () => {
  it.each(['reconnecting', 'offline'] as const)('nothing can be sent, once that has lasted (%s)', async (state) => {
    const renew = await show({ amount: '10' });
    expect(button().disabled).toBe(false);
    connection = state;
    renew();
    act(() => void vi.advanceTimersByTime(1_999));
    expect(button().disabled).toBe(false);
    act(() => void vi.advanceTimersByTime(1));
    expect(button().disabled).toBe(true);
    expect(screen.getByRole('alert').textContent).toBe('Связи с сервером нет: ордера сейчас не отправить');
    connection = 'live';
    renew();
    expect(button().disabled).toBe(false);
  });
});

describe('the rules of a class', () => {
  it('bound the leverage and are named beneath the amount', async () => {
    localStorage.setItem('plecho:ticket', JSON.stringify({ kind: 'market', amount: '100', leverage: 10 }));
    MARKET.classRules = RULES;
    await show({});
    const slider = control<HTMLInputElement>('slider', 'Плечо');
    expect([slider.max, slider.value, ticket.draft.leverage]).toEqual(['3', '3', 3]);
    expect(screen.getAllByRole('button', { name: /^\d+x$/ }).map(({ textContent }) => textContent)).toEqual([
      '1x',
      '3x',
    ]);
    expect(screen.getByText('По правилам класса не больше 12,5 % счёта')).toBeTruthy();
    await press();
    expect(server.sent.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([{ leverage: 3 }]);
  });

  it('are those of no other market', async () => {
    await show({ leverage: 10 });
    expect(control<HTMLInputElement>('slider', 'Плечо').max).toBe('10');
    expect(screen.queryByText(/По правилам класса/)).toBeNull();
  });
});
