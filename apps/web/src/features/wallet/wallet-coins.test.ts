import type { WalletBalance } from '@plecho/contract';
import { expect, it } from 'vitest';
import { byCoin, networksOf } from './wallet-coins.ts';

const held = (
  asset: WalletBalance['asset'],
  network: WalletBalance['network'],
  balance: string,
  address: string,
): WalletBalance => ({ asset, network, address, balance, incoming: '0' });

const wallet = [
  held('ETH', 'ethereum', '0.4', 'sim1evm'),
  held('USDT', 'tron', '2000', 'sim1tron'),
  held('USDT', 'bsc', '3000.5', 'sim1evm'),
];

it('groups balances by coin, coins and networks in their own order', () => {
  expect(byCoin(wallet).map(({ asset, total, balances }) => [asset, total, balances.map((b) => b.network)])).toEqual([
    ['USDT', 5_000_500_000n, ['bsc', 'tron']],
    ['ETH', 40_000_000n, ['ethereum']],
  ]);
});

it('knows which networks share an address', () => {
  expect(networksOf(wallet, 'sim1evm')).toEqual(['ethereum', 'bsc']);
  expect(networksOf(wallet, 'sim1tron')).toEqual(['tron']);
});
