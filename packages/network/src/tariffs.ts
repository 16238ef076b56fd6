import { divide, type Usdt } from '@plecho/domain';
import { coins, type Asset, type CoinAmount } from './assets.ts';
import type { Network } from './networks.ts';

/** What a sender offers for a place in a block: the more, the sooner. */
export const FEE_LEVELS = ['slow', 'normal', 'fast'] as const;
export type FeeLevel = (typeof FEE_LEVELS)[number];

const FEE_FACTOR: Readonly<Record<FeeLevel, bigint>> = { slow: 1n, normal: 2n, fast: 4n };

/** The smallest fee that a network takes, in the coin that is sent. Real networks take it in their own coin. */
const BASE_FEE: Readonly<Record<Asset, Partial<Record<Network, string>>>> = {
  USDT: { bsc: '0.1', ethereum: '1', tron: '0.5', polygon: '0.02', arbitrum: '0.05' },
  BTC: { bitcoin: '0.00001' },
  ETH: { ethereum: '0.0003', arbitrum: '0.00002', bsc: '0.00003', polygon: '0.00001' },
};

/** What the exchange keeps of a withdrawal, in the coin that is withdrawn. */
const WITHDRAWAL_FEE: Readonly<Record<Asset, Partial<Record<Network, string>>>> = {
  USDT: { bsc: '0.3', ethereum: '4', tron: '1.5', polygon: '0.1', arbitrum: '0.2' },
  BTC: { bitcoin: '0.00005' },
  ETH: { ethereum: '0.0012', arbitrum: '0.0001', bsc: '0.0001', polygon: '0.00005' },
};

function tariff(table: typeof BASE_FEE, asset: Asset, network: Network): CoinAmount {
  const text = table[asset][network];
  if (text === undefined) throw new RangeError(`there is no ${asset} on ${network}`);
  return coins(asset, text);
}

/** Fee of a transaction on the network. @throws RangeError when the network doesn't carry the asset */
export function networkFee(asset: Asset, network: Network, level: FeeLevel): CoinAmount {
  return tariff(BASE_FEE, asset, network) * FEE_FACTOR[level];
}

/** The level that a fee buys; null for less than the network takes. @throws RangeError when it doesn't carry the asset */
export function levelOfFee(asset: Asset, network: Network, fee: CoinAmount): FeeLevel | null {
  return FEE_LEVELS.toReversed().find((level) => networkFee(asset, network, level) <= fee) ?? null;
}

/** Part of a withdrawn amount that does not arrive. @throws RangeError when the network doesn't carry the asset */
export function withdrawalFee(asset: Asset, network: Network): CoinAmount {
  return tariff(WITHDRAWAL_FEE, asset, network);
}

const minimums: Readonly<Record<Asset, CoinAmount>> = {
  USDT: coins('USDT', '10'),
  BTC: coins('BTC', '0.0001'),
  ETH: coins('ETH', '0.01'),
};
/** Less is not credited. */
export const DEPOSIT_MINIMUM = minimums;
export const WITHDRAWAL_MINIMUM = minimums;

/** Practice coins of a new user, by asset and network. */
export const STARTING_COINS: readonly { asset: Asset; network: Network; amount: CoinAmount }[] = [
  { asset: 'USDT', network: 'bsc', amount: coins('USDT', '3000') },
  { asset: 'USDT', network: 'ethereum', amount: coins('USDT', '2000') },
  { asset: 'USDT', network: 'tron', amount: coins('USDT', '2000') },
  { asset: 'USDT', network: 'polygon', amount: coins('USDT', '1000') },
  { asset: 'USDT', network: 'arbitrum', amount: coins('USDT', '1000') },
  { asset: 'BTC', network: 'bitcoin', amount: coins('BTC', '0.05') },
  { asset: 'ETH', network: 'ethereum', amount: coins('ETH', '0.4') },
  { asset: 'ETH', network: 'arbitrum', amount: coins('ETH', '0.2') },
  { asset: 'ETH', network: 'bsc', amount: coins('ETH', '0.2') },
  { asset: 'ETH', network: 'polygon', amount: coins('ETH', '0.2') },
];

/** Practice cards: there are no numbers, a card is its behaviour. */
export const PRACTICE_CARDS = ['approved', 'declined', 'secure', 'insufficient'] as const;
export type PracticeCard = (typeof PRACTICE_CARDS)[number];

/** A card top-up, whole roubles. */
export const CARD_MIN_RUB = 5_000;
export const CARD_MAX_RUB = 1_000_000;
/** Kopecks for one USDT: the published rate. */
export const KOPECKS_PER_USDT = 9_500n;

/** What a payout to a card comes to, whole kopecks, rounded down. */
export function usdtToKopecks(value: Usdt): bigint {
  return divide(value * KOPECKS_PER_USDT, 1_000_000n, 'floor');
}

/** What a top-up credits, rounded down. */
export function rublesToUsdt(rub: number): Usdt {
  return divide(BigInt(rub) * 100n * 1_000_000n, KOPECKS_PER_USDT, 'floor');
}
