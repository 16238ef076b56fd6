import { NETWORK_RULES, NETWORKS, parseAddress, parseTransactionHash } from '@plecho/network';
import { describe, expect, it } from 'vitest';
import { blockHash, reserveAddress, transactionHash } from './digests.ts';

describe('the reserve', () => {
  it('has one address for each family, which never changes: its coins are there', () => {
    expect(NETWORKS.map(reserveAddress)).toEqual([
      'sim1qtfg5tvwerk8rxlfm7dcsv5lk75snvkucmnxvkk',
      'sim1ewngqhf7krqwsvy8vpxvvjck76cn578503qy0ut',
      'sim1ewngqhf7krqwsvy8vpxvvjck76cn578503qy0ut',
      'sim1ewngqhf7krqwsvy8vpxvvjck76cn578503qy0ut',
      'sim1ewngqhf7krqwsvy8vpxvvjck76cn578503qy0ut',
      'sim1tfhpr2vw0xknvrh0gh2fj5x3f6y8qw8my64t9x8',
    ]);
    for (const network of NETWORKS) {
      const { family } = NETWORK_RULES[network];
      expect(parseAddress(reserveAddress(network))).toMatchObject({ family });
    }
  });
});

describe('the hash of a transaction', () => {
  const transaction: Parameters<typeof transactionHash>[0] = {
    ...{ from: null, to: 'x', amount: 1n, fee: 0n, memo: null, submittedAt: 5, block: 7, origin: null },
    network: 'bsc',
    asset: 'USDT',
  };
  const nonce = new Uint8Array(16);

  it('is the same for the same transaction and another for any other', () => {
    const hash = transactionHash(transaction, nonce);
    expect(parseTransactionHash(hash)).toBe(hash);
    expect(transactionHash(transaction, nonce)).toBe(hash);
    const others = [
      { amount: 2n },
      { fee: 1n },
      { to: 'y' },
      { memo: '1' },
      { submittedAt: 6 },
      { network: 'tron' as const },
    ];
    const hashes = others.map((other) => transactionHash({ ...transaction, ...other }, nonce));
    expect(
      new Set([
        hash,
        ...hashes,
        transactionHash(
          transaction,
          nonce.map(() => 1),
        ),
      ]).size,
    ).toBe(8);
  });
});

it('the hash of a block depends on its chain and its height alone', () => {
  expect(blockHash('bsc', 1)).toBe('simblock1e67q9dud74vpzttjulqrv8fy6aql3k6kxd0wsjtce4v5rcl2clsqdn7uhk');
  expect(new Set([blockHash('bsc', 1), blockHash('bsc', 2), blockHash('polygon', 1)]).size).toBe(3);
});
