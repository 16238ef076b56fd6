import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_DRAFT } from '@/features/order-ticket/ticket-state.ts';
import type { OrderTicket } from '@/features/order-ticket/use-order-ticket.ts';
import type { Preview } from '@/features/order-ticket/preview.ts';
import type { TicketDraft, TicketErrors } from '@/features/order-ticket/validate.ts';
import { marketTime } from '@/lib/market-time.ts';
import { OrderSheet } from './order-sheet.tsx';

vi.mock('@/features/guesses/use-guess-first.tsx', () => ({
  useGuessFirst: () => ({ isConcealed: false, panel: null, option: null }),
}));
vi.mock('@/features/tour/tour-guide.tsx', () => ({ TourGuide: () => null }));
vi.mock('./symbol-title.tsx', () => ({ SymbolTitle: () => 'BTC/USDT' }));
vi.mock('@/live/index.ts', () => ({ useExpiryClock: () => ({ now: 0, time: marketTime(null) }) }));

afterEach(cleanup);

const ticketOf = (errors: TicketErrors) =>
  ({
    ...{ draft: EMPTY_DRAFT, symbol: 'BTCUSDT', priceDecimals: 2, preview: null, quotes: null, frequency: null },
    ...{ fillsNow: null, disabledReason: null, pending: false, checking: false, available: null, price: null },
    ...{ isMoreOpen: false, wasMoreOpen: false, openingFeePercent: '0.05', takerFeePercent: '0.05', errors },
    ...{ maxLeverage: 10, maxSharePercent: null },
  }) as unknown as OrderTicket;
const sheetOf = (ticket: OrderTicket) => (
  <OrderSheet ticket={ticket} open onClose={() => undefined} onAccepted={() => undefined} />
);
const sheet = (errors: TicketErrors) => sheetOf(ticketOf(errors));
/** A sheet that says what is wrong once it was tried to send it. */
function Refusing({ errors }: { errors: TicketErrors }) {
  const [shown, show] = useState<TicketErrors>({});
  const refuse = (): false => {
    show(errors);
    return false;
  };
  return sheetOf({ ...ticketOf(shown), check: refuse, submit: () => Promise.resolve(refuse()) });
}
const folded = (): HTMLDetailsElement | null => screen.getByText('Стоп-лосс').closest('details');

describe('what is folded away in the sheet', () => {
  it.each(['takeProfit', 'stopLoss'] as const)(
    'is unfolded when something is wrong with it (%s), and stays',
    (field) => {
      const { rerender } = render(sheet({}));
      expect(folded()?.open).toBe(false);
      rerender(sheet({ [field]: 'Введите корректную цену' }));
      expect(folded()?.open).toBe(true);
      expect(screen.getByRole('alert').textContent).toBe('Введите корректную цену');
      folded()?.dispatchEvent(new Event('toggle'));
      rerender(sheet({}));
      expect(folded()?.open).toBe(true);
    },
  );

  it('is unfolded also where it is as a rule, and was folded by hand', async () => {
    const more = (errors: TicketErrors) => sheetOf({ ...ticketOf(errors), isMoreOpen: true, wasMoreOpen: true });
    const { rerender } = render(more({}));
    await act(() => vi.dynamicImportSettled());
    const details = folded();
    expect(details?.open).toBe(true);
    if (details !== null) details.open = false;
    act(() => void details?.dispatchEvent(new Event('toggle')));
    rerender(more({}));
    expect(folded()?.open).toBe(false);
    rerender(more({ stopLoss: 'Введите корректную цену' }));
    expect(folded()?.open).toBe(true);
  });

  it('is not unfolded by what is in sight', () => {
    render(sheet({ amount: 'Недостаточно средств' }));
    expect(folded()?.open).toBe(false);
  });
});

describe('the big button with something wrong in the sheet', () => {
  it.each([
    ['Сумма (маржа)', { amount: 'Недостаточно средств' }],
    ['Стоп-лосс', { stopLoss: 'Введите корректную цену' }],
    ['Тейк-профит', { takeProfit: 'Введите корректную цену', stopLoss: 'Введите корректную цену' }],
  ] as const)('leads to the first field that says what, folded or not: %s', async (label, errors) => {
    render(<Refusing errors={errors} />);
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Открыть Long позицию' }));
      await Promise.resolve();
    });
    const field = screen.getByRole('textbox', { name: (name) => name.startsWith(label) });
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(folded()?.open).toBe(label !== 'Сумма (маржа)');
  });

  it('is not needed to be led there: Enter does it too', () => {
    render(<Refusing errors={{ stopLoss: 'Введите корректную цену' }} />);
    const amount = screen.getByRole('textbox', { name: /^Сумма/ });
    amount.focus();
    act(() => amount.closest('form')?.requestSubmit());
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Стоп-лосс/ }));
  });

  it('stands beside what is risked, which stands nowhere else', () => {
    const preview = { size: 1_000_000_000n, openFee: 0n, liquidation: 9_045_000_000n, liquidationMove: -955n };
    const losses = { lossAt1: -10_000_000n, lossAt5: -50_000_000n, takeProfit: null, stopLoss: null };
    const draft: TicketDraft = { ...EMPTY_DRAFT, kind: 'oco' };
    render(sheetOf({ ...ticketOf({}), draft, preview: { ...preview, ...losses } as Preview }));
    const bar = screen.getByRole('button', { name: 'Поставить два ордера Long' }).parentElement;
    for (const text of ['Если сработает стоп:', 'Цена ликвидации', 'При −1 % против вас', 'При −5 % против вас']) {
      expect(bar?.textContent).toContain(text);
    }
    expect(screen.getAllByText('При −5 % против вас')).toHaveLength(1);
  });
});
