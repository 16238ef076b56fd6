import { cleanup, render, screen } from '@testing-library/react';
import type { Operation } from '@plecho/contract';
import { encodeAddress, encodeTransactionHash } from '@plecho/network';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OperationStatus } from './operation-status.tsx';

vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: vi.fn() } }) }));

const withdrawal: Operation = {
  id: '7',
  market: 'main',
  type: 'withdraw',
  status: 'pending',
  code: 'REQ100007',
  amount: '0.01',
  currency: 'BTC',
  network: 'bitcoin',
  address: encodeAddress('bitcoin', new Uint8Array(20)),
  memo: null,
  txHash: null,
  fee: '0.00005',
  confirmations: 0,
  confirmationsNeeded: 2,
  value: '674.125',
  price: '67412.5',
  card: null,
  failure: null,
  waitsUntil: null,
  createdAt: 1,
  settledAt: null,
};
const shown = (change: Partial<Operation>): string => {
  const { container } = render(
    <OperationStatus operation={{ ...withdrawal, ...change }} marketLabel="Синтетический рынок" />,
  );
  return (container.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');
};
const txHash = encodeTransactionHash(new Uint8Array(32));

afterEach(cleanup);

describe('OperationStatus', () => {
  it('follows a withdrawal from the request to the payout', () => {
    expect(shown({})).toMatch(/^Обработка0,01 уч. BTCОтправляем в учебную сеть0 из 2 подтверждений/);
    cleanup();
    expect(shown({ txHash })).toContain('Перевод ждёт места в блоке0 из 2');
    cleanup();
    expect(shown({ txHash, confirmations: 1 })).toContain('Подтверждается блоками сети1 из 2');
    cleanup();
    const done = shown({ txHash, confirmations: 7, status: 'completed' });
    expect(done).toMatch(/^Выплачено/);
    expect(done).toContain('2 из 2 подтверждений');
    expect(done).toContain('К получению0,00995 уч. BTC');
  });

  it('C2: names the market of the price', () => {
    expect(shown({})).toContain('674,125 уч. USDTЦена 1 BTC67 412,50 USDTСинтетический рынок');
  });

  it('says why a withdrawal failed and that the money is back', () => {
    const text = shown({ status: 'failed', failure: 'addressRefused', value: null, price: null });
    expect(text).toContain('Отклонено');
    expect(text).toContain('этот адрес не принимает переводы. Деньги вернулись на счёт.');
    expect(text).not.toContain('К получению');
  });

  it('follows a withdrawal to a card from the request to the bank’s answer', () => {
    const payout: Partial<Operation> = {
      ...{ currency: 'USDT', amount: '12.345678', value: '12.345678', fee: '0', price: null, card: 'declined' },
      ...{ network: null, address: null, confirmationsNeeded: 0 },
    };
    expect(shown(payout)).toContain('Ждём ответа банка.');
    cleanup();
    const done = shown({ ...payout, status: 'completed' });
    expect(done).toMatch(/^Выплачено12,345678 уч. USDT/);
    expect(done).toContain('К получению1 172,83 уч. RUB');
    cleanup();
    const back = shown({ ...payout, status: 'failed', failure: 'bankDeclined', value: null });
    expect(back).toContain('Банк отказался принять деньги на карту. Деньги вернулись на счёт.');
    expect(back).toContain('Карта«Банк отклоняет»');
    expect(back).not.toContain('К получению');
  });

  it('says of a top-up at the bank that it waits for the person, until when, and how to get back', () => {
    const card = { type: 'card', currency: 'RUB', amount: '5000', network: null, value: null, price: null } as const;
    const text = shown({ ...card, card: 'secure', waitsUntil: new Date(2030, 1, 5, 12, 30).getTime() });
    expect(text).toContain('Ждёт вас5 000 уч. RUB');
    expect(text).toContain('Ждёт вас на странице банка до 05.02, 12:30. Ничего не списано.');
    expect(screen.getByRole('link', { name: 'Вернуться на страницу банка' }).getAttribute('href')).toBe(
      '/deposit?payment=7',
    );
    cleanup();
    const over = shown({ ...card, card: 'secure' });
    expect(over).toContain('Обработка');
    expect(over).toContain('Банк больше не ждёт. Завершаем операцию.');
    expect(screen.queryByRole('link')).toBeNull();
    cleanup();
    expect(shown({ ...card, status: 'failed', failure: 'expired' })).toContain('Платёж не подтвердили за 15 минут.');
  });
});
