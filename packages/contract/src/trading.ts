import {
  ATTEMPT_STATUSES,
  CLOSE_REASONS,
  ORDER_KINDS,
  ORDER_STATUSES,
  PATH_SOURCES,
  TRAIL_UNITS,
} from '@plecho/domain';
import * as z from 'zod/mini';
import { note, tagNumber } from './notes.ts';
import { id, marketId, pageLimit, percent, price, seconds, side, symbol, usdt } from './common.ts';

/**
 * Amounts and prices of commands arrive as decimal strings; the command checks them, so that a
 * wrong one gets its own text («Введите корректную сумму») and not a general refusal.
 */
const amountText = z.string().check(z.maxLength(64));
const trigger = z.optional(z.nullable(amountText));
/** Seconds by the market's own clock. */
const expiry = z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(99_999_999_999))));

/** How far a trailing stop stays behind the best price: 0.1 to 50 percent, at most 2 decimals, or a difference of prices. */
export const trailing = z.strictObject({ unit: z.enum(TRAIL_UNITS), value: amountText });
export type Trailing = z.infer<typeof trailing>;

export const openPosition = z.strictObject({
  symbol: z.string().check(z.maxLength(24)),
  type: side,
  /** Margin in USDT. */
  amount: amountText,
  /** Integer 1 to 10; the command refuses the rest. */
  leverage: z.number(),
  takeProfit: trigger,
  stopLoss: trigger,
  /** A trailing stop, which follows the best price from the opening on. */
  trailing: z.optional(z.nullable(trailing)),
});
export type OpenPosition = z.infer<typeof openPosition>;

/** What an order waits for, by its kind; what another kind has is refused. */
const condition = {
  /** Of `limit` and `stopLimit`. */
  limitPrice: z.optional(amountText),
  /** Of `stopMarket` and `stopLimit`: buys wait for a price above, sells for one below. */
  stopPrice: z.optional(amountText),
  /** Of `trailingStop`: buys wait until the price has risen by it from the lowest, sells until it has fallen from the highest. */
  callback: z.optional(trailing),
  /** Until when it waits; null: until it is cancelled. */
  expiresAt: expiry,
};

export const placeOrder = z.extend(openPosition, {
  /** `limit` by default. */
  kind: z.optional(z.enum(ORDER_KINDS)),
  ...condition,
});
export type PlaceOrder = z.infer<typeof placeOrder>;

/** Two orders of one pair of currencies: when one fills, the other is cancelled. */
export const placeOco = z.strictObject({ first: placeOrder, second: placeOrder });
export type PlaceOco = z.infer<typeof placeOco>;

/** An order that closes a position, or a part of it, and never opens one. `portion`: of what is left when it fires. */
export const reduceOrder = z.strictObject({ kind: z.enum(ORDER_KINDS), portion: amountText, ...condition });
export type ReduceOrder = z.infer<typeof reduceOrder>;

/** What is absent stays as it is. A level or expiry that is null is removed. */
export const amendOrder = z.strictObject({
  amount: z.optional(amountText),
  ...condition,
  takeProfit: trigger,
  stopLoss: trigger,
});
export type AmendOrder = z.infer<typeof amendOrder>;

/** Sets both levels; null removes one. `trailing` stays as it is when it is absent or the same; a new one starts at the price now. */
export const setTriggers = z.strictObject({
  takeProfit: z.nullable(amountText),
  stopLoss: z.nullable(amountText),
  trailing: z.optional(z.nullable(trailing)),
});
export type SetTriggers = z.infer<typeof setTriggers>;

/** `portion`: the part to close, in (0, 1], at most 4 decimals; everything by default. */
export const closeQuery = z.strictObject({ market: z.optional(marketId), portion: z.optional(amountText) });

/** Margin to add to a position, at its leverage. */
export const addToPosition = z.strictObject({ amount: amountText });
export type AddToPosition = z.infer<typeof addToPosition>;

/** What to close or to cancel: everything of the market, or of one pair. */
export const allOf = z.strictObject({ symbol: z.optional(z.string().check(z.maxLength(24))) });
export type AllOf = z.infer<typeof allOf>;

/** A recorded price that a fill used (rule E4). */
export const priceRecord = z.strictObject({
  seq: z.string(),
  price,
  /** Milliseconds by the market's own clock. */
  time: z.int(),
});
export type PriceRecord = z.infer<typeof priceRecord>;

/**
 * One of the fills that a position was opened by. The entry price follows from them, one after another: each is weighed
 * by its quantity against what was left of those before it.
 */
