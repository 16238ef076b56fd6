import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Order, PositionState } from '@plecho/contract';
import { parsePrice } from '@plecho/domain';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { intents } from '@/api/intents/carry-out.ts';
import { FakeServer } from '@/api/intents/fake-server.ts';
import { marketTime } from '@/lib/market-time.ts';
import { AmendDialog } from './amend-dialog.tsx';
import { CancelAllDialog, CloseAllDialog } from './bulk-dialogs.tsx';
import { ReduceDialog } from './reduce-dialog.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';
import { TriggersDialog } from './triggers-dialog.tsx';

const position = {
  ...{ id: '7', symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 2, entryPrice: '60000' },
  ...{ size: '200', liquidationPrice: '31000', takeProfit: null, stopLoss: null, trailing: null },
} as unknown as PositionState;
const order = {
  ...{ id: '9', symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 1, kind: 'limit', limitPrice: '40000' },
  ...{
    stopPrice: null,
    callback: null,
    takeProfit: null,
    stopLoss: null,
    expiresAt: null,
    reduces: null,
    reserved: '10',
  },
} as unknown as Order;

const clock = { ms: 0 };
const market = { id: 'main', maintenanceMarginPercent: '0.5' };
vi.mock('@/api/selected-market.tsx', () => ({ useMarket: () => market }));
vi.mock('@/api/queries.ts', () => ({ useMarket: () => market }));
const quotes: { now: { bid: bigint; ask: bigint; last?: bigint } | undefined } = { now: undefined };
const account: { positions: unknown[]; orders: unknown[] } = { positions: [], orders: [] };
vi.mock('@/live/index.ts', () => ({
  ...{ useAccount: () => account, useAccountTotals: () => ({ pnl: 0n }) },
  ...{ usePair: () => ({ priceDecimals: 2 }), useTicker: () => quotes.now, usePositionFigures: () => ({ pnl: 0n }) },
  exitQuote: ({ bid, ask }: { bid: bigint; ask: bigint }, side: string) => (side === 'long' ? bid : ask),
  ...{ useMarketClock: () => () => clock.ms, useExpiryClock: () => ({ now: clock.ms / 1000, time: marketTime(null) }) },
}));

let server = new FakeServer();

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  clock.ms = 1_000_000;
  quotes.now = undefined;
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  cleanup();
  intents.forgetAll('');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** @returns shows it with news */
function show(dialog: ReactNode): (dialog: ReactNode) => void {
  const client = new QueryClient();
  const around = (shown: ReactNode) => <QueryClientProvider client={client}>{shown}</QueryClientProvider>;
  const { rerender } = render(around(dialog));
  return (changed) => rerender(around(changed));
}
const type = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const press = async (name: string, ms: number): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
};
const nothing = (): void => undefined;

describe('a dialog that has had no answer', () => {
  /** Sends twice, five seconds of the market's time apart. @returns the bodies, and how many keys they had */
  async function twice(button: string): Promise<[expiry: unknown[], keys: number]> {
    server.fates = ['unreached'];
    await press(button, 31_000);
    expect(screen.getByRole('alert').textContent).toBe('Ответа пока нет. Повторите: второй заявки не будет.');
    clock.ms += 5_000;
    server.fates = ['answered'];
    await press(button, 0);
    expect(screen.queryByRole('alert')).toBeNull();
    const bodies = server.orders.map((body) => (JSON.parse(body) as { expiresAt: unknown }).expiresAt);
    return [bodies, new Set(server.sent.map(({ key }) => key)).size];
  }

  it('L6 sends the same order that closes a part again', async () => {
    show(<ReduceDialog position={position} onClose={nothing} />);
    type('Лимитная цена', '70000');
    fireEvent.change(screen.getByLabelText('Действует'), { target: { value: 'hour' } });
    expect(await twice('Поставить ордер')).toEqual([[4_600], 1]);
  });

  it('L6 sends the same change of an order again', async () => {
    show(<AmendDialog order={order} onClose={nothing} />);
    fireEvent.click(screen.getByRole('button', { name: 'Изменить срок' }));
    fireEvent.change(screen.getByLabelText('Действует'), { target: { value: 'hour' } });
    expect(await twice('Сохранить')).toEqual([[4_600], 1]);
  });
});

