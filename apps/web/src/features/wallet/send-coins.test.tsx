import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { NetworkTransaction, WalletBalance } from '@plecho/contract';
import { encodeAddress, encodeTransactionHash } from '@plecho/network';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { intents } from '@/api/intents/carry-out.ts';
import { SendCoins } from './send-coins.tsx';

const own = encodeAddress('evm', new Uint8Array(20).fill(1));
const target = encodeAddress('evm', new Uint8Array(20).fill(2));
const tron = encodeAddress('tron', new Uint8Array(20).fill(2));
const hash = encodeTransactionHash(new Uint8Array(32).fill(3));

const held = (network: WalletBalance['network'], balance: string): WalletBalance => ({
  asset: 'USDT',
  network,
  address: own,
  balance,
  incoming: '0',
});
const wallet = [held('bsc', '3000'), held('ethereum', '2000.5'), held('tron', '2000')];
vi.mock('@/live/index.ts', () => ({ usePayments: () => ({ loaded: true, operations: [], wallet }) }));
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: vi.fn() } }) }));

const fetched = vi.fn<typeof fetch>();
const onSent = vi.fn();
const transaction: NetworkTransaction = {
  hash,
  network: 'bsc',
  asset: 'USDT',
  from: own,
  to: target,
  amount: '100',
  fee: '0.2',
  memo: null,
  submittedAt: 1,
  block: null,
  blockTime: null,
  confirmations: 0,
  confirmationsNeeded: 5,
};

