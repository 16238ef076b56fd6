import { formatDecimal } from '@plecho/domain';
import { ASSET_DECIMALS, NETWORK_RULES, parseCoins, type Asset, type CoinAmount, type Network } from '@plecho/network';
import { NOT_AVAILABLE } from './format.ts';
import { normaliseDecimalInput } from './parse-amount.ts';

const THOUSANDS = '\u202f';

/** «уч. BTC»: practice coins and play roubles are never named without saying so. */
export const coinUnit = (asset: Asset | 'RUB'): string => `уч.\u00a0${asset}`;

/**
 * «1 250,00» or «0,00012»: every place of an amount, without its unit; USDT has at least two places.
 * `amount` is integer units or the wire's decimal string.
 */
export function formatCoinAmount(asset: Asset, amount: CoinAmount | string | null | undefined): string {
  if (amount === null || amount === undefined) return NOT_AVAILABLE;
  const units = typeof amount === 'bigint' ? amount : parseCoins(asset, amount);
  if (units === null) return NOT_AVAILABLE;
  const [whole = '', fraction = ''] = formatDecimal(units < 0n ? -units : units, ASSET_DECIMALS[asset]).split('.');
  const places = asset === 'USDT' ? fraction.padEnd(2, '0') : fraction;
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, THOUSANDS);
  return `${units < 0n ? '−' : ''}${grouped}${places === '' ? '' : `,${places}`}`;
}

/** «0,05 уч. BTC». */
export const formatCoinsWithUnit = (asset: Asset, amount: CoinAmount | string | null | undefined): string =>
  `${formatCoinAmount(asset, amount)}\u00a0${coinUnit(asset)}`;

/** An amount as a person types it: decimal comma, no thousands. */
export const coinInput = (asset: Asset, amount: CoinAmount): string =>
  formatDecimal(amount, ASSET_DECIMALS[asset]).replace('.', ',');

/** @returns null for anything that is not a plain number with at most the coin's decimals */
export const parseCoinInput = (asset: Asset, text: string): CoinAmount | null =>
  parseCoins(asset, normaliseDecimalInput(text));

export const networkTitle = (network: Network): string => NETWORK_RULES[network].title;

/**
 * How long a transaction takes to count, whole seconds: it waits half a block on average for a block,
 * which is its first confirmation, and sometimes does not fit in.
 */
export function creditingSeconds(network: Network): number {
  const { blockMs, confirmations } = NETWORK_RULES[network];
  return Math.ceil((blockMs * confirmations) / 1000);
}

/** Beginning and end of an address or a hash, enough to tell it from another: «sim1ezv…4k7q». */
export const shortened = (text: string, start = 10, end = 6): string =>
  text.length <= start + end + 1 ? text : `${text.slice(0, start)}…${text.slice(-end)}`;
