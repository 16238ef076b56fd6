import type { Market } from '@plecho/contract';
import type { Price } from '@plecho/domain';
import { formatPrice } from '@/lib/format.ts';

const PRODUCT = 'Плечо';

/** «67 412,50 BTCUSDT · Плечо»; any market but the main one is named, because a price means nothing without its market. */
export function priceTitle(
  symbol: string,
  price: Price,
  decimals: number,
  market: Pick<Market, 'main' | 'label'>,
): string {
  return [`${formatPrice(price, decimals)} ${symbol}`, ...(market.main ? [] : [market.label]), PRODUCT].join(' · ');
}
