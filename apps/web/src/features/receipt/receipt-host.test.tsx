import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { api, type Trade } from '@plecho/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MessageLine } from '@/ui/toast.tsx';
import { ReceiptHost } from './receipt-host.tsx';

const account = vi.hoisted(() => ({ loaded: false, recentTrades: [] as unknown[] }));
vi.mock('@/live/index.ts', () => ({ useAccount: () => account }));
vi.mock('@/api/selected-market.tsx', () => ({ useMarketParam: () => undefined }));
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: () => undefined } }) }));
vi.mock('./receipt-view.tsx', () => ({ ReceiptView: () => null }));

const example = api.trades.list.example.answer.items[0] as unknown as Trade;
const liquidated: Trade = { ...example, id: '9', reason: 'liquidation', pnl: '-95.5', fee: '4.6' };

const page = () => (
  <>
    <ReceiptHost onShown={() => undefined}>{null}</ReceiptHost>
    <MessageLine />
  </>
);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  account.recentTrades = [];
  act(() => void vi.advanceTimersByTime(60_000));
  cleanup();
  vi.useRealTimers();
});

it('E7 the message of a liquidation names what the account lost, with the fee that took the rest of the margin', () => {
  const { rerender } = render(page());
  account.recentTrades = [liquidated];
  rerender(page());
  expect(screen.getByText('−100,10 уч. USDT')).toBeTruthy();
});

const FIELDS: [string, string, boolean][] = [
  ['a note', '<textarea>', true],
  ['a text', '<input type="text">', true],
  ['a search', '<input type="search">', true],
  ['a phone number', '<input type="tel">', true],
  ['a password', '<input type="password">', true],
  ['a number', '<input type="number">', true],
  ['a choice', '<select></select>', true],
  ['what can be written into', '<div contenteditable="true" tabindex="0"></div>', true],
  ['a checkbox', '<input type="checkbox">', false],
  ['a slider', '<input type="range">', false],
  ['a button', '<button></button>', false],
];
it.each(FIELDS)(
  'a close at a level that comes while %s has the focus: its receipt waits when something is typed',
  (...field) => {
    const [, html, isTyped] = field;
    const place = document.createElement('div');
    place.innerHTML = html;
    document.body.append(place);
    (place.firstElementChild as HTMLElement).focus();
    expect(document.activeElement).toBe(place.firstElementChild);
    const { rerender } = render(page());
    account.recentTrades = [{ ...liquidated, reason: 'takeProfit' }];
    rerender(page());
    expect(document.querySelector('dialog[open]') === null).toBe(isTyped);
    place.remove();
  },
);

it('a position that is liquidated takes the focus with its button: after the receipt the screen has it', () => {
  const screenOf = (isOpen: boolean) => (
    <ReceiptHost onShown={() => undefined}>
      <main id="main" tabIndex={-1}>
        {isOpen && <button type="button">Закрыть</button>}
      </main>
    </ReceiptHost>
  );
  const { rerender } = render(screenOf(true));
  screen.getByRole('button', { name: 'Закрыть' }).focus();
  account.recentTrades = [liquidated];
  rerender(screenOf(false));
  fireEvent.click(screen.getByRole('button', { name: 'Понятно' }));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
