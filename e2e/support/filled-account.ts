import { expect, type APIRequestContext } from '@playwright/test';
import { newKey } from '../../tools/product/request-key.ts';
import type { Asset, Network } from './money.ts';

/** What the pictures refer to. */
export interface Filled {
  /** A confirmed transaction. */
  hash: string;
  /** A transaction that arrived where nobody watches. */
  lostHash: string;
  lostAmount: string;
  /** Of the practice wallet, on networks that share it. */
  address: string;
}

const headers = (): Record<string, string> => ({
  'sec-fetch-site': 'same-origin',
  'idempotency-key': newKey(),
});

async function post<T>(request: APIRequestContext, path: string, data: object): Promise<T> {
  const answer = await request.post(`/api/${path}`, { data, headers: headers() });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

const get = async <T>(request: APIRequestContext, path: string): Promise<T> =>
  (await (await request.get(`/api/${path}`)).json()) as T;

interface Coins {
  asset: Asset;
  network: Network;
  amount: string;
}

const send = ({ asset, network, amount }: Coins, request: APIRequestContext, address: string) =>
  post<{ hash: string }>(request, 'wallet/send', { asset, network, amount, address, fee: 'fast', memo: null });

async function topUp(request: APIRequestContext, card: string, amountRub: number): Promise<void> {
  const { operation } = await post<{ operation: { id: string } }>(request, 'payments/deposit/card', {
    amountRub,
    card,
  });
  await post(request, `payments/deposit/card/${operation.id}/confirm`, {});
}

interface Operation {
  status: string;
  txHash: string | null;
}

/** Waits until nothing is under way any more. */
async function settle(request: APIRequestContext): Promise<Operation[]> {
  const operations = async (): Promise<Operation[]> =>
    (await get<{ items: Operation[] }>(request, 'payments/transactions')).items;
  await expect
    .poll(async () => (await operations()).filter(({ status }) => status === 'pending').length, { timeout: 120_000 })
    .toBe(0);
  return operations();
}

/** Gives an account a life with practice money: deposits, one of them lost, top-ups and withdrawals. */
export async function fillAccount(request: APIRequestContext): Promise<Filled> {
  const { items: wallet } = await get<{ items: { network: Network; address: string }[] }>(request, 'wallet');
  const own = (network: Network): string => wallet.find((held) => held.network === network)?.address ?? '';
  const { items: deposits } = await get<{ items: { asset: Asset; network: Network; address: string }[] }>(
    request,
    'payments/deposit-addresses',
  );
  const depositTo = (asset: Asset, network: Network): string =>
    deposits.find((each) => each.asset === asset && each.network === network)?.address ?? '';
  const deposit = async (coins: Coins): Promise<string> => {
    const { asset: currency, network, amount } = coins;
    const { hash: txHash } = await send(coins, request, depositTo(currency, network));
    await post(request, 'payments/deposit/hash', { currency, amount, network, txHash });
    return txHash;
  };
  const withdraw = (coins: Coins, address: string) =>
    post(request, 'payments/withdraw/crypto', {
      ...{ currency: coins.asset, amount: coins.amount, network: coins.network, address, memo: null },
    });

  const hash = await deposit({ asset: 'USDT', network: 'bsc', amount: '250' });
  await deposit({ asset: 'ETH', network: 'arbitrum', amount: '0.05' });
  const lost: Coins = { asset: 'USDT', network: 'ethereum', amount: '120' };
  const { hash: lostHash } = await send(lost, request, depositTo('USDT', 'bsc'));
  await topUp(request, 'approved', 15_000);
  await topUp(request, 'declined', 50_000);
  await withdraw({ asset: 'USDT', network: 'polygon', amount: '75' }, own('polygon'));
  const settled = await settle(request);
  // The payout came from an address of the network itself, which takes nothing: this one comes back.
  const { from } = await get<{ from: string }>(request, `network/transactions/${settled[0]?.txHash}`);
  await withdraw({ asset: 'USDT', network: 'polygon', amount: '40' }, from);
  await settle(request);
  return { hash, lostHash, lostAmount: lost.amount, address: own('bsc') };
}