const answer = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const show = (node: ReactNode): void => {
  render(<QueryClientProvider client={new QueryClient()}>{node}</QueryClientProvider>);
};
const type = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const press = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const flush = (ms = 0): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const review = (): Promise<void> => {
  press('Проверить перевод');
  return flush();
};
const text = (): string => (document.body.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');
const amount = (): string => screen.getByLabelText<HTMLInputElement>('Сумма').value;
const bodyOf = (call: number): unknown => {
  const body = fetched.mock.calls[call]?.[1]?.body;
  return typeof body === 'string' ? JSON.parse(body) : null;
};

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  onSent.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('SendCoins', () => {
  it('shows everything again, the network too, and sends once it is confirmed', async () => {
    fetched.mockImplementation(async () => answer(transaction));
    show(<SendCoins asset="USDT" network="bsc" to={target} onSent={onSent} />);
    type('Сумма', '100');
    await review();
    expect(fetched).not.toHaveBeenCalled();
    expect(text()).toContain('BEP20 (BSC)');
    expect(text()).toContain('100,00 уч. USDT');
    expect(text()).toContain('Спишется100,20 уч. USDT');
    expect(text()).toContain(target);
    const button = screen.getByRole('button', { name: 'Отправить' });
    fireEvent.click(button);
    fireEvent.click(button);
    await flush();
    expect(bodyOf(0)).toEqual({
      asset: 'USDT',
      network: 'bsc',
      address: target,
      amount: '100',
      fee: 'normal',
      memo: null,
    });
    expect(fetched.mock.calls.filter(([, init]) => init?.method === 'POST')).toHaveLength(1);
    expect(onSent).toHaveBeenCalledExactlyOnceWith(transaction);
    expect(text()).toContain(hash);
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('0');
  });

  it('takes everything but the fee, and follows the fee', async () => {
    show(<SendCoins asset="USDT" network="bsc" to={target} />);
    press('MAX: всё, кроме комиссии сети');
    expect(amount()).toBe('2999,8');
    fireEvent.click(screen.getByRole('radio', { name: /Быстро/ }));
    expect(amount()).toBe('2999,6');
    fireEvent.click(screen.getByRole('radio', { name: /ERC20/ }));
    expect(amount()).toBe('1996,5');
    await review();
    expect(text()).toContain('Останется0,00 уч. USDT');
  });

  it('says beside the field what is wrong, and sends nothing', async () => {
    show(<SendCoins asset="USDT" network="bsc" />);
    await review();
    expect(screen.getByRole('alert').textContent).toContain('Это не учебный адрес');
    type('Адрес получателя', tron);
    expect(screen.getByRole('alert').textContent).toBe('Этот адрес не подходит к выбранной сети');
    type('Адрес получателя', target);
    expect(screen.queryByRole('alert')).toBeNull();
    for (const [typed, refusal] of [
      ['0', 'Введите корректную сумму'],
      ['1,1234567', 'Введите корректную сумму'],
      ['-5', 'Введите корректную сумму'],
      ['3000', 'В учебном кошельке не хватает монет на сумму и комиссию сети'],
    ] as const) {
      type('Сумма', typed);
      await review();
      expect(screen.getByRole('alert').textContent).toBe(refusal);
    }
    expect(text()).toContain('Не хватает 0,20 уч. USDT');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('asks for a memo where the network has one only, and takes digits only', async () => {
    show(<SendCoins asset="USDT" network="bsc" />);
    expect(screen.queryByLabelText('Memo')).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: /TRC20/ }));
    type('Адрес получателя', tron);
    type('Сумма', '5');
    type('Memo', 'www.example');
    await review();
    expect(screen.getByRole('alert').textContent).toBe('Memo — только цифры, не больше 6');
    type('Memo', '123');
    await review();
    expect(text()).toContain('TRC20 (Tron)');
    expect(text()).toContain('Memo123');
  });

  it('goes back to the field that the server refused', async () => {
    fetched.mockImplementation(async () =>
      answer({ error: 'Сеть отклонила перевод: этот адрес не принимает переводы', code: 'address_refused' }, 409),
    );
    show(<SendCoins asset="USDT" network="bsc" to={target} onSent={onSent} />);
    type('Сумма', '1');
    await review();
    press('Отправить');
    await flush();
    expect(screen.getByRole('alert').textContent).toContain('этот адрес не принимает переводы');
    expect(amount()).toBe('1');
    expect(onSent).not.toHaveBeenCalled();
  });

  it.each([
    ['sent', 200, transaction, 'answered'],
    ['refused', 409, { error: 'Сеть отклонила перевод', code: 'address_refused' }, 'refused'],
  ] as const)('is told by the app, once, when it is closed before it was %s', async (_, status, body, ending) => {
    const told: string[] = [];
    const deaf = intents.onEnd(({ kind }, { name }) => told.push(`${kind} ${name}`));
    const reply = Promise.withResolvers<Response>();
    fetched.mockReturnValueOnce(reply.promise);
    const onPending = vi.fn();
    show(<SendCoins asset="USDT" network="bsc" to={target} onSent={onSent} onPending={onPending} />);
    type('Сумма', '1');
    await review();
    press('Отправить');
    await flush();
    expect(onPending).toHaveBeenLastCalledWith(true);
    cleanup();
    expect(onPending).toHaveBeenLastCalledWith(false);
    reply.resolve(answer(body, status));
    await flush();
    deaf();
    expect(told).toEqual([`sendCoins ${ending}`]);
    expect(onSent).not.toHaveBeenCalled();
  });

  it('says what it was answered by itself while it is there', async () => {
    const told = vi.fn();
    const deaf = intents.onEnd(told);
    fetched.mockImplementation(async () => answer(transaction));
    show(<SendCoins asset="USDT" network="bsc" to={target} />);
    type('Сумма', '1');
    await review();
    press('Отправить');
    await flush();
    deaf();
    expect(text()).toContain(hash);
    expect(told).not.toHaveBeenCalled();
  });

  it('L6 says no longer that sending again makes no second one, when it was found out what became of the first', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    show(<SendCoins asset="USDT" network="bsc" to={target} onSent={onSent} />);
    type('Сумма', '100');
    await review();
    press('Отправить');
    await flush(31_000);
    expect(screen.getByRole('alert').textContent).toBe('Ответа пока нет. Повторите: второй заявки не будет.');
    fetched.mockImplementation(async () => answer(transaction));
    intents.resume('account');
    await flush();
    expect(screen.getByRole('alert').textContent).toBe(
      'Повтор теперь будет новой заявкой. Посмотрите, что вышло с прошлой.',
    );
  });

  it('begins anew when the coin or the address changes', () => {
    const { rerender } = render(
      <QueryClientProvider client={new QueryClient()}>
        <SendCoins asset="USDT" network="bsc" to={target} />
      </QueryClientProvider>,
    );
    type('Сумма', '100');
    rerender(
      <QueryClientProvider client={new QueryClient()}>
        <SendCoins asset="USDT" network="ethereum" to={own} />
      </QueryClientProvider>,
    );
    expect(amount()).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('Адрес получателя').value).toBe(own);
  });
});
