import { type Candle, type Interval, INTERVAL_SECONDS, formatPrice, formatUsdt } from '@plecho/domain';
import type { ListedPair } from './minutes.ts';

/** The exchange writes amounts with eight decimals. */
const eight = (text: string): string => {
  const [whole = '0', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(8, '0')}`;
};
const price = (value: bigint): string => eight(formatPrice(value));
const turnover = (value: bigint): string => eight(formatUsdt(value));

/** A row of `/api/v3/klines`. */
export function klineRow(candle: Candle, interval: Interval): unknown[] {
  const { time, open, high, low, close, volume } = candle;
  const prices = [open, high, low, close].map(price);
  const closeTime = (time + INTERVAL_SECONDS[interval]) * 1000 - 1;
  return [time * 1000, ...prices, '1.00000000', closeTime, turnover(volume), 1, '0.50000000', '1.00000000', '0'];
}

export function exchangeInfo(
  pairs: readonly (ListedPair & { isTrading: boolean })[],
  { serverTime, weight }: { serverTime: number; weight: number },
): object {
  return {
    timezone: 'UTC',
    serverTime,
    rateLimits: [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: weight }],
    symbols: pairs.map(({ symbol, priceDecimals, isTrading }) => ({
      ...{ symbol, status: isTrading ? 'TRADING' : 'BREAK' },
      ...{ baseAsset: symbol.replace(/USDT$/, ''), quoteAsset: 'USDT' },
      filters: [{ filterType: 'PRICE_FILTER', tickSize: (10 ** -priceDecimals).toFixed(8) }],
    })),
  };
}

const inStream = (symbol: string, name: string, data: object): string =>
  JSON.stringify({ stream: `${symbol.toLowerCase()}@${name}`, data });

/** @param day the last 24 hours as one candle */
export function tickerMessage(symbol: string, at: number, day: Candle): string {
  const { open, high, low, close, volume } = day;
  const prices = { c: price(close), o: price(open), h: price(high), l: price(low) };
  return inStream(symbol, 'ticker', { e: '24hrTicker', E: at, s: symbol, ...prices, q: turnover(volume) });
}

export function klineMessage(symbol: string, at: number, candle: Candle, isClosed: boolean): string {
  const { time, open, high, low, close, volume } = candle;
  const span = { t: time * 1000, T: time * 1000 + 59_999, s: symbol, i: '1m' };
  const prices = { o: price(open), h: price(high), l: price(low), c: price(close) };
  const k = { ...span, ...prices, v: '1.00000000', q: turnover(volume), n: 1, x: isClosed };
  return inStream(symbol, 'kline_1m', { e: 'kline', E: at, s: symbol, k });
}
