import type { CourseList, Pair, PairList, TickerRow } from '@plecho/contract';
import { divide, formatPrice, formatUsdt, type MarketRules, type Price } from '@plecho/domain';
import { shownSpreads, type MarketDefinition } from '../engine/market-definition.ts';
import type { Quotes, Ticker } from '../engine/market-port.ts';
import { percentOf } from './market.ts';
import { formatPercent } from './trading.ts';

interface Change {
  percent: string;
  price: string;
}

/** Change over 24 hours; zero while there is nothing to compare with. */
function changeOf({ last, open24h }: Ticker): Change {
  if (last === null || open24h === null || open24h <= 0n) return { percent: '0', price: '0' };
  const difference = last.price - open24h;
  return { percent: formatPercent(divide(difference * 10_000n, open24h, 'floor')), price: formatPrice(difference) };
}

const priceOrNull = (price: Price | null): string | null => (price === null ? null : formatPrice(price));

function toPair(ticker: Ticker, spreads: MarketRules['spreads']): Pair {
  const { pair, last } = ticker;
  const change = changeOf(ticker);
  return {
    symbol: pair.symbol,
    baseAsset: pair.baseAsset,
    quoteAsset: pair.quoteAsset,
    lastPrice: priceOrNull(last === null ? null : last.price),
    change24h: change.percent,
    priceChange24h: change.price,
    volume24h: formatUsdt(ticker.volume24h),
    high24h: priceOrNull(ticker.high24h),
    low24h: priceOrNull(ticker.low24h),
    priceDecimals: pair.priceDecimals,
    spreadPercent: percentOf(spreads.get(pair.symbol) ?? 0n),
    priceTime: last === null ? null : last.time,
  };
}

export function toWirePairs(definition: MarketDefinition, { status, tickers }: Quotes): PairList {
  const { id, label } = definition;
  const spreads = shownSpreads(definition, status.life);
  return { market: id, label, now: status.now, items: tickers.map((ticker) => toPair(ticker, spreads)) };
}

/** @param courses by symbol */
export function toWireCourses(
  { id, label }: Pick<MarketDefinition, 'id' | 'label'>,
  courses: ReadonlyMap<string, readonly Price[]>,
): CourseList {
  const items = [...courses].map(([symbol, prices]) => ({ symbol, prices: prices.map(formatPrice) }));
  return { market: id, label, items };
}

/** The compact form for the stream; null before the first valid price. */
export function toTickerRow(ticker: Ticker): TickerRow | null {
  const { pair, last, high24h, low24h, volume24h } = ticker;
  if (last === null) return null;
  const change = changeOf(ticker);
  const price = formatPrice(last.price);
  return [
    pair.symbol,
    price,
    change.percent,
    change.price,
    priceOrNull(high24h) ?? price,
    priceOrNull(low24h) ?? price,
    formatUsdt(volume24h),
    last.time,
  ];
}
