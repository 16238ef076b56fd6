import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ERRORS, type ErrorCode, type NetworkTransaction, type Operation } from '@plecho/contract';
import { encodeAddress, encodeTransactionHash } from '@plecho/network';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { intents } from '@/api/intents/carry-out.ts';
import { CryptoDeposit } from './crypto-deposit.tsx';
import { useCoinDeposit } from './use-coin-deposit.ts';

const address = encodeAddress('evm', new Uint8Array(20).fill(2));
const other = encodeAddress('evm', new Uint8Array(20).fill(4));
const hash = encodeTransactionHash(new Uint8Array(32).fill(3));
const addresses = [
  { asset: 'USDT', network: 'bsc', address },
  { asset: 'USDT', network: 'ethereum', address: other },
];
const transaction: NetworkTransaction = {
  hash,
  network: 'bsc',
  asset: 'USDT',
  from: other,
  to: address,
  amount: '100.5',
  fee: '0.2',
  memo: null,
  submittedAt: 1,
  block: null,
  blockTime: null,
  confirmations: 0,
  confirmationsNeeded: 5,
};
const operation: Operation = {
  id: '7',
  market: 'main',
  type: 'deposit',
  status: 'pending',
  code: 'REQ100007',
  amount: '100.5',
  currency: 'USDT',
  network: 'bsc',
  address,
  memo: null,
  txHash: hash,
  fee: '0',
  confirmations: 2,
  confirmationsNeeded: 5,
  value: null,
  price: null,
  card: null,
  failure: null,
  waitsUntil: null,
  createdAt: 1,
  settledAt: null,
};

let live: Operation[] = [];
vi.mock('@/live/index.ts', () => ({
  useLiveOperation: (known: Operation) => live.find(({ id }) => id === known.id) ?? known,
}));
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: vi.fn() } }) }));

const fetched = vi.fn<(url: string, init?: { method?: string; body?: string }) => Promise<Response>>();
let claimAnswer: () => Response = () => new Response('', { status: 500 });
let sent = transaction;
const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const refusal = (code: ErrorCode, details?: object) => (): Response =>
  json({ error: ERRORS[code].text, code, details }, ERRORS[code].status);

function Screen() {
  return (
    <CryptoDeposit
      deposit={useCoinDeposit()}
      marketLabel="Синтетический рынок"
      renderSend={({ to, onSent }) => (
        <button type="button" onClick={() => onSent(sent)}>
          send to {to}
        </button>
      )}
    />
  );
}

