import {
  explorerBlock,
  explorerOverview,
  networkTransaction,
  walletBalance,
  walletTransaction,
} from '@plecho/contract';
import { blockTime, coins, encodeAddress, encodeTransactionHash, smallestLevelTaken } from '@plecho/network';
import { describe, expect, it } from 'vitest';
import type { NetworkTransaction } from '../network/ports.ts';
import {
  toWireBlock,
  toWireCoinBalance,
  toWireOverview,
  toWireTransaction,
  toWireTransactionAsSent,
  toWireWalletBalance,
  toWireWalletTransaction,
} from './network.ts';

const HEIGHT = 1_000;
const MINED_AT = blockTime('bsc', HEIGHT);
const FROM = encodeAddress('evm', new Uint8Array(20).fill(1));
const TO = encodeAddress('evm', new Uint8Array(20).fill(2));

const transaction: NetworkTransaction = {
  id: 7n,
  hash: encodeTransactionHash(new Uint8Array(32).fill(7)),
  network: 'bsc',
  asset: 'USDT',
  from: FROM,
  to: TO,
  amount: coins('USDT', '12.5'),
  fee: coins('USDT', '0.1'),
  memo: null,
  submittedAt: MINED_AT - 1,
  block: HEIGHT,
};
const sent = { ...transaction, direction: 'out', isLost: true } as const;

const SHOWN = {
  ...{ hash: transaction.hash, network: 'bsc', asset: 'USDT', from: FROM, to: TO, amount: '12.5', fee: '0.1' },
  ...{ memo: null, submittedAt: MINED_AT - 1, confirmationsNeeded: 5 },
};
const WAITING = { ...SHOWN, block: null, blockTime: null, confirmations: 0 };
const MINED = { ...SHOWN, block: HEIGHT, blockTime: MINED_AT };

describe('a transaction', () => {
  it.each([
    ['waits until its block is there', MINED_AT - 1, WAITING],
    ['has its first confirmation with it', MINED_AT, { ...MINED, confirmations: 1 }],
    ['and one more with every block', MINED_AT + 3 * 2_000, { ...MINED, confirmations: 4 }],
  ])('%s', (_, now, shown) => {
    expect(networkTransaction.parse(toWireTransaction(transaction, now))).toEqual(shown);
  });

  it('of a wallet says where it went', () => {
    const shown = walletTransaction.parse(toWireWalletTransaction(sent, MINED_AT));
    expect(shown).toEqual({ ...MINED, confirmations: 1, direction: 'out', lost: true });
  });

  it('L6 is answered to its sender as it was when it was sent, however long ago', () => {
    expect(toWireTransactionAsSent(sent)).toEqual({ ...WAITING, direction: 'out', lost: true });
  });
});

it('the first page shows every chain with its pace, what waits and what the next block takes', () => {
  const chains = [{ network: 'bsc', height: HEIGHT, mempool: 2 } as const];
  const shown = explorerOverview.parse(toWireOverview({ now: MINED_AT, chains, newest: [transaction] }));
  expect(shown).toEqual({
    now: MINED_AT,
    chains: [
      {
        ...{ network: 'bsc', title: 'BEP20 (BSC)', height: HEIGHT, blockSeconds: 2, confirmationsNeeded: 5 },
        ...{ mempool: 2, nextBlockTakes: smallestLevelTaken('bsc', HEIGHT + 1) },
      },
    ],
    newest: [{ ...MINED, confirmations: 1 }],
  });
});

it('a block shows when it came, and it and its transactions have the confirmations of one moment', () => {
  const block = { now: MINED_AT + 2_000, network: 'bsc', height: HEIGHT, hash: 'simblock1q' } as const;
  expect(explorerBlock.parse(toWireBlock({ ...block, transactions: [transaction] }))).toEqual({
    ...{ network: 'bsc', height: HEIGHT, hash: 'simblock1q', time: MINED_AT, confirmations: 2 },
    items: [{ ...MINED, confirmations: 2 }],
  });
});

it('coins are written in the units of their currency', () => {
  const place = { network: 'bitcoin', asset: 'BTC', balance: 5_000_000n } as const;
  const address = encodeAddress('bitcoin', new Uint8Array(20).fill(3));
  expect(toWireCoinBalance(place)).toEqual({ network: 'bitcoin', asset: 'BTC', balance: '0.05' });
  expect(walletBalance.parse(toWireWalletBalance({ ...place, address, incoming: 1n }))).toEqual({
    ...{ network: 'bitcoin', asset: 'BTC', address, balance: '0.05', incoming: '0.00000001' },
  });
});