describe('a dialog that has had no answer, when it is found out what became of what it sent', () => {
  const CLOSED = 'Повтор теперь будет новой заявкой. Посмотрите, что вышло с прошлой.';
  it.each([
    ['reduce', <ReduceDialog key="reduce" position={position} onClose={nothing} />, 'Поставить ордер'],
    ['triggers', <TriggersDialog key="triggers" position={position} onClose={nothing} />, 'Сохранить'],
  ] as const)('L6 says no longer that sending it again makes no second one (%s)', async (name, dialog, button) => {
    server.fates = ['unreached'];
    show(dialog);
    if (name === 'reduce') type('Лимитная цена', '70000');
    await press(button, 31_000);
    expect(screen.getByRole('alert').textContent).toBe('Ответа пока нет. Повторите: второй заявки не будет.');
    server.fates = ['answered'];
    await act(async () => {
      // As the bar does when the server is back.
      intents.resume('account');
      await vi.advanceTimersByTimeAsync(0);
    });
    expect(server.orders).toHaveLength(1);
    expect(screen.getByRole('alert').textContent).toBe(CLOSED);
    // What it says is true.
    await press(button, 0);
    expect(server.orders).toHaveLength(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a dialog that is closed while it sends', () => {
  const dialogs = {
    reduce: [<ReduceDialog key="reduce" position={position} onClose={nothing} />, 'Поставить ордер'],
    triggers: [<TriggersDialog key="triggers" position={position} onClose={nothing} />, 'Сохранить'],
  } as const;

  it.each(['reduce', 'triggers'] as const)('has its refusal told, once (%s)', async (name) => {
    const told: string[] = [];
    const deaf = intents.onEnd((_, ending) => told.push(ending.name));
    server.fates = ['unreached', 'answered'];
    server.refusal = { error: 'Позиция уже закрыта', code: 'position_closed', status: 409 };
    const [dialog, button] = dialogs[name];
    show(dialog);
    if (name === 'reduce') type('Лимитная цена', '70000');
    await press(button, 0);
    cleanup();
    await vi.advanceTimersByTimeAsync(5_000);
    deaf();
    expect(told).toEqual(['refused']);
  });

  it('closes no other one when it is done', async () => {
    const onClose = vi.fn();
    const told = vi.fn();
    const deaf = intents.onEnd(told);
    server.fates = ['unreached', 'answered'];
    show(<ReduceDialog position={position} onClose={onClose} />);
    type('Лимитная цена', '70000');
    await press('Поставить ордер', 0);
    cleanup();
    await vi.advanceTimersByTimeAsync(5_000);
    deaf();
    expect([server.orders.length, onClose.mock.calls, told.mock.calls]).toEqual([1, [], []]);
  });
});

describe('a reversal', () => {
  const liquidation = (): string =>
    (screen.getByText('Ликвидация станет').nextElementSibling?.textContent ?? '').replaceAll(/\s/g, ' ');

  it.each([
    // It opens where the old one closes: 60 000 × 1.5 / 1.005, and 60 200 × 0.5 / 0.995.
    ['long', 2, '89 552,23'],
    ['short', 2, '30 251,25'],
    ['short', 1, 'нет'],
  ] as const)('says where what it opens instead of a %s at %ix would be liquidated', (side, leverage, price) => {
    quotes.now = { bid: parsePrice('60000') ?? 0n, ask: parsePrice('60200') ?? 0n };
    show(<ReverseDialog position={{ ...position, type: side, leverage }} onClose={nothing} />);
    expect(liquidation()).toBe(price);
  });
});

describe('a dialog that is open while the same is changed in another tab', () => {
  const sent = (): unknown => JSON.parse(server.orders.at(-1) ?? 'null');

  it('leaves levels of a position that were not touched here as they are by then', async () => {
    const trailing = { unit: 'percent', value: '1.5', level: null } as PositionState['trailing'];
    const news = show(<TriggersDialog position={position} onClose={nothing} />);
    type('Тейк-профит', '70000');
    news(
      <TriggersDialog position={{ ...position, takeProfit: '66000', stopLoss: '50000', trailing }} onClose={nothing} />,
    );
    expect(screen.getByLabelText('Стоп-лосс')).toHaveProperty('value', '50000');
    await press('Сохранить', 0);
    expect(sent()).toEqual({ takeProfit: '70000', stopLoss: '50000', trailing: { unit: 'percent', value: '1.5' } });
  });

  it('asks for nothing that was not touched here of an order', async () => {
    const news = show(<AmendDialog order={order} onClose={nothing} />);
    type('Тейк-профит', '70000');
    news(<AmendDialog order={{ ...order, amount: '20', stopLoss: '35000' }} onClose={nothing} />);
    expect(screen.getByLabelText('Стоп-лосс')).toHaveProperty('value', '35000');
    await press('Сохранить', 0);
    expect(sent()).toEqual({ takeProfit: '70000' });
  });

  it.each([
    ['positions', CloseAllDialog, position, 'Закрыть 2 позиции', 'закрывать нечего'],
    ['orders', CancelAllDialog, order, 'Снять 2 ордера', 'снимать нечего'],
  ] as const)('has nothing to send when there are no %s left', async (list, Asked, one, button, words) => {
    account[list] = [one, one];
    const news = show(<Asked onClose={nothing} />);
    expect(screen.getByRole('button', { name: button })).toBeTruthy();
    account[list] = [];
    // Another callback: one that is the same draws nothing anew.
    news(<Asked onClose={() => undefined} />);
    expect(screen.getByText(new RegExp(words))).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(Закрыть|Снять) \d/ })).toBeNull();
    fireEvent.submit(screen.getByRole('dialog').querySelector('form')!);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(server.sent).toEqual([]);
  });
});

describe('levels in a market with a spread', () => {
  it.each([
    ['long', '59 000,00', '59500', '58500'],
    ['short', '61 000,00', '60500', '61500'],
  ] as const)('are measured at the price that is shown: what a %s would close at', (side, shown, tooNear, fine) => {
    const [bid, last, ask] = ['59000', '60000', '61000'].map((price) => parsePrice(price) ?? 0n) as [
      bigint,
      bigint,
      bigint,
    ];
    quotes.now = { bid, last, ask };
    show(<TriggersDialog position={{ ...position, type: side, liquidationPrice: null }} onClose={nothing} />);
    expect(screen.getByText('Цена сейчас').nextElementSibling?.textContent.replaceAll(/\s/g, ' ')).toBe(shown);
    type('Стоп-лосс', tooNear);
    expect(screen.getByText(/^Стоп-лосс должен быть/)).toBeTruthy();
    type('Стоп-лосс', fine);
    expect(screen.queryByText(/^Стоп-лосс должен быть/)).toBeNull();
  });
});
