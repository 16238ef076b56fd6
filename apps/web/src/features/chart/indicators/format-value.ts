import { parsePrice, PRICE_DECIMALS } from '@plecho/domain';
import { formatPrice, formatVolume } from '@/lib/format.ts';
import { INDICATORS, type Indicator } from './catalog.ts';

const plain = (value: number): string => value.toFixed(2).replace('.', ',');

/**
 * How the values of an indicator are written.
 * @param priceDecimals of the pair
 * @param like a price of the pair: a difference of prices has its decimals
 */
export function valueFormatter(
  { kind }: Pick<Indicator, 'kind'>,
  priceDecimals: number,
  like: number,
): (value: number) => string {
  const { unit } = INDICATORS[kind];
  const likePrice = parsePrice(like.toFixed(PRICE_DECIMALS)) ?? undefined;
  const size = (value: number): string => {
    if (unit === 'plain') return plain(value);
    return unit === 'money'
      ? formatVolume(value.toFixed(0))
      : formatPrice(value.toFixed(PRICE_DECIMALS), priceDecimals, likePrice);
  };
  return (value) => `${value < 0 ? '−' : ''}${size(Math.abs(value))}`;
}
