import { divide, PRICE_DECIMALS, USDT_DECIMALS, type Price, type Rounding, type Usdt } from '@plecho/domain';
import { ASSET_DECIMALS, type Asset, type CoinAmount } from '@plecho/network';
import type { PriceRecord } from './batch.ts';
import { freshRecord, type Decision } from './decision.ts';

/** What coins are worth in USDT at a price of one coin. */
export function coinValue(asset: Asset, amount: CoinAmount, price: Price, rounding: Rounding): Usdt {
  const places = ASSET_DECIMALS[asset] + PRICE_DECIMALS - USDT_DECIMALS;
  return divide(amount * price, 10n ** BigInt(places), rounding);
}

/**
 * Coins at the market's newest price, with its record; USDT is worth itself and has none.
 * @returns null when the market has no fresh price
 */
export function valueNow(
  decision: Decision,
  asset: Asset,
  amount: CoinAmount,
  rounding: Rounding,
): { value: Usdt; record: PriceRecord | null } | null {
  if (asset === 'USDT') return { value: amount, record: null };
  const record = freshRecord(decision, `${asset}USDT`);
  return record === null ? null : { value: coinValue(asset, amount, record.price, rounding), record };
}
