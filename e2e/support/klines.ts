import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MINUTE_MS = 60_000;

export interface Minute {
  open: number;
  high: number;
  low: number;
  close: number;
}

/** Minutes that stay at `price`, breathing a little. */
export function calm(price: number, minutes: number): Minute[] {
  return Array.from({ length: minutes }, (_, n) => {
    const close = price * (1 + (n % 2 === 0 ? 0.0005 : -0.0005));
    return { open: price, high: Math.max(price, close) * 1.0005, low: Math.min(price, close) * 0.9995, close };
  });
}

/** Minutes that each fall by `share` from the one before. */
export function fall(from: number, share: number, minutes: number): Minute[] {
  return Array.from({ length: minutes }, (_, n) => {
    const open = from * (1 - share) ** n;
    const close = open * (1 - share);
    return { open, high: open * 1.001, low: close * 0.999, close };
  });
}

/** One minute that falls from `from` to `to` and closes there. */
export function crash(from: number, to: number): Minute[] {
  return [{ open: from, high: from, low: to, close: to }];
}

/**
 * Calm minutes and crashes of an eighth in turn: whoever was late for one of them, on a busy machine, meets the next one.
 * @param between minutes before the first crash and between two
 */
export function crashes(from: number, between: number): Minute[] {
  const lows = Array.from({ length: 5 }, (_, n) => from * 0.87 ** n);
  return lows.flatMap((price) => [...calm(price, between), ...crash(price, price * 0.87)]);
}

/** Writes minutes as a kline file of the public-data form; returns its path. */
export function writeKlines(folder: string, symbol: string, start: Date, minutes: Minute[]): string {
  const rows = minutes.map((minute, n) => {
    const opens = start.getTime() + n * MINUTE_MS;
    const prices = [minute.open, minute.high, minute.low, minute.close].map((price) => price.toFixed(2));
    return [opens, ...prices, '12.5', opens + MINUTE_MS - 1].join(',');
  });
  const path = join(folder, `${symbol}-1m-${start.toISOString().slice(0, 10)}.csv`);
  writeFileSync(path, `open_time,open,high,low,close,volume,close_time\n${rows.join('\n')}\n`);
  return path;
}
