import { formatDecimal, parseDecimal } from '@plecho/domain';

/** Practice coins. They exist on the practice network only. */
export const ASSETS = ['USDT', 'BTC', 'ETH'] as const;
export type Asset = (typeof ASSETS)[number];

/** What an operation can be in: a coin, or roubles by card. */
export const CURRENCIES = [...ASSETS, 'RUB'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** An amount of a practice coin in units of its last decimal place. */
export type CoinAmount = bigint;

/** Decimal places of {@link CoinAmount}. */
export const ASSET_DECIMALS: Readonly<Record<Asset, number>> = { USDT: 6, BTC: 8, ETH: 8 };

export const isAsset = (text: string): text is Asset => (ASSETS as readonly string[]).includes(text);

/** @returns null for anything but a plain decimal with at most the asset's places */
export const parseCoins = (asset: Asset, text: string): CoinAmount | null => parseDecimal(text, ASSET_DECIMALS[asset]);

/** The shortest plain decimal ("12", "0.5"). */
export const formatCoins = (asset: Asset, amount: CoinAmount): string => formatDecimal(amount, ASSET_DECIMALS[asset]);

/** Reads an amount that is written in the code. @throws RangeError when it is not one */
export function coins(asset: Asset, text: string): CoinAmount {
  const amount = parseCoins(asset, text);
  if (amount === null) throw new RangeError(`${text} is no amount of ${asset}`);
  return amount;
}
