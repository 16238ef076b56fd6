import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { CardAnswer, Operation } from '@plecho/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { intents } from '@/api/intents/carry-out.ts';
import { BankPage } from './bank-page.tsx';
import { CardDeposit, UnfinishedPayment } from './card-deposit.tsx';
import { useCardPayment } from './use-card-payment.ts';

const pending: Operation = {
  id: '7',
  market: 'main',
  type: 'card',
  status: 'pending',
  code: 'REQ100007',
  amount: '5000',
  currency: 'RUB',
  network: null,
  address: null,
  memo: null,
  txHash: null,
  fee: '0',
  confirmations: 0,
  confirmationsNeeded: 0,
  value: null,
  price: null,
  card: 'approved',
  failure: null,
  waitsUntil: null,
  createdAt: 1,
  settledAt: null,
};
const credited: Operation = { ...pending, status: 'completed', value: '52.631578' };
const atBank: CardAnswer = { operation: pending, bank: { kind: 'confirm' } };
const codeStep = (attemptsLeft: number): CardAnswer => ({
  operation: { ...pending, card: 'secure' },
  bank: { kind: 'code', message: 'Учебное сообщение банка: код 4821', attemptsLeft },
});

let live: Operation[] = [];
vi.mock('@/live/index.ts', () => ({
  usePayments: () => ({ loaded: true, operations: live, wallet: [] }),
  useLiveOperation: (known: Operation) => known,
}));
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: vi.fn() } }) }));

const fetched = vi.fn<(url: string, init?: { method?: string; body?: string }) => Promise<Response>>();
const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
/** Answers by method and path, in the order of the calls to it. */
let answers: Record<string, Response[]> = {};

function Screen() {
  const payment = useCardPayment();
  return payment.stage.name === 'bank' ? (
    <BankPage payment={payment} />
  ) : (
    <>
      <UnfinishedPayment payment={payment} />
      <CardDeposit payment={payment} marketLabel="Синтетический рынок" />
    </>
  );
}