const flush = (ms = 0): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const show = async (): Promise<() => void> => {
  const client = new QueryClient();
  const screenOf = () => (
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>
  );
  const { rerender } = render(screenOf());
  await flush();
  return () => rerender(screenOf());
};
const press = (name: string | RegExp): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const field = (label: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label);
const text = (): string => (document.body.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');
const claims = (): unknown[] =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === 'POST')
    .map(([, init]) => JSON.parse(init?.body ?? '') as unknown);

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  live = [];
  sent = transaction;
  fetched.mockReset();
  fetched.mockImplementation(async (path) => {
    if (path.includes('deposit-addresses')) return json({ items: addresses });
    return path.includes('/network/transactions/') ? json(sent) : claimAnswer();
  });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('CryptoDeposit', () => {
  it('shows the address of the default coin and network, and what alone may be sent there', async () => {
    await show();
    expect(text()).toContain(address);
    expect(text()).toContain('Отправляйте на этот адрес только USDT и только по сети BEP20 (BSC)');
    fireEvent.click(screen.getByRole('radio', { name: /ERC20/ }));
    expect(text()).toContain(other);
    expect(text()).not.toContain(address);
  });

  it('needs an amount and a hash, and asks nobody without them', async () => {
    await show();
    press('Перевод сделан');
    await flush();
    expect(text()).toContain('Укажите сумму и хеш перевода');
    fireEvent.change(field('Сумма'), { target: { value: '5' } });
    fireEvent.change(field('Хеш перевода'), { target: { value: `0x${'ab'.repeat(32)}` } });
    press('Перевод сделан');
    await flush();
    expect(field('Хеш перевода').getAttribute('aria-invalid')).toBe('true');
    expect(claims()).toEqual([]);
  });

  it('fills both fields in after a transaction from the same screen, thanks, and follows the confirmations', async () => {
    claimAnswer = () => json(operation);
    const renew = await show();
    press(/^send to/);
    expect(field('Сумма').value).toBe('100,5');
    expect(field('Хеш перевода').value).toBe(hash);
    press('Перевод сделан');
    press(/Проверяем|Перевод сделан/);
    await flush();
    expect(claims()).toEqual([{ currency: 'USDT', amount: '100.5', network: 'bsc', txHash: hash }]);
    expect(text()).toContain('Спасибо! После подтверждения ваши средства будут зачислены на ваш аккаунт.');
    expect(text()).toContain('Обработка');
    expect(text()).toContain('2 из 5 подтверждений');
    expect(text()).toContain('#REQ100007');
    // Whoever pressed the button, which is gone, goes on from here.
    expect(document.activeElement?.firstChild?.textContent).toMatch(/^Спасибо!/);
    live = [{ ...operation, status: 'completed', confirmations: 5, value: '100.5' }];
    renew();
    expect(text()).toContain('Зачислено');
    expect(text()).toContain('100,50 уч. USDT');
    expect(text()).not.toContain('Спасибо');
    press('Ещё одно пополнение');
    expect(field('Хеш перевода').value).toBe('');
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement?.contains(field('Хеш перевода'))).toBe(true);
  });

  it('fills a second transaction in while it still thanks for the first', async () => {
    claimAnswer = () => json(operation);
    await show();
    press(/^send to/);
    press('Перевод сделан');
    await flush();
    const second = encodeTransactionHash(new Uint8Array(32).fill(5));
    sent = { ...transaction, hash: second, amount: '7' };
    press(/^send to/);
    expect([field('Сумма').value, field('Хеш перевода').value]).toEqual(['7', second]);
    press('Перевод сделан');
    await flush();
    expect(claims()).toMatchObject([{ txHash: hash }, { txHash: second }]);
  });

  it('has a refusal told by the app, once, when the screen was left before it came', async () => {
    const told: string[] = [];
    const deaf = intents.onEnd(({ kind }, { name }) => told.push(`${kind} ${name}`));
    await show();
    press(/^send to/);
    const reply = Promise.withResolvers<Response>();
    fetched.mockReturnValueOnce(reply.promise);
    press('Перевод сделан');
    await flush();
    cleanup();
    reply.resolve(refusal('deposit_other_amount')());
    await flush();
    deaf();
    expect(told).toEqual(['claimDeposit refused']);
  });

  it('says a refusal at its field and takes over the amount that the network knows', async () => {
    claimAnswer = refusal('deposit_other_amount', { amount: '99.5' });
    await show();
    press(/^send to/);
    press('Перевод сделан');
    await flush();
    expect(field('Сумма').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByRole('alert')[0]?.textContent).toBe(ERRORS.deposit_other_amount.text);
    press('Подставить 99,50');
    expect(field('Сумма').value).toBe('99,5');
    expect(text()).not.toContain(ERRORS.deposit_other_amount.text);
  });

  it('teaches why coins on another network are lost', async () => {
    sent = { ...transaction, network: 'ethereum' };
    claimAnswer = refusal('deposit_other_network', { sentOn: 'ethereum', watchedOn: 'bsc' });
    await show();
    press(/^send to/);
    press('Перевод сделан');
    await flush();
    const lesson = screen.getByRole('region', { name: 'Монеты ушли не в ту сеть' });
    expect(lesson.textContent).toContain('Сюда пришли монетыERC20 (Ethereum)');
    expect(lesson.textContent).toContain('Здесь биржа ждёт переводBEP20 (BSC)');
    expect(lesson.querySelector('a')?.getAttribute('href')).toBe(`/network?q=${hash}`);
    fireEvent.click(screen.getByRole('radio', { name: /ERC20/ }));
    expect(screen.queryByRole('region', { name: 'Монеты ушли не в ту сеть' })).toBeNull();
  });

  it('has no lesson when the form alone names another network: it chooses the right one', async () => {
    claimAnswer = refusal('deposit_other_choice', { asset: 'USDT', network: 'ethereum' });
    await show();
    press(/^send to/);
    press('Перевод сделан');
    await flush();
    expect(screen.queryByRole('region', { name: 'Монеты ушли не в ту сеть' })).toBeNull();
    press('Выбрать USDT, ERC20 (Ethereum)');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /ERC20/ }).checked).toBe(true);
    expect(field('Хеш перевода').value).toBe(hash);
  });

  it('L6 says that it finds out what became of a claim, and then that it does not know', async () => {
    claimAnswer = () => new Response('', { status: 500 });
    await show();
    press(/^send to/);
    press('Перевод сделан');
    await flush();
    expect(text()).toContain('Проверяем, что стало с заявкой…');
    await flush(31_000);
    expect(text()).toContain('Ответа пока нет. Повторите: второй заявки не будет.');
    claimAnswer = () => json(operation);
    intents.resume('account');
    await flush();
    expect(screen.getByRole('alert').textContent).toBe(
      'Повтор теперь будет новой заявкой. Посмотрите, что вышло с прошлой.',
    );
  });
});
