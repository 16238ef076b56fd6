import {
  type Candle,
  MAX_PRICE,
  ONE_PRICE,
  type Price,
  PRICE_DECIMALS,
  USDT_DECIMALS,
  divide,
  parseDecimal,
  parsePrice,
} from '@plecho/domain';
import { MAX_TURNOVER } from '../feed.ts';

/** Columns of Binance's public klines, in their order; the last five may be missing. */
export const KLINE_COLUMNS = [
  'open_time',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'close_time',
  'quote_volume',
  'count',
  'taker_buy_volume',
  'taker_buy_quote_volume',
  'ignore',
] as const;
export const REQUIRED_COLUMNS = 7;

const QUOTE_VOLUME_COLUMN = 7;
/** Amounts are published with up to eight decimals, two more than money has here. */
const AMOUNT_DECIMALS = 8;
const AMOUNT_PER_USDT = 10n ** BigInt(AMOUNT_DECIMALS - USDT_DECIMALS);
const MINUTE_MS = 60_000;
/** Times of 2025 and later come in microseconds, earlier ones in milliseconds; 10^14 ms is in the year 5138. */
const MICROSECONDS_FROM = 100_000_000_000_000;

export type KlineRow = { candle: Candle; decimals: number } | { problem: string };

/** True when a file's first line names the columns, false when it is data; null when it names others than a kline file has. */
export function isHeader(line: string): boolean | null {
  if (line.split(',').some((cell) => /^\s*-?\d/.test(cell))) return false;
  const names = line.split(',').map((name) => name.trim().toLowerCase());
  if (names.length < REQUIRED_COLUMNS || names.length > KLINE_COLUMNS.length) return null;
  return names.slice(0, REQUIRED_COLUMNS + 1).every((name, index) => name === KLINE_COLUMNS[index]) ? true : null;
}

/** Milliseconds of a whole-number text in milliseconds or microseconds; null if it is neither. */
function parseTime(text: string): number | null {
  if (!/^\d{12,17}$/.test(text)) return null;
  const value = Number(text);
  return value >= MICROSECONDS_FROM ? value / 1000 : value;
}

/** Decimal places a price needs: "9.990" needs two. */
function decimalsOf(text: string): number {
  const dot = text.indexOf('.');
  return dot < 0 ? 0 : text.slice(dot + 1).replace(/0+$/, '').length;
}

function parseTurnover(cells: readonly string[], close: Price): bigint | null {
  const quoted = cells[QUOTE_VOLUME_COLUMN];
  const amount = parseDecimal(quoted ?? cells[5] ?? '', AMOUNT_DECIMALS);
  if (amount === null || amount < 0n) return null;
  const inUsdt = quoted === undefined ? divide(amount * close, ONE_PRICE, 'floor') : amount;
  return divide(inUsdt, AMOUNT_PER_USDT, 'floor');
}

/** Reads one data line. Strict: whatever is not exactly a one-minute candle is a problem, said in words. */
export function parseKlineRow(line: string): KlineRow {
  const cells = line.split(',').map((cell) => cell.trim());
  if (cells.length < REQUIRED_COLUMNS || cells.length > KLINE_COLUMNS.length) {
    return { problem: `${cells.length} columns instead of ${REQUIRED_COLUMNS} to ${KLINE_COLUMNS.length}` };
  }
  const openTime = parseTime(cells[0] ?? '');
  if (openTime === null) return { problem: 'open_time is not a time' };
  if (openTime % MINUTE_MS !== 0) return { problem: 'open_time is not on the minute' };
  const closeTime = parseTime(cells[6] ?? '');
  if (closeTime === null || Math.floor(closeTime) !== openTime + MINUTE_MS - 1) {
    return { problem: 'close_time is not the end of the minute' };
  }
  const texts = cells.slice(1, 5);
  const [open = null, high = null, low = null, close = null] = texts.map(parsePrice);
  if (open === null || high === null || low === null || close === null) return { problem: 'a price is not a number' };
  if (low <= 0n || open <= 0n || close <= 0n) return { problem: 'a price is not positive' };
  if (high > MAX_PRICE) return { problem: 'a price is higher than anything can cost' };
  if (high < low) return { problem: 'high is below low' };
  if (open > high || open < low) return { problem: 'open is outside low and high' };
  if (close > high || close < low) return { problem: 'close is outside low and high' };
  const volume = parseTurnover(cells, close);
  if (volume === null) return { problem: 'volume is not a number' };
  if (volume > MAX_TURNOVER) return { problem: 'volume is more than anything can turn over' };
  const decimals = Math.min(PRICE_DECIMALS, Math.max(...texts.map(decimalsOf)));
  return { candle: { time: openTime / 1000, open, high, low, close, volume }, decimals };
}
