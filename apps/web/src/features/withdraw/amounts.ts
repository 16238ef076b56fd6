import { divide, PRICE_DECIMALS, USDT_DECIMALS, type Price, type Usdt } from '@plecho/domain';
import { ASSET_DECIMALS, type Asset, type CoinAmount } from '@plecho/network';

/** Left by MAX for what the price does until the request arrives: 1/200. */
const HEADROOM = 200n;

/** Units of a coin times units of a price, for one unit of USDT. */
const scaleOf = (asset: Asset): bigint => 10n ** BigInt(ASSET_DECIMALS[asset] + PRICE_DECIMALS - USDT_DECIMALS);

/**
 * What the account gives for a withdrawal, rounded up as the server does it.
 * @param price of one coin; ignored for USDT
 * @returns null when it takes a price and there is none
 */
export function withdrawalValue(asset: Asset, amount: CoinAmount, price: Price | null): Usdt | null {
  if (asset === 'USDT') return amount;
  return price === null ? null : divide(amount * price, scaleOf(asset), 'ceil');
}

/** The largest amount that the account can pay for, a little less for coins with a price; null without one. */
export function maxWithdrawal(asset: Asset, available: Usdt, price: Price | null): CoinAmount | null {
  if (asset === 'USDT') return available;
  if (price === null || price <= 0n) return null;
  const usable = available - divide(available, HEADROOM, 'ceil');
  return divide(usable * scaleOf(asset), price, 'floor');
}
