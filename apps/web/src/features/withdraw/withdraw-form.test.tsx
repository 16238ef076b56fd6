import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ERRORS, type ErrorCode } from '@plecho/contract';
import { encodeAddress } from '@plecho/network';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { intents } from '@/api/intents/carry-out.ts';
import { useWithdrawForm } from './use-withdraw-form.ts';
import { WithdrawForm } from './withdraw-form.tsx';

const own = encodeAddress('evm', new Uint8Array(20).fill(1));
const tron = encodeAddress('tron', new Uint8Array(20).fill(2));
const bitcoin = encodeAddress('bitcoin', new Uint8Array(20).fill(2));

let stale = false;
vi.mock('@/live/index.ts', () => ({
  useAccount: () => ({ loaded: true, balances: { available: 1_000_000_000n } }),
  usePayments: () => ({
    loaded: true,
    operations: [],
    wallet: [{ asset: 'USDT', network: 'bsc', address: own, balance: '1', incoming: '0' }],
  }),
  useTicker: () => ({ last: 5_000_000_000_000n }),
  useStale: () => ({ stale, ageMs: 0 }),
}));
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: vi.fn() } }) }));

const fetched = vi.fn<(url: string, init?: { method?: string; body?: string }) => Promise<Response>>();
let answer: () => Response = () => new Response('', { status: 500 });
const refusal = (code: ErrorCode) => (): Response =>
  new Response(JSON.stringify({ error: ERRORS[code].text, code }), { status: ERRORS[code].status });

function Screen() {
  const form = useWithdrawForm();
  return form.accepted === null ? (
    <WithdrawForm form={form} marketLabel="Синтетический рынок" submitLabel="Подать заявку на вывод" />
  ) : (
    <p>accepted {form.accepted.id}</p>
  );
}

