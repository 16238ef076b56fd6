import { MAX_PRICE, parsePrice, PRICE_DECIMALS, type Price } from '@plecho/domain';

/** One step of a pair's prices. */
export const tickOf = (priceDecimals: number): Price => 10n ** BigInt(Math.max(0, PRICE_DECIMALS - priceDecimals));

/** The chart's prices are floats, for drawing only. */
export const toNumber = (price: Price): number => Number(price) / 10 ** PRICE_DECIMALS;

/** A pointer's price, which is a float, as a price of the pair's tick. null below the first tick and beyond all prices. */
export function snapToTick(value: number, priceDecimals: number): Price | null {
  const price = Number.isFinite(value) && value > 0 ? parsePrice(value.toFixed(priceDecimals)) : null;
  return price === null || price <= 0n || price > MAX_PRICE ? null : price;
}

/** The nearest price of the tick, at least one tick and at most the largest price; the upper one when between two. */
export function roundToTick(price: Price, tick: Price): Price {
  const largest = (MAX_PRICE / tick) * tick;
  if (price <= tick) return tick;
  const rounded = ((price + tick / 2n) / tick) * tick;
  return rounded > largest ? largest : rounded;
}