export const positionEntry = z.strictObject({
  /** Margin that it brought; of the first fill, what was left of it when the next one came. */
  amount: usdt,
  /** Margin that was left of the position before it; "0" for the first. */
  held: usdt,
  price,
  record: priceRecord,
  /** It paid the maker fee; all others paid the taker fee. */
  maker: z.boolean(),
});
export type PositionEntry = z.infer<typeof positionEntry>;
/** A trailing stop, and where it would fire now; null when that is not known or no price can get there. */
export const trailingState = z.strictObject({ unit: z.enum(TRAIL_UNITS), value: z.string(), level: z.nullable(price) });
export type TrailingState = z.infer<typeof trailingState>;

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
  /** Of several fills, their average weighed by quantity, rounded against the person. */
  entryPrice: price,
  liquidationPrice: z.nullable(price),
  takeProfit: z.nullable(price),
  stopLoss: z.nullable(price),
  /** The first stop loss that it had; null when it never had one. */
  initialStopLoss: z.nullable(price),
  trailing: z.nullable(trailingState),
  openTime: seconds,
  /** Of the first fill. */
  entryRecord: priceRecord,
  /** The fills that it was opened by, 1 to 20, in their order. */
  entries: z.array(positionEntry),
  /** What funding has brought (or, negative, cost) so far; what was closed took its share. */
  funding: usdt,
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
  kind: z.enum(ORDER_KINDS),
  limitPrice: z.nullable(price),
  stopPrice: z.nullable(price),
  callback: z.nullable(trailing),
  /** When the stop of a `stopLimit` was reached: a limit order since. */
  activatedAt: z.nullable(seconds),
  /** Where it would fire now: its limit, its stop, or where its trailing stop stands; null when that is not known. */
  level: z.nullable(price),
  takeProfit: z.nullable(price),
  stopLoss: z.nullable(price),
  /** What the position that it opens will have. */
  trailing: z.nullable(trailing),
  /** null: until it is cancelled. */
  expiresAt: z.nullable(seconds),
  /** The other order of its OCO pair. */
  pairedWith: z.nullable(id),
  /** The position that a reduce-only order closes; `type` is then that position's, `amount` and `reserved` are 0. */
  reduces: z.nullable(id),
  /** The part of the position that a reduce-only order closes. */
  portion: z.nullable(z.string()),
  /** Margin and fee set aside until it fills or ends; of an OCO pair, the larger of both, with that one. */
  reserved: usdt,
  status: z.enum(ORDER_STATUSES),
  createdAt: seconds,
});
export type Order = z.infer<typeof order>;
export const orderPair = z.strictObject({ items: z.array(order) });
export const orderList = z.strictObject({ market: marketId, items: z.array(order) });

export const closeReason = z.enum(CLOSE_REASONS);

/** A trailing stop as it stood at the close. */
export const trailingClose = z.extend(trailingState, {
  /** The best price since it was set; its `seq` is null when that is known from a candle alone. */
  peak: z.extend(priceRecord, { seq: z.nullable(z.string()) }),
});

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
  /** What funding has brought (or, negative, cost) over its life: the share of the closed part. It is not in the result. */
  funding: usdt,
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
  /** The first stop loss of the position, from which what was at risk is reckoned; null when it never had one. */
  initialStopLoss: z.nullable(price),
  trailing: z.nullable(trailingClose),
  /** The reduce-only order that closed it. */
  orderId: z.nullable(id),
  openTime: seconds,
  closeTime: seconds,
  entryRecord: priceRecord,
  /** The fills that it was opened by, in their order. */
  entries: z.array(positionEntry),
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
  limit: pageLimit,
  symbol: z.optional(symbol),
  type: z.optional(side),
  reason: z.optional(closeReason),
  /** Number of a season; all of them by default. */
  season: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))),
  /** Only trades with a note. */
  noted: z.optional(z.literal('true')),
  /** Only trades with this tag of one's own list. */
  tag: z.optional(tagNumber),
});
/** The position that was closed and the one in the other direction, of one decision. */
export const reversed = z.strictObject({ trade, position });
export type Reversed = z.infer<typeof reversed>;

/** Everything that could be closed, and what could not, each with the code of the refusal. */
export const closedAll = z.strictObject({
  trades: z.array(trade),
  failed: z.array(z.strictObject({ id, code: z.string() })),
});
export type ClosedAll = z.infer<typeof closedAll>;

export const cancelledAll = z.strictObject({ cancelled: z.array(id) });
export type CancelledAll = z.infer<typeof cancelledAll>;

/** One payment between a position and the market's funding book. */
export const fundingPayment = z.strictObject({
  id,
  market: marketId,
  symbol,
  positionId: id,
  /** Of the position. */
  type: side,
  /** What was received, or, negative, paid. */
  amount: usdt,
  /** What would have been paid and was not available: nobody pays it. Not negative. */
  waived: usdt,
  /** Percent of the value at the record's price, up to four decimals: positive when longs pay. */
  rate: percent,
  /** The price that the interval was decided at: the first valid one at or after its end. */
  record: priceRecord,
  /** The published hour that the interval ended at. */
  at: seconds,
});
export type FundingPayment = z.infer<typeof fundingPayment>;
export const fundingQuery = z.strictObject({
  market: z.optional(marketId),
  cursor: z.optional(id),
  limit: pageLimit,
});
/** Newest first. */
export const fundingList = z.strictObject({ items: z.array(fundingPayment), nextCursor: z.nullable(id) });
export type FundingList = z.infer<typeof fundingList>;

/** A trade as its owner reads it; whatever else carries trades has no notes. */
export const notedTrade = z.extend(trade, { note: z.nullable(note) });
export type NotedTrade = z.infer<typeof notedTrade>;
export const tradeList = z.strictObject({ items: z.array(notedTrade), nextCursor: z.nullable(id) });
export type TradeList = z.infer<typeof tradeList>;

/** An attempt of a class: a season of an account in a market with class rules. */
export const attempt = z.strictObject({
  status: z.enum(ATTEMPT_STATUSES),
  /** The rule that ended it; null unless it has ended. */
  endedBy: z.nullable(z.literal('maxLoss')),
  /** When it came to this status, by the market's clock; null while it is active. */
  at: z.nullable(seconds),
  /** When the target was reached, also of an attempt that has ended since. */
  passedAt: z.nullable(seconds),
  /** Realised since its start, net of fees and funding. */
  result: usdt,
  /** Realised on the newest day with a result, also by an attempt that ended on it … */
  dayResult: usdt,
  /** … which began at this time: on a later day of the market's clock nothing is realised yet. */
  day: seconds,
});
export type Attempt = z.infer<typeof attempt>;

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
  /** null outside classes. */
  attempt: z.nullable(attempt),
});
export type Balance = z.infer<typeof balance>;
