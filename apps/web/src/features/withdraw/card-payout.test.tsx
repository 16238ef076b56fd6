import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ERRORS } from '@plecho/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { intents } from '@/api/intents/carry-out.ts';
import { CardPayoutForm } from './card-payout-form.tsx';
import { useCardPayout } from './use-card-payout.ts';

vi.mock('@/live/index.ts', () => ({ useAccount: () => ({ loaded: true, balances: { available: 1_000_500_000n } }) }));

const fetched = vi.fn<(url: string, init?: { body?: string }) => Promise<Response>>();
let answer: () => Response = () => new Response('', { status: 500 });

function Screen() {
  const payout = useCardPayout();
  return payout.accepted === null ? (
    <CardPayoutForm payout={payout} submitLabel="Вывести на карту" />
  ) : (
    <p>accepted {payout.accepted.id}</p>
  );
}

const flush = (ms = 0): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const amount = (): HTMLInputElement => screen.getByLabelText<HTMLInputElement>('Сумма');
const type = (value: string): void => {
  fireEvent.change(amount(), { target: { value } });
};
const button = (name = 'Вывести на карту'): HTMLElement => screen.getByRole('button', { name });
const text = (): string => (document.body.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  fetched.mockReset();
  fetched.mockImplementation(async () => answer());
  vi.stubGlobal('fetch', fetched);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Screen />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a withdrawal to a card', () => {
  it('C1: offers four practice cards and no field but the amount', () => {
    expect(screen.getAllByRole('radio')).toHaveLength(4);
    expect(screen.getAllByRole('textbox')).toEqual([amount()]);
  });

  it('holds the button below the minimum, and says what the card gets', () => {
    for (const [typed, held] of [
      ['', true],
      ['9,99', true],
      ['10', false],
    ] as const) {
      type(typed);
      expect(button().matches(':disabled')).toBe(held);
    }
    type('12,345678');
    expect(text()).toContain('1 USDT = 95 RUB');
    expect(text()).toContain('К получению1 172,83 уч. RUB');
    fireEvent.click(button('MAX: вся доступная сумма'));
    expect(amount().value).toBe('1000,5');
  });

  it('sends once what was chosen', async () => {
    answer = () => new Response(JSON.stringify({ id: '9' }));
    type('50,5');
    fireEvent.click(screen.getByRole('radio', { name: /^С кодом 3-D Secure/ }));
    fireEvent.click(button());
    await flush();
    expect(fetched).toHaveBeenCalledOnce();
    expect(fetched.mock.calls[0]?.[0]).toContain('/payments/withdraw/card');
    expect(JSON.parse(fetched.mock.calls[0]?.[1]?.body ?? '')).toEqual({ amount: '50.5', card: 'secure' });
    expect(text()).toBe('accepted 9');
  });

  it('L6 says no longer that sending again makes no second one, when it was found out what became of the first', async () => {
    answer = () => new Response('', { status: 500 });
    type('10');
    fireEvent.click(button());
    await flush(31_000);
    expect(screen.getByRole('alert').textContent).toBe('Ответа пока нет. Повторите: второй заявки не будет.');
    answer = () => new Response(JSON.stringify({ id: '9' }));
    intents.resume('account');
    await flush();
    expect(screen.getByRole('alert').textContent).toBe(
      'Повтор теперь будет новой заявкой. Посмотрите, что вышло с прошлой.',
    );
  });

  it('has its refusal told by the app, once, when the screen was left before it came', async () => {
    const told: string[] = [];
    const deaf = intents.onEnd(({ kind }, { name }) => told.push(`${kind} ${name}`));
    const reply = Promise.withResolvers<Response>();
    fetched.mockReturnValueOnce(reply.promise);
    type('100');
    fireEvent.click(button());
    await flush();
    // A browser takes the focus from what is disabled: Enter in it would lose it.
    expect([amount().disabled, amount().readOnly]).toEqual([false, true]);
    cleanup();
    const { status, text: error } = ERRORS.insufficient_funds;
    reply.resolve(new Response(JSON.stringify({ error, code: 'insufficient_funds' }), { status }));
    await flush();
    deaf();
    expect(told).toEqual(['withdrawToCard refused']);
  });

  it('puts a refusal beside the amount, its own and the server’s', async () => {
    for (const [typed, code] of [
      ['много', 'invalid_amount'],
      ['1000,6', 'insufficient_funds'],
    ] as const) {
      type(typed);
      fireEvent.click(button());
      await flush();
      expect(text()).toContain(ERRORS[code].text);
    }
    expect(fetched).not.toHaveBeenCalled();
    const { status, text: error } = ERRORS.insufficient_funds;
    answer = () => new Response(JSON.stringify({ error, code: 'insufficient_funds' }), { status });
    type('100');
    expect(text()).not.toContain(error);
    fireEvent.click(button());
    await flush();
    expect(amount().getAttribute('aria-invalid')).toBe('true');
    expect(text()).toContain(error);
  });
});
