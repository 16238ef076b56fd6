import { parsePrice, type Candle } from '@plecho/domain';

export const MONTH_AT = Date.parse('2026-01-01T00:00:00Z') / 1000;
const MINUTES = 43_200;

/** Opening time (ms) and prices of each minute: swings of less than 1 % around `base`. */
function minutes(base: number): [time: number, open: string, high: string, low: string, close: string][] {
  const at = (n: number): number => base * (1 + 0.008 * Math.sin(n / 40) * Math.cos(n / 7));
  return Array.from({ length: MINUTES }, (_, n) => {
    const [open, close] = [at(n), at(n + 1)];
    const [high, low] = [Math.max(open, close) + 3, Math.min(open, close) - 3];
    const text = (price: number): string => price.toFixed(2);
    return [(MONTH_AT + n * 60) * 1000, text(open), text(high), text(low), text(close)];
  });
}

/** A month of one-minute candles as Binance publishes it. */
export const writeMonth = (base: number): string =>
  minutes(base)
    .map(([time, ...prices]) => `${time},${prices.join()},12.5,${time + 59_999},750000.25,100,6,375000,0\n`)
    .join('');

/** The same as candles. */
export const monthOf = (base: number): Candle[] =>
  minutes(base).map(([time, ...prices]) => {
    const [open = 0n, high = 0n, low = 0n, close = 0n] = prices.map((text) => parsePrice(text) ?? 0n);
    return { time: time / 1000, open, high, low, close, volume: 750_000_250_000n };
  });
