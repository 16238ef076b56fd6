import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fromLocalField } from '@/lib/moments.ts';
import { marketTime } from '@/lib/market-time.ts';
import { OrderPreview } from './order-preview.tsx';
import { OrderReview } from './order-review.tsx';
import { EMPTY_DRAFT } from './ticket-state.ts';
import type { OrderTicket } from './use-order-ticket.ts';
import type { TicketDraft } from './validate.ts';

const NOW = fromLocalField('2026-02-05T12:30') ?? 0;
vi.mock('@/live/index.ts', () => ({ useExpiryClock: () => ({ now: NOW, time: marketTime(null) }) }));

afterEach(cleanup);

it.each([
  ['0.05', 'Комиссия: 0,05%'],
  ['0.02', 'Комиссия: 0,02% за открытие, 0,05% за закрытие'],
])('E13 names both fees where they differ (%s for the opening)', (openingFeePercent, words) => {
  const fees = { openingFeePercent, takerFeePercent: '0.05' };
  const ticket = { ...fees, draft: EMPTY_DRAFT, preview: null, quotes: null, frequency: null };
  render(<OrderPreview ticket={ticket as unknown as OrderTicket} isConcealed />);
  expect(screen.getByText(words)).toBeTruthy();
});

/** Names and figures of what would be sent, as the dialog has them. */
function reviewed(change: Partial<TicketDraft>): Record<string, string> {
  const draft: TicketDraft = { ...EMPTY_DRAFT, ...change };
  const ticket = { draft, symbol: 'BTCUSDT', priceDecimals: 2, preview: null, quotes: null, frequency: null };
  const fees = { openingFeePercent: '0.05', takerFeePercent: '0.05' };
  const more = { fillsNow: null, disabledReason: null, pending: false, checking: false, ...fees };
  render(
    <OrderReview
      ticket={{ ...ticket, ...more } as unknown as OrderTicket}
      open
      onClose={() => undefined}
      onWrong={() => undefined}
      isConcealed
    />,
  );
  const dialog = screen.getByRole('dialog', { name: 'Проверьте перед отправкой' });
  // Below it are the figures that follow from it.
  const names = [...(dialog.querySelector('dl')?.querySelectorAll('dt') ?? [])];
  const text = (element: Element | null): string => (element?.textContent ?? '').replaceAll(/\s/g, ' ');
  return Object.fromEntries(names.map((name) => [text(name), text(name.nextElementSibling)]));
}

const levels = { takeProfit: '70000', stopLoss: '60000,5' };
const prices = { limitPrice: '63000', stopPrice: '65000' };

describe('what would be sent', () => {
  it('is shown for an order at the market’s price: its kind and its levels, and nothing that is not set', () => {
    expect(reviewed({})).toEqual({ 'Тип ордера': 'Рыночный' });
    cleanup();
    expect(reviewed({ ...levels, ...prices, trailing: '1,5', expiry: 'day' })).toEqual({
      'Тип ордера': 'Рыночный',
      'Тейк-профит': '70 000,00',
      'Стоп-лосс': '60 000,50',
      'Трейлинг-стоп': '1,5 %',
    });
  });

  it('is shown with what each kind of order waits for', () => {
    const until = { Действует: 'до отмены' };
    const stop = { 'Стоп-цена': '65 000,00' };
    const limit = { 'Лимитная цена': '63 000,00' };
    const cases: [kind: TicketDraft['kind'], name: string, waits: object][] = [
      ['limit', 'Лимитный', limit],
      ['stopMarket', 'Стоп', stop],
      ['stopLimit', 'Стоп-лимит', { ...stop, ...limit }],
      ['oco', 'OCO', { ...stop, ...limit }],
      ['trailingStop', 'Трейлинг', { Отступ: '250,00' }],
    ];
    for (const [kind, name, waits] of cases) {
      const draft: Partial<TicketDraft> = { kind, ...prices, callback: '250', callbackUnit: 'price' };
      expect(reviewed(draft)).toEqual({ 'Тип ордера': name, ...waits, ...until });
      cleanup();
    }
  });

  it('is shown with the moment at which the order ends', () => {
    const order: Partial<TicketDraft> = { kind: 'limit', ...prices };
    expect(reviewed({ ...order, expiry: 'hour' })).toMatchObject({ Действует: 'до 05.02.2026, 13:30:00' });
    cleanup();
    expect(reviewed({ ...order, expiry: NOW + 86_400 })).toMatchObject({ Действует: 'до 06.02.2026, 12:30:00' });
  });
});
