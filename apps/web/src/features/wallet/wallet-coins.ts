import type { WalletBalance } from '@plecho/contract';
import { ASSET_NETWORKS, ASSETS, parseCoins, type Asset, type CoinAmount } from '@plecho/network';

export interface HeldCoin {
  asset: Asset;
  /** On all networks together. */
  total: CoinAmount;
  /** In the order of the coin's networks. */
  balances: readonly WalletBalance[];
}

/** The wallet by coin, in the order in which coins and networks are named everywhere. */
export function byCoin(wallet: readonly WalletBalance[]): HeldCoin[] {
  return ASSETS.map((asset) => {
    const balances = ASSET_NETWORKS[asset].flatMap(
      (network) => wallet.find((each) => each.asset === asset && each.network === network) ?? [],
    );
    const total = balances.reduce((sum, { balance }) => sum + (parseCoins(asset, balance) ?? 0n), 0n);
    return { asset, total, balances };
  }).filter(({ balances }) => balances.length > 0);
}

/** Networks on which the wallet has the same address. */
export const networksOf = (wallet: readonly WalletBalance[], address: string): WalletBalance['network'][] => [
  ...new Set(wallet.filter((each) => each.address === address).map(({ network }) => network)),
];
