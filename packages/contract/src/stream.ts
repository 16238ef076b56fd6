import * as z from 'zod/mini';
import { alertsData } from './alerts.ts';
import { interval, marketId, symbol, usdt } from './common.ts';
import { drill } from './drills.ts';
import { logHead } from './log.ts';
import { candle, marketStatus, sessionState } from './markets.ts';
import { operation, walletBalance } from './payments.ts';
import { attempt, order, positionState, trade } from './trading.ts';

/**
 * The stream at /api/stream: JSON text messages over one WebSocket.
 *
 * The client subscribes to channels; each channel sends one snapshot and then updates whose `seq`
 * grows by one. A client that sees a gap subscribes again and gets a new snapshot. A client that
 * reads too slowly gets a new snapshot instead of the updates it missed.
 */
const channelTickers = z.strictObject({ channel: z.literal('tickers'), market: marketId });
const channelCandles = z.strictObject({ channel: z.literal('candles'), market: marketId, symbol, interval });
const channelAccount = z.strictObject({ channel: z.literal('account'), market: marketId });
/** Practice money of the person: `market` is the main one. */
const channelPayments = z.strictObject({ channel: z.literal('payments'), market: marketId });
/** Rings of the person's alerts, in all markets: `market` is the main one. */
const channelAlerts = z.strictObject({ channel: z.literal('alerts'), market: marketId });
/** How a drill stands: `market` is its own. */
const channelDrill = z.strictObject({ channel: z.literal('drill'), market: marketId });
export const channel = z.discriminatedUnion('channel', [
  channelTickers,
  channelCandles,
  channelAccount,
  channelPayments,
  channelAlerts,
  channelDrill,
]);
export type Channel = z.infer<typeof channel>;

export const clientMessage = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('subscribe'), channel }),
  z.strictObject({ op: z.literal('unsubscribe'), channel }),
  /** Answered with a pong that carries the same number; measures latency. */
  z.strictObject({ op: z.literal('ping'), n: z.int() }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** [symbol, lastPrice, change24h %, priceChange24h, high24h, low24h, volume24h, price time ms]. */
export const tickerRow = z.tuple([
  symbol,
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.int(),
]);
export type TickerRow = z.infer<typeof tickerRow>;
/** A snapshot has a row for every pair that has a price, an update only the changed ones. */
export const tickersData = z.strictObject({
  /** The market's own clock, ms; prices older than its staleAfterSeconds are stale. */
  now: z.int(),
  label: z.string(),
  status: marketStatus,
  halted: z.boolean(),
  rows: z.array(tickerRow),
  /** Of a personal replay. */
  session: z.optional(sessionState),
  /** The newest checkpoint of the market's log: in a snapshot, and in the first update after it was made. */
  log: z.optional(logHead),
});
export type TickersData = z.infer<typeof tickersData>;

/** The newest candle as it stands (and, at a change of bucket, the one just finished before it). */
export const candlesData = z.strictObject({ items: z.array(candle) });
export type CandlesData = z.infer<typeof candlesData>;

export const accountBalances = z.strictObject({
  available: usdt,
  inPositions: usdt,
  inOrders: usdt,
  locked: usdt,
  /** Realised PnL net of fees since the season's start. */
  realisedPnl: usdt,
  /** Number of the season; a new one starts with everything above anew. */
  season: z.int(),
  /** null outside classes. */
  attempt: z.nullable(attempt),
});
export type AccountBalances = z.infer<typeof accountBalances>;
/** A snapshot lists everything open and no trades; an update lists what changed. */
export const accountData = z.strictObject({
  balances: accountBalances,
  positions: z.array(positionState),
  removedPositions: z.array(z.string()),
  orders: z.array(order),
  removedOrders: z.array(z.string()),
  trades: z.array(trade),
});
export type AccountData = z.infer<typeof accountData>;

/** The newest operations and the practice wallet, whole in every message: each is a snapshot. */
export const paymentsData = z.strictObject({
  /** Newest first, at most 20. */
  operations: z.array(operation),
  wallet: z.array(walletBalance),
});
export type PaymentsData = z.infer<typeof paymentsData>;

const frame = { kind: z.enum(['snapshot', 'update']), seq: z.int(), market: marketId };
export const serverMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('tickers'), ...frame, data: tickersData }),
  z.strictObject({ type: z.literal('candles'), ...frame, symbol, interval, data: candlesData }),
  z.strictObject({ type: z.literal('account'), ...frame, data: accountData }),
  z.strictObject({ type: z.literal('payments'), ...frame, data: paymentsData }),
  z.strictObject({ type: z.literal('alerts'), ...frame, data: alertsData }),
  z.strictObject({ type: z.literal('drill'), ...frame, data: drill }),
  z.strictObject({ type: z.literal('pong'), n: z.int() }),
  /** The subscription was refused: code from the error catalogue. */
  z.strictObject({ type: z.literal('error'), code: z.string(), error: z.string(), key: z.optional(z.string()) }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;
