import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { encodeAddress } from '@plecho/network';
import { afterEach, expect, it, vi } from 'vitest';
import type { CardPayment } from '@/features/bank/use-card-payment.ts';
import { useCoinDeposit } from '@/features/deposit/use-coin-deposit.ts';
import { DepositWays } from './deposit-ways.tsx';

configure({ asyncUtilTimeout: 60_000 });
vi.mock('@/api/queries.ts', () => ({ useMarket: () => ({ label: 'Синтетический рынок' }) }));
vi.mock('@/features/wallet/send-coins.tsx', () => ({
  SendCoins: ({ onPending }: { onPending: (isPending: boolean) => void }) => (
    <>
      <button onClick={() => onPending(true)}>send</button>
      <button onClick={() => onPending(false)}>sent</button>
    </>
  ),
}));
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push: vi.fn() } }) }));

const address = encodeAddress('evm', new Uint8Array(20).fill(2));
const payment = { stage: { name: 'form' }, formError: null, unfinished: null } as unknown as CardPayment;

function Ways() {
  return <DepositWays deposit={useCoinDeposit()} payment={payment} />;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('leaves the form where it is while coins are being sent', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ items: [{ asset: 'USDT', network: 'bsc', address }] }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Ways />
    </QueryClientProvider>,
  );
  const send = await screen.findByRole('button', { name: 'send' });
  const isFixed = (): boolean[] =>
    [screen.getByRole('tab', { name: 'Карта' }), ...screen.getAllByRole('radio')].map((each) =>
      each.matches(':disabled'),
    );
  expect(new Set(isFixed())).toEqual(new Set([false]));
  fireEvent.click(send);
  expect(new Set(isFixed())).toEqual(new Set([true]));
  fireEvent.click(screen.getByRole('button', { name: 'sent' }));
  expect(new Set(isFixed())).toEqual(new Set([false]));
});
