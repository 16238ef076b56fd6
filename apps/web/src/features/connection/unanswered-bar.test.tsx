import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { intents } from '@/api/intents/carry-out.ts';
import { FakeServer } from '@/api/intents/fake-server.ts';
import type { Ask } from '@/api/intents/intent.ts';
import { MessageLine, toast } from '@/ui/toast.tsx';
import { UnansweredBar } from './unanswered-bar.tsx';

const connection = { state: 'live' };
vi.mock('@/live/index.ts', () => ({ useConnection: () => connection }));

const MINUTE = 60_000;
const order: Ask = {
  kind: 'open',
  endpoint: 'POST /api/trading/positions',
  query: { market: 'main' },
  body: { symbol: 'BTCUSDT', type: 'short', amount: '1250.5', leverage: 5 },
};

let server = new FakeServer();
const client = new QueryClient();
const page = (area: 'account' | 'operator' = 'account') => (
  <QueryClientProvider client={client}>
    <UnansweredBar area={area} />
    <MessageLine />
  </QueryClientProvider>
);
const pass = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const text = (): string => (document.body.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');
const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
};
/** An order whose answer never came, made in a page that has been left since. */
async function leaveUnanswered(ask: Ask): Promise<void> {
  intents.carryOut(ask).catch(() => undefined);
  await pass(31_000);
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 12, 3) });
  localStorage.clear();
  connection.state = 'live';
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  intents.forgetAll('');
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('UnansweredBar', () => {
  it('is not there while nothing is in doubt', async () => {
    render(page());
    await act(() => intents.carryOut(order));
    expect(screen.queryByRole('region')).toBeNull();
    expect(text()).toBe('');
  });

  it('says what is being found out while it is', async () => {
    server.fates = ['lost', 'unreached'];
    render(page());
    intents.carryOut(order).catch(() => undefined);
    await pass(1_000);
    const name = 'Short BTCUSDT, 1 250,50 уч. USDT, 5x';
    expect(text()).toContain(`Проверяем, что стало с заявкой от 12:03: ${name}`);
    expect(screen.queryByRole('button')).toBeNull();
    await pass(30_000);
    expect(text()).toContain(`Неизвестно, принята ли заявка от 12:03: ${name}.`);
    expect(text()).toContain('Если заявка не дошла, она исполнится сейчас. Дважды она не исполнится.');
  });

  it('L6 checks when the person wants to know, and tells the outcome once', async () => {
    server.fates = ['lost', 'unreached'];
    await leaveUnanswered(order);
    await pass(2 * MINUTE);
    render(page());
    await pass(MINUTE);
    server.fates = ['answered'];
    const asked = vi.spyOn(client, 'invalidateQueries');
    await press('Проверить и отправить');
    expect(screen.getAllByText('Заявка от 12:03 принята')).toHaveLength(1);
    expect(server.orders).toHaveLength(1);
    expect(new Set(server.sent.map(({ key }) => key)).size).toBe(1);
    expect(screen.queryByRole('region')).toBeNull();
    expect(asked).toHaveBeenCalledWith();
  });

  it('tells why it was refused', async () => {
    server.fates = ['unreached'];
    await leaveUnanswered(order);
    await pass(2 * MINUTE);
    render(page());
    server.fates = ['answered'];
    server.refusal = { error: 'Недостаточно средств', code: 'insufficient_funds', status: 409 };
    await press('Проверить и отправить');
    expect(text()).toContain('Заявка от 12:03 отклонена: Недостаточно средств');
  });

  it('forgets, and sends nothing', async () => {
    server.fates = ['unreached'];
    await leaveUnanswered(order);
    render(page());
    await pass(2 * MINUTE);
    const { length } = server.sent;
    await press('Забыть');
    expect(screen.queryByRole('region')).toBeNull();
    await pass(MINUTE);
    expect(server.sent).toHaveLength(length);
  });

  it('asks by itself when the server is back, about what is fresh', async () => {
    connection.state = 'reconnecting';
    server.fates = ['lost', 'unreached'];
    const { rerender } = render(page());
    await leaveUnanswered(order);
    server.fates = ['answered'];
    connection.state = 'live';
    rerender(page());
    await pass(0);
    expect(text()).toContain('Заявка от 12:03 принята');
    expect(server.orders).toHaveLength(1);
  });

  it('names everything that can be in doubt, the practice money as such', async () => {
    server.fates = ['unreached'];
    const post = { endpoint: 'POST /api' };
    const asks: Ask[] = [
      { ...post, kind: 'placeOrder', body: { ...(order.body as object), limitPrice: '60000.5' } },
      { ...post, kind: 'cancelOrder', subject: '1', about: 'ETHUSDT' },
      { ...post, kind: 'setTriggers', subject: '2', about: 'ETHUSDT' },
      { ...post, kind: 'close', subject: '3', about: 'SOLUSDT' },
      { ...post, kind: 'close', subject: '4', about: 'SOLUSDT', query: { portion: '0.125' } },
      { ...post, kind: 'startSeason' },
      { ...post, kind: 'sendCoins', body: { amount: '0.5', asset: 'BTC' } },
      { ...post, kind: 'claimDeposit', body: { amount: '100', currency: 'USDT' } },
      { ...post, kind: 'topUp', body: { amountRub: 5000, card: 'approved' } },
      { ...post, kind: 'bankConfirm', subject: '7', body: { code: '1234' } },
      { ...post, kind: 'withdraw', body: { amount: '20', currency: 'ETH' } },
    ];
    for (const [n, ask] of asks.entries())
      intents.carryOut({ ...ask, endpoint: `POST /api/${n}` }).catch(() => undefined);
    await pass(MINUTE + 1);
    render(page());
    const shown = screen
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replaceAll(/[\u202f\u00a0]/g, ' '));
    expect(shown.map((line) => /12:03: (.*?)\.(?:Если|$)/.exec(line ?? '')?.[1])).toEqual([
      'ордер Short BTCUSDT, 1 250,50 уч. USDT, 5x, по 60000,5',
      'отменить ордер ETHUSDT',
      'уровни ETHUSDT',
      'закрыть SOLUSDT',
      'закрыть 12,5 % SOLUSDT',
      'начать новый сезон',
      'перевод 0,5 уч. BTC',
      'пополнение 100 уч. USDT',
      'пополнение картой на 5000 уч. RUB',
      'подтвердить платёж картой',
      'вывод 20 уч. ETH',
    ]);
  });

  it('speaks English in the operator area, of what was asked for there', async () => {
    server.fates = ['unreached'];
    await leaveUnanswered(order);
    await leaveUnanswered({
      kind: 'adjust',
      endpoint: 'POST /api/admin/balance/adjust',
      body: { phone: '+79160000001', market: 'main', amount: '-50', reason: 'classTask' },
    });
    render(page('operator'));
    await pass(0);
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(text()).toContain('-50 play USDT for +79160000001');
    expect(screen.getByRole('region', { name: 'Requests without an answer' })).toBeTruthy();
  });

  it('L6 takes back the message that sending again makes no second one, when that is true no more', async () => {
    server.fates = ['unreached'];
    render(page());
    intents.carryOut(order).catch((error: unknown) => toast.error(error instanceof Error ? error.message : ''));
    await pass(31_000);
    expect(text()).toContain('Ответа пока нет. Повторите: второй заявки не будет.');
    server.fates = ['answered'];
    await press('Проверить и отправить');
    await pass(0);
    expect(text()).not.toContain('Повторите');
    await pass(7_000);
    expect(text()).toBe('');
  });
});
