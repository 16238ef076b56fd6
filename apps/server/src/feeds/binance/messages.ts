import {
  type Candle,
  MAX_PRICE,
  type Price,
  USDT_DECIMALS,
  type Usdt,
  divide,
  parseDecimal,
  parsePrice,
} from '@plecho/domain';
import { MAX_TURNOVER, type VenueDay } from '../feed.ts';

/** The exchange's amounts have eight decimals, two more than money has here. */
const AMOUNT_DECIMALS = 8;
const AMOUNT_PER_USDT = 10n ** BigInt(AMOUNT_DECIMALS - USDT_DECIMALS);
const MINUTE_MS = 60_000;

/** What a stream says. Times are the exchange's, ms. */
export type StreamMessage =
  | { type: 'ticker'; symbol: string; time: number; price: Price | null; day: VenueDay | null }
  | { type: 'kline'; symbol: string; time: number; candle: Candle; isClosed: boolean }
  | { type: 'shutdown' };

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text, null when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A time in milliseconds; null for anything else. */
export const timeOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;

/** A price as it was written, to the last digit. Null for what is no price or one that nothing can cost. */
function priceOf(value: unknown): Price | null {
  const price = typeof value === 'string' ? parsePrice(value) : null;
  return price !== null && price > 0n && price <= MAX_PRICE ? price : null;
}

function turnoverOf(value: unknown): Usdt | null {
  const amount = typeof value === 'string' ? parseDecimal(value, AMOUNT_DECIMALS) : null;
  if (amount === null || amount < 0n) return null;
  const turnover = divide(amount, AMOUNT_PER_USDT, 'floor');
  return turnover <= MAX_TURNOVER ? turnover : null;
}

interface CandleFields {
  openTime: unknown;
  open: unknown;
  high: unknown;
  low: unknown;
  close: unknown;
  turnover: unknown;
}

/** A candle of the exchange; null when it is none. @param lengthMs of its interval */
export function candleOf(fields: CandleFields, lengthMs: number): Candle | null {
  const time = timeOf(fields.openTime);
  const [open, high, low, close] = [fields.open, fields.high, fields.low, fields.close].map(priceOf);
  const volume = turnoverOf(fields.turnover);
  if (time === null || time % lengthMs !== 0 || volume === null) return null;
  if (open == null || high == null || low == null || close == null) return null;
  if (low > open || low > close || high < open || high < close) return null;
  return { time: time / 1000, open, high, low, close, volume };
}

function dayOf({ o, h, l, q }: Fields): VenueDay | null {
  const [open, high, low] = [o, h, l].map(priceOf);
  const volume = turnoverOf(q);
  return open == null || high == null || low == null || volume === null ? null : { open, high, low, volume };
}

/** A price that can't be read is handed on as null: the price gate counts it. */
function tickerOf(data: Fields): StreamMessage | null {
  const time = timeOf(data['E']);
  const symbol = data['s'];
  if (time === null || typeof symbol !== 'string') return null;
  const written = data['c'];
  const price = typeof written === 'string' ? parsePrice(written) : null;
  return { type: 'ticker', symbol, time, price, day: dayOf(data) };
}

function klineOf(data: Fields): StreamMessage | null {
  const time = timeOf(data['E']);
  const [symbol, k] = [data['s'], data['k']];
  if (time === null || typeof symbol !== 'string' || !isFields(k)) return null;
  if (k['i'] !== '1m' || typeof k['x'] !== 'boolean') return null;
  const { t: openTime, o: open, h: high, l: low, c: close, q: turnover } = k;
  const candle = candleOf({ openTime, open, high, low, close, turnover }, MINUTE_MS);
  return candle === null ? null : { type: 'kline', symbol, time, candle, isClosed: k['x'] };
}

/** Reads a message of a combined stream. Never throws: what is no message that is known here is null. */
export function parseMessage(text: string): StreamMessage | null {
  const message = parseJson(text);
  if (!isFields(message)) return null;
  const data = isFields(message['data']) ? message['data'] : message;
  if (data['e'] === '24hrTicker') return tickerOf(data);
  if (data['e'] === 'kline') return klineOf(data);
  return data['e'] === 'serverShutdown' ? { type: 'shutdown' } : null;
}