const flush = (ms = 0): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const client = new QueryClient();
const screenOf = () => (
  <QueryClientProvider client={client}>
    <Screen />
  </QueryClientProvider>
);
const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await flush();
};
const amount = (): HTMLElement => screen.getByLabelText('Сумма');
const type = (value: string): void => {
  fireEvent.change(amount(), { target: { value } });
};
const text = (): string => (document.body.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');
const bodies = (path: string): unknown[] =>
  fetched.mock.calls
    .filter(([url, init]) => url.endsWith(path) && init?.method === 'POST')
    .map(([, init]) => JSON.parse(init?.body ?? '') as unknown);

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  live = [];
  answers = {};
  fetched.mockReset();
  fetched.mockImplementation(async (url, init) => {
    const key = `${init?.method} ${url.replace('/api/payments/deposit/card', '')}`;
    return answers[key]?.shift() ?? expect.fail(`nobody expected ${key}`);
  });
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('scrollTo', vi.fn());
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the form', () => {
  it('says that the amount is required after it was left, and the minimum', async () => {
    render(screenOf());
    expect(text()).not.toContain('Поле обязательно');
    fireEvent.blur(amount());
    await flush();
    expect(screen.getAllByRole('alert')[0]?.textContent).toBe('Поле обязательно для заполнения');
    type('4999');
    await flush();
    expect(screen.getAllByRole('alert')[0]?.textContent).toBe('Минимальная сумма 5000 RUB');
    type('5000');
    await flush();
    expect(amount().getAttribute('aria-invalid')).toBeNull();
  });

  it('shows the rate and what will be credited, rounded down', () => {
    render(screenOf());
    type('5 000');
    expect(text()).toContain('1 USDT = 95 RUB');
    expect(text()).toContain('52,631578 уч. USDT');
  });

  it('C1: offers four practice cards and no field for a number', () => {
    render(screenOf());
    expect(screen.getAllByRole('radio')).toHaveLength(4);
    expect(screen.getAllByRole('textbox')).toEqual([amount()]);
  });

  it('holds the button while the amount is missing, unreadable or below the minimum', async () => {
    render(screenOf());
    const isHeld = () => screen.getByRole('button', { name: 'Перейти к оплате' }).matches(':disabled');
    for (const [typed, held] of [
      ['', true],
      ['4999', true],
      ['много', true],
      ['5000', false],
    ] as const) {
      type(typed);
      expect(isHeld()).toBe(held);
    }
  });

  it('sends nothing above the maximum, and says why', async () => {
    render(screenOf());
    type('1000001');
    await press('Перейти к оплате');
    expect(text()).toContain('Максимальная сумма 1 000 000 RUB');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('L6 says that it finds out what became of a payment, and then that it does not know', async () => {
    answers = { 'POST ': Array.from({ length: 12 }, () => new Response('', { status: 500 })) };
    render(screenOf());
    type('5000');
    await press('Перейти к оплате');
    expect(text()).toContain('Проверяем, что стало с заявкой…');
    await flush(31_000);
    expect(text()).toContain('Ответа пока нет. Повторите: второй заявки не будет.');
    answers['POST '] = [json(atBank)];
    intents.resume('account');
    await flush();
    expect(text()).not.toContain('Повторите');
    expect(text()).toContain('Повтор теперь будет новой заявкой.');
  });
});

describe('the bank', () => {
  const goToBank = async (answer: CardAnswer): Promise<ReturnType<typeof render>['rerender']> => {
    answers['POST '] = [json(answer)];
    const { rerender } = render(screenOf());
    type('5000');
    await press('Перейти к оплате');
    return rerender;
  };

  it('approves: credited, with the code of the request', async () => {
    answers = { 'POST /7/confirm': [json({ operation: credited, bank: null })] };
    await goToBank(atBank);
    expect(bodies('/card')).toEqual([{ amountRub: 5000, card: 'approved' }]);
    expect(screen.getByRole('heading', { name: 'Учебная страница банка' })).toBe(document.activeElement);
    expect(text()).toContain('#REQ100007');
    await press('Подтвердить платёж');
    expect(bodies('/confirm')).toEqual([{}]);
    expect(text()).toContain('Зачислено');
    expect(text()).toContain('52,631578 уч. USDT');
    expect(text()).toContain('5 000 уч. RUB');
  });

  it('declines: the reason, and the way back keeps the amount', async () => {
    const declined = { ...pending, status: 'failed', failure: 'bankDeclined' };
    answers = { 'POST /7/confirm': [json({ operation: declined, bank: null })] };
    await goToBank(atBank);
    await press('Подтвердить платёж');
    expect(text()).toContain('Отклонено');
    expect(text()).toContain('Банк отклонил платёж.');
    await press('Попробовать снова');
    expect((amount() as HTMLInputElement).value).toBe('5000');
  });

  it('shows the code, counts the attempts and takes digits only', async () => {
    answers = {
      'POST /7/confirm': [
        json({ error: 'Неверный код из сообщения банка', code: 'bank_code_wrong' }, 400),
        json({ operation: credited, bank: null }),
      ],
      'GET /7': [json(codeStep(2))],
    };
    await goToBank(codeStep(3));
    expect(text()).toContain('Учебное сообщение банка: код 4821');
    expect(text()).toContain('Осталось попыток: 3');
    const code = screen.getByLabelText<HTMLInputElement>('Код из сообщения');
    fireEvent.change(code, { target: { value: '48a' } });
    expect(code.value).toBe('48');
    await press('Подтвердить платёж');
    expect(text()).toContain('Введите четыре цифры кода');
    fireEvent.change(code, { target: { value: '1111' } });
    await press('Подтвердить платёж');
    expect(text()).toContain('Неверный код из сообщения банка');
    expect(text()).toContain('Осталось попыток: 2');
    fireEvent.change(code, { target: { value: '4821' } });
    await press('Подтвердить платёж');
    expect(bodies('/confirm')).toEqual([{ code: '1111' }, { code: '4821' }]);
    expect(text()).toContain('Зачислено');
  });

  it('leaves the focus in the field of the code while the bank is asked', async () => {
    await goToBank(codeStep(3));
    const reply = Promise.withResolvers<Response>();
    fetched.mockReturnValueOnce(reply.promise);
    const code = screen.getByLabelText<HTMLInputElement>('Код из сообщения');
    code.focus();
    fireEvent.change(code, { target: { value: '4821' } });
    await press('Подтвердить платёж');
    // A browser takes the focus from what is disabled.
    expect([code.disabled, code.readOnly]).toEqual([false, true]);
    reply.resolve(json({ operation: credited, bank: null }));
    await flush();
    expect(document.activeElement?.textContent).toContain('Зачислено');
  });

  it('is left by cancelling', async () => {
    const cancelled = { ...pending, status: 'failed', failure: 'cancelled' };
    answers = { 'POST /7/cancel': [json({ operation: cancelled, bank: null })] };
    await goToBank(atBank);
    await press('Отменить платёж');
    expect(text()).toContain('Вы отменили платёж');
  });

  it('has its refusal told by the app, once, when the screen was left before it came', async () => {
    const told: string[] = [];
    const deaf = intents.onEnd(({ kind }, { name }) => told.push(`${kind} ${name}`));
    await goToBank(atBank);
    answers['GET /7'] = [json(atBank)];
    const reply = Promise.withResolvers<Response>();
    fetched.mockReturnValueOnce(reply.promise);
    await press('Подтвердить платёж');
    cleanup();
    reply.resolve(json({ error: 'Банк не отвечает', code: 'bank_busy' }, 409));
    await flush();
    deaf();
    expect(told).toEqual(['bankConfirm refused']);
  });

  it('is left when the payment ended elsewhere', async () => {
    const rerender = await goToBank(atBank);
    live = [{ ...pending, status: 'failed', failure: 'expired' }];
    rerender(screenOf());
    expect(text()).toContain('Платёж не подтвердили за 15 минут.');
  });

  it('is not gone back to by an answer that comes after the stream has told the end and it was left', async () => {
    const declined: Operation = { ...pending, status: 'failed', failure: 'bankDeclined' };
    const answer = Promise.withResolvers<Response>();
    const rerender = await goToBank(atBank);
    fetched.mockImplementationOnce(() => answer.promise);
    await press('Подтвердить платёж');
    live = [declined];
    rerender(screenOf());
    await press('Попробовать снова');
    answer.resolve(json({ operation: declined, bank: null }));
    await flush();
    expect(text()).not.toContain('Банк отклонил платёж.');
    expect((amount() as HTMLInputElement).value).toBe('5000');
  });

  it('says what it refused no more when another payment is made', async () => {
    answers = {
      'POST /7/confirm': [json({ error: 'Банк не отвечает', code: 'bank_busy' }, 409)],
      'GET /7': [json(atBank)],
    };
    const rerender = await goToBank(atBank);
    await press('Подтвердить платёж');
    expect(text()).toContain('Банк не отвечает');
    live = [{ ...pending, status: 'failed', failure: 'expired' }];
    rerender(screenOf());
    await press('Попробовать снова');
    expect(text()).not.toContain('Банк не отвечает');
  });

  it('says no more that it could not be gone back to when a payment is begun', async () => {
    live = [{ ...pending, waitsUntil: Date.now() + 60_000 }];
    answers = {
      'GET /7': [new Response('', { status: 500 })],
      'POST ': [json({ ...atBank, operation: { ...pending, id: '8' } })],
    };
    render(screenOf());
    await press('Вернуться на страницу банка');
    expect(text()).toContain('Не удалось открыть страницу банка');
    type('5000');
    await press('Перейти к оплате');
    expect(screen.getByRole('heading', { name: 'Учебная страница банка' })).toBeTruthy();
    expect(text()).not.toContain('Не удалось открыть страницу банка');
  });

  it('is nothing to go back to when it no longer waits', () => {
    live = [pending];
    render(screenOf());
    expect(screen.queryByRole('button', { name: 'Вернуться на страницу банка' })).toBeNull();
  });

  it('can be gone back to later', async () => {
    live = [{ ...pending, waitsUntil: Date.now() + 60_000 }];
    answers = { 'GET /7': [json(codeStep(3))] };
    render(screenOf());
    expect(text()).toContain('Незавершённая оплата #REQ100007, 5 000 уч. RUB');
    await press('Вернуться на страницу банка');
    expect(screen.getByRole('heading', { name: 'Учебная страница банка' })).toBeTruthy();
  });
});
