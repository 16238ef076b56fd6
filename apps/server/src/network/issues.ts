import {
  ASSET_NETWORKS,
  ASSETS,
  coins,
  encodeAddress,
  FAMILIES,
  heightAt,
  NETWORK_RULES,
  STARTING_COINS,
  type Asset,
  type CoinAmount,
  type Network,
} from '@plecho/network';
import { reserveAddress, transactionHash } from './digests.ts';
import type { DepositAddress, Entropy, Issue, OwnAddress } from './ports.ts';

const NONCE_BYTES = 16;

/** More than all withdrawals together can ever take, and within 64 bits. */
const ENDOWMENT: Readonly<Record<Asset, CoinAmount>> = {
  USDT: coins('USDT', '4000000000000'),
  BTC: coins('BTC', '40000000000'),
  ETH: coins('ETH', '40000000000'),
};

/** Everywhere a coin lives, in the order in which people see it. */
export const PLACES: readonly { asset: Asset; network: Network }[] = ASSETS.flatMap((asset) =>
  ASSET_NETWORKS[asset].map((network) => ({ asset, network })),
);

interface Moment {
  /** Wall clock, ms. */
  at: number;
  block: number;
}

function issue(
  to: string,
  { asset, network, amount }: { asset: Asset; network: Network; amount: CoinAmount },
  origin: string,
  { at, block }: Moment,
  entropy: Entropy,
): Issue & { to: string } {
  const transaction = { network, asset, from: null, to, amount, fee: 0n, memo: null, submittedAt: at, block, origin };
  const hash = transactionHash(transaction, entropy(NONCE_BYTES));
  return { hash, network, asset, amount, at, block, origin, to };
}

/** The exchange's own addresses, and the coins that it pays withdrawals with. @param now wall clock, ms */
export function genesis(
  now: number,
  entropy: Entropy,
): { addresses: DepositAddress[]; issues: (Issue & { to: string })[] } {
  const addresses = PLACES.map((place) => ({ ...place, address: reserveAddress(place.network) }));
  const issues = addresses.map(({ asset, network, address }) =>
    issue(
      address,
      { asset, network, amount: ENDOWMENT[asset] },
      `genesis:${network}:${asset}`,
      { at: now, block: 0 },
      entropy,
    ),
  );
  return { addresses, issues };
}

/**
 * Addresses of a new user and the first coins of the wallet. Networks of one family share the wallet's
 * address; every deposit address is one of its own.
 * @param now wall clock, ms
 */
export function opening(userId: bigint, now: number, entropy: Entropy): { addresses: OwnAddress[]; gifts: Issue[] } {
  const wallet = Object.fromEntries(FAMILIES.map((family) => [family, encodeAddress(family, entropy(20))]));
  const walletOf = (network: Network): string => wallet[NETWORK_RULES[network].family] ?? '';
  const addresses = PLACES.flatMap(({ asset, network }): OwnAddress[] => [
    { owner: 'wallet', asset, network, address: walletOf(network) },
    { owner: 'deposit', asset, network, address: encodeAddress(NETWORK_RULES[network].family, entropy(20)) },
  ]);
  const gifts = STARTING_COINS.map((coin) =>
    issue(
      walletOf(coin.network),
      coin,
      `start:${userId}:${coin.asset}:${coin.network}`,
      { at: now, block: Math.max(0, heightAt(coin.network, now)) },
      entropy,
    ),
  );
  return { addresses, gifts };
}
