import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Chain, NetworkTransaction } from '@plecho/contract';
import { encodeAddress, encodeTransactionHash, heightAt } from '@plecho/network';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Explorer } from './explorer.tsx';

const push = vi.fn();
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push } }) }));

const hash = encodeTransactionHash(new Uint8Array(32).fill(5));
const to = encodeAddress('evm', new Uint8Array(20).fill(5));
const NOW = Date.UTC(2026, 10, 21, 12);
const transaction: NetworkTransaction = {
  hash,
  network: 'bsc',
  asset: 'USDT',
  from: null,
  to,
  amount: '12.5',
  fee: '0.2',
  memo: null,
  submittedAt: NOW - 5_000,
  block: heightAt('bsc', NOW) - 1,
  blockTime: NOW - 2_000,
  confirmations: 2,
  confirmationsNeeded: 5,
};
const chain: Chain = {
  network: 'bsc',
  title: 'BEP20 (BSC)',
  height: heightAt('bsc', NOW),
  blockSeconds: 2,
  confirmationsNeeded: 5,
  mempool: 3,
  nextBlockTakes: 'normal',
};

type Answers = Record<string, unknown>;
const text = (): string => (document.body.textContent ?? '').replaceAll(/[\u202f\u00a0]/g, ' ');
const flush = (ms = 0): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });

async function show(q: string, answers: Answers): Promise<void> {
  vi.stubGlobal('fetch', async (url: string) => {
    const body = answers[url.split('?')[0]?.replace('/api/network', '') ?? ''];
    return body === undefined
      ? new Response(JSON.stringify({ error: 'Нет', code: 'not_found_on_network' }), { status: 404 })
      : new Response(JSON.stringify(body));
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Explorer q={q} />
    </QueryClientProvider>,
  );
  // What was found is asked for after the search.
  await flush(10);
  await flush(10);
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  push.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('Explorer', () => {
  it('shows the chains, their heights going on between two answers', async () => {
    await show('', { '': { now: NOW, chains: [chain], newest: [transaction] } });
    expect(text()).toContain('BEP20 (BSC)');
    expect(text()).toContain('каждые 2 с');
    const before = screen.getByRole('link', { name: /^Блок/ }).getAttribute('href');
    expect(before).toBe(`/network?q=bsc%3A${chain.height}`);
    await flush(3_000);
    const after = screen.getByRole('link', { name: /^Блок/ }).getAttribute('href');
    expect(after).toBe(`/network?q=bsc%3A${chain.height + 1}`);
  });

  it('says of blocks that come each second that they do', async () => {
    await show('', { '': { now: NOW, chains: [{ ...chain, blockSeconds: 1 }], newest: [] } });
    expect(text()).toContain('каждую секунду');
  });

  it('shows a transaction with links to its addresses and block, confirmations growing', async () => {
    await show(hash, {
      '/search': { kind: 'transaction', value: hash },
      [`/transactions/${hash}`]: transaction,
    });
    expect(text()).toContain('12,50 уч. USDT');
    expect(text()).toContain('2 из 5');
    expect(text()).toContain('новые монеты');
    expect(screen.getByRole('link', { name: to }).getAttribute('href')).toBe(`/network?q=${to}`);
    await flush(2_000);
    expect(text()).toContain('3 из 5');
  });

  it('shows what an address holds on each network, and which networks share it', async () => {
    await show(to, {
      '/search': { kind: 'address', value: to },
      [`/addresses/${to}`]: {
        address: to,
        balances: [{ network: 'polygon', asset: 'USDT', balance: '75.5' }],
        items: [transaction],
        nextCursor: null,
      },
    });
    expect(text()).toContain('Polygon (PoS)75,50 уч. USDT');
    expect(text()).toContain('Такой адрес есть в сетях ERC20 (Ethereum), BEP20 (BSC), Polygon (PoS), Arbitrum One');
  });

  it('C1: says of a real address that it is none here', async () => {
    await show('0x52908400098527886E0F7030069857D2E4169EE7', {});
    expect(screen.getByRole('alert').textContent).toContain('В учебной сети такого нет');
    expect(text()).toContain('Настоящих сетей здесь нет');
  });

  it('says that there is no such block', async () => {
    await show('bsc:999999999', {});
    expect(text()).toContain('Блока с таким номером ещё нет');
  });

  it('puts what is looked for into the address of the page', async () => {
    await show('', { '': { now: NOW, chains: [], newest: [] } });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: ` ${hash} ` } });
    fireEvent.submit(screen.getByRole('search'));
    expect(push).toHaveBeenCalledWith(`/network?q=${hash}`);
  });
});