const flush = (ms = 0): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const show = (): void => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Screen />
    </QueryClientProvider>,
  );
};
const type = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const button = (name: string): HTMLElement => screen.getByRole('button', { name, hidden: true });
const press = (name: string): void => {
  fireEvent.click(button(name));
};
const isHeld = (): boolean => button('Подать заявку на вывод').matches(':disabled');
const text = (): string => (document.body.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');
const alerts = (): string[] => screen.getAllByRole('alert').map((element) => element.textContent ?? '');
const send = async (): Promise<void> => {
  press('Подать заявку на вывод');
  await flush();
};
const body = (): unknown => JSON.parse(fetched.mock.calls[0]?.[1]?.body ?? '');

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  stale = false;
  fetched.mockReset();
  fetched.mockImplementation(async () => answer());
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('WithdrawForm', () => {
  it('holds the button while the amount is empty or below the minimum, or there is no address', () => {
    show();
    expect(isHeld()).toBe(true);
    type('Сумма', '10');
    expect(isHeld()).toBe(true);
    type('Адрес получателя', own);
    expect(isHeld()).toBe(false);
    type('Сумма', '9,99');
    expect(isHeld()).toBe(true);
    type('Сумма', '');
    expect(isHeld()).toBe(true);
  });

  it('checks the address while it is typed', () => {
    show();
    type('Адрес получателя', own.slice(0, 20));
    expect(text()).toContain('Осталось ввести 23 символа');
    type('Адрес получателя', own);
    expect(text()).toContain('Это адрес вашего учебного кошелька.');
    type('Адрес получателя', `${own.slice(0, -1)}${own.endsWith('q') ? 'p' : 'q'}`);
    expect(alerts()).toContain(ERRORS.address_checksum.text);
    type('Адрес получателя', tron);
    expect(alerts()).toContain(ERRORS.address_other_family.text);
    type('Адрес получателя', '0x52908400098527886E0F7030069857D2E4169EE7');
    expect(alerts()).toContain(ERRORS.not_practice_address.text);
    type('Адрес получателя', own.slice(0, 20));
    fireEvent.blur(screen.getByLabelText('Адрес получателя'));
    expect(alerts()).toContain(ERRORS.address_checksum.text);
  });

  it('takes the own wallet and everything available, shows fee and what arrives', () => {
    show();
    press('Мой учебный кошелёк');
    press('MAX: вся доступная сумма');
    expect(screen.getByLabelText<HTMLInputElement>('Адрес получателя').value).toBe(own);
    expect(screen.getByLabelText<HTMLInputElement>('Сумма').value).toBe('1000');
    expect(text()).toContain('Комиссия0,30 уч. USDT');
    expect(text()).toContain('К получению999,70 уч. USDT');
  });

  it('names the market whose price values a coin, and says when that price is too old', async () => {
    stale = true;
    show();
    fireEvent.click(screen.getByRole('radio', { name: 'BTC' }));
    type('Сумма', '0,01');
    expect(text()).toContain('≈ 500,00 уч. USDT');
    expect(text()).toContain('50 000,00 USDTСинтетический рынок');
    expect(text()).toContain(ERRORS.price_unavailable.text);
    type('Сумма', '0,03');
    type('Адрес получателя', bitcoin);
    await send();
    expect(alerts()).toContain('Недостаточно средств');
  });

  it('sends once, with what can’t be undone on the form itself, and the memo where there is one', async () => {
    answer = () => new Response(JSON.stringify({ id: '9' }));
    show();
    fireEvent.click(screen.getByRole('radio', { name: /TRC20/ }));
    type('Адрес получателя', tron.toUpperCase());
    type('Memo', '12345');
    type('Сумма', '50,5');
    expect(text()).toContain('Перевод в сети отменить нельзя.');
    const sendButton = button('Подать заявку на вывод');
    fireEvent.click(sendButton);
    fireEvent.click(sendButton);
    await act(async () => Promise.resolve());
    expect(sendButton.textContent).toContain('Обработка…');
    await flush();
    expect(fetched).toHaveBeenCalledOnce();
    expect(body()).toEqual({ currency: 'USDT', amount: '50.5', network: 'tron', address: tron, memo: '12345' });
    expect(text()).toBe('accepted 9');
  });

  it('has its refusal told by the app, once, when the screen was left before it came', async () => {
    const told: string[] = [];
    const deaf = intents.onEnd(({ kind }, { name }) => told.push(`${kind} ${name}`));
    const reply = Promise.withResolvers<Response>();
    fetched.mockReturnValueOnce(reply.promise);
    show();
    type('Адрес получателя', own);
    type('Сумма', '50');
    await send();
    // A browser takes the focus from what is disabled: Enter in it would lose it.
    for (const label of ['Адрес получателя', 'Сумма']) {
      const { disabled, readOnly } = screen.getByLabelText<HTMLInputElement>(label);
      expect([disabled, readOnly]).toEqual([false, true]);
    }
    cleanup();
    reply.resolve(refusal('insufficient_funds')());
    await flush();
    deaf();
    expect(told).toEqual(['withdraw refused']);
  });

  it('L6 puts a refusal beside its field; says that it does not know what became of a lost answer', async () => {
    answer = refusal('insufficient_funds');
    show();
    type('Адрес получателя', own);
    type('Сумма', '50');
    await send();
    expect(alerts()).toContain('Недостаточно средств');
    answer = () => new Response('', { status: 500 });
    type('Сумма', '51');
    expect(alerts()).not.toContain('Недостаточно средств');
    await send();
    expect(text()).toContain('Проверяем, что стало с заявкой…');
    await flush(31_000);
    expect(alerts()).toContain('Ответа пока нет. Повторите: второй заявки не будет.');
    // As the bar does when the server is back.
    answer = () => new Response(JSON.stringify({ id: '9' }));
    intents.resume('account');
    await flush();
    expect(alerts()).toEqual(['Повтор теперь будет новой заявкой. Посмотрите, что вышло с прошлой.']);
  });
});
