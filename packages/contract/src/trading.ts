import { CLOSE_REASONS, ORDER_STATUSES, PATH_SOURCES } from '@plecho/domain';
import * as z from 'zod/mini';
import { id, marketId, percent, price, seconds, side, symbol, usdt } from './common.ts';

/**
 * Amounts and prices of commands arrive as decimal strings; the command checks them, so that a
 * wrong one gets its own text («Введите корректную сумму») and not a general refusal.
 */
const amountText = z.string().check(z.maxLength(64));
const trigger = z.optional(z.nullable(amountText));

export const openPosition = z.strictObject({
  symbol: z.string().check(z.maxLength(24)),
  type: side,
  /** Margin in USDT. */
  amount: amountText,
  /** Integer 1 to 10; the command refuses the rest. */
  leverage: z.number(),
  takeProfit: trigger,
  stopLoss: trigger,
});
export type OpenPosition = z.infer<typeof openPosition>;

export const placeOrder = z.extend(openPosition, { limitPrice: amountText });
export type PlaceOrder = z.infer<typeof placeOrder>;

/** Sets both triggers; null removes one. */
export const setTriggers = z.strictObject({ takeProfit: z.nullable(amountText), stopLoss: z.nullable(amountText) });
export type SetTriggers = z.infer<typeof setTriggers>;

/** `portion`: the part to close, in (0, 1], at most 4 decimals; everything by default. */
export const closeQuery = z.strictObject({ market: z.optional(marketId), portion: z.optional(amountText) });

/** A recorded price that a fill used (rule E4). */
export const priceRecord = z.strictObject({
  seq: z.string(),
  price,
  /** Milliseconds by the market's own clock. */
  time: z.int(),
});
export type PriceRecord = z.infer<typeof priceRecord>;

/** What the server keeps of an open position; price-dependent figures are in {@link position}. */
export const positionState = z.strictObject({
  id,
  market: marketId,
  symbol,
  type: side,
  /** Margin. */
  amount: usdt,
  leverage: z.int(),
  /** Notional: amount × leverage. */
  size: usdt,
  entryPrice: price,
  liquidationPrice: z.nullable(price),
  takeProfit: z.nullable(price),
  stopLoss: z.nullable(price),
  openTime: seconds,
  entryRecord: priceRecord,
});
export type PositionState = z.infer<typeof positionState>;

export const position = z.extend(positionState, {
  currentPrice: z.nullable(price),
  pnl: z.nullable(usdt),
  pnlPercent: z.nullable(percent),
});
export type Position = z.infer<typeof position>;
export const positionList = z.strictObject({ market: marketId, label: z.string(), items: z.array(position) });

export const order = z.strictObject({
  id,
  market: marketId,
  symbol,
  type: side,
  amount: usdt,
  leverage: z.int(),
  size: usdt,
  limitPrice: price,
  takeProfit: z.nullable(price),
  stopLoss: z.nullable(price),
  /** Margin and fee set aside until it fills or is cancelled. */
  reserved: usdt,
  status: z.enum(ORDER_STATUSES),
  createdAt: seconds,
});
export type Order = z.infer<typeof order>;
export const orderList = z.strictObject({ market: marketId, items: z.array(order) });

export const closeReason = z.enum(CLOSE_REASONS);

export const trade = z.strictObject({
  id,
  positionId: id,
  market: marketId,
  label: z.string(),
  symbol,
  type: side,
  entryPrice: price,
  exitPrice: price,
  /** Margin of the closed part. */
  amount: usdt,
  leverage: z.int(),
  size: usdt,
  /** Opening fee share and closing or liquidation fee together. */
  fee: usdt,
  /** Before fees, never below −amount. */
  pnl: usdt,
  pnlPercent: percent,
  /** Loss beyond the margin that the insurance account took. */
  insurance: usdt,
  reason: closeReason,
  /** The levels in force when it closed. */
  liquidationPrice: z.nullable(price),
  takeProfit: z.nullable(price),
  stopLoss: z.nullable(price),
  openTime: seconds,
  closeTime: seconds,
  entryRecord: priceRecord,
  exitRecord: priceRecord,
  /** Best and worst price for the position between entry and exit, both among them; null when they were not kept. */
  bestPrice: z.nullable(price),
  worstPrice: z.nullable(price),
  /** What they were taken from: every tick, or for the time before the server's last start whole candles. */
  path: z.nullable(z.enum(PATH_SOURCES)),
  /** The person started a new season, which closed it with everything else; its reason is then `user`. */
  seasonEnd: z.boolean(),
});
export type Trade = z.infer<typeof trade>;
export const tradeQuery = z.strictObject({
  market: z.optional(marketId),
  cursor: z.optional(id),
  /** 1 to 200, 50 by default. */
  limit: z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/))),
  symbol: z.optional(symbol),
  type: z.optional(side),
  reason: z.optional(closeReason),
  /** Number of a season; all of them by default. */
  season: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))),
});
export const tradeList = z.strictObject({ items: z.array(trade), nextCursor: z.nullable(id) });
export type TradeList = z.infer<typeof tradeList>;

export const balance = z.strictObject({
  market: marketId,
  /** Number of the season that the account is in. */
  season: z.int(),
  total: usdt,
  available: usdt,
  inPositions: usdt,
  inOrders: usdt,
  locked: usdt,
  /** total + pnl. */
  equity: usdt,
  /** PnL of the open positions at the newest prices. */
  pnl: usdt,
  /** Realised PnL net of fees since the account's start, plus pnl. */
  totalPnL: usdt,
  pnlPercent: percent,
});
export type Balance = z.infer<typeof balance>;
