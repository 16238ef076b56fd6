import type * as wire from '@plecho/contract';
import {
  acrossSpread,
  closingPrice,
  exitQuote,
  formatDecimal,
  formatPrice,
  formatTrail,
  formatUsdt,
  MAX_PRICE,
  notionalOf,
  PORTION_DECIMALS,
  profitAndLoss,
  profitAndLossBasisPoints,
  trailingLevel,
} from '@plecho/domain';
import type { Candle, MarketRules, Price, QuoteSide, Trail, Usdt } from '@plecho/domain';
import type {
  AccountState,
  OrderState,
  PositionState,
  PriceRecord,
  TradeState,
  TrailingState,
} from '../commands/batch.ts';
import { levelOf } from '../commands/order-terms.ts';
import type { FundingPaymentView, SeasonView } from '../queries/ports.ts';

/** Decimal places of a percentage on the wire; basis points are percentages of two. */
const PERCENT_DECIMALS = 2;
/** Millionths as a percentage. */
const RATE_DECIMALS = 4;
const DAY_SECONDS = 86_400;

export const formatPercent = (basisPoints: bigint): string => formatDecimal(basisPoints, PERCENT_DECIMALS);

const priceOrNull = (price: Price | null): string | null => (price === null ? null : formatPrice(price));
const toSeconds = (ms: number): number => Math.floor(ms / 1000);

export function toWireRecord(record: PriceRecord): wire.PriceRecord {
  return { seq: record.seq.toString(), price: formatPrice(record.price), time: record.time };
}

/** The fills that a position was opened by, or a part of it that was closed. */
function toWireEntries({
  margin,
  maker,
  entryRecord,
  added,
}: Pick<PositionState, 'margin' | 'maker' | 'entryRecord' | 'added'>): wire.PositionEntry[] {
  const first = { margin: added[0]?.held ?? margin, held: 0n, record: entryRecord, maker };
  return [first, ...added.map((entry) => ({ ...entry, maker: false }))].map((entry) => {
    const record = toWireRecord(entry.record);
    const { price } = record;
    return { amount: formatUsdt(entry.margin), held: formatUsdt(entry.held), price, record, maker: entry.maker };
  });
}
/** What no price can reach is no level. */
const reachable = (level: Price): string | null => (level > 0n && level <= MAX_PRICE ? formatPrice(level) : null);

const toWireTrail = (trail: Trail): wire.Trailing => ({ unit: trail.unit, value: formatTrail(trail) });

/** A trailing stop that fires at a quote, and where it stands. */
const toWireTrailing = (quote: QuoteSide, trailing: TrailingState): wire.TrailingState => ({
  ...toWireTrail(trailing),
  level: reachable(trailingLevel(quote, trailing.peak.price, trailing)),
});

/** An open position without what depends on the price now. */
export function toWirePositionState(market: string, position: PositionState): wire.PositionState {
  return {
    id: position.id.toString(),
    market,
    symbol: position.symbol,
    type: position.side,
    amount: formatUsdt(position.margin),
    leverage: position.leverage,
    size: formatUsdt(position.notional),
    entryPrice: formatPrice(position.entryPrice),
    liquidationPrice: priceOrNull(position.liquidationPrice),
    takeProfit: priceOrNull(position.takeProfit),
    stopLoss: priceOrNull(position.stopLoss),
    initialStopLoss: priceOrNull(position.initialStopLoss),
    trailing: position.trailing === null ? null : toWireTrailing(exitQuote(position.side), position.trailing),
    openTime: toSeconds(position.openedAt),
    entryRecord: toWireRecord(position.entryRecord),
    entries: toWireEntries(position),
    funding: formatUsdt(position.funding),
  };
}

/** What closing a position would get at the newest valid price of its symbol; null without one. */
export function closingPriceOf(
  { side, symbol }: PositionState,
  prices: ReadonlyMap<string, PriceRecord>,
  { spreads }: MarketRules,
): Price | null {
  const record = prices.get(symbol);
  return record === undefined ? null : closingPrice(side, record.price, spreads.get(symbol) ?? 0n);
}

/**
 * What closing a position would have got when it was last filled, as the same request answers however often it is repeated
 * (rule L6): its fill, across the spread.
 */
export function closingPriceAtFill(
  { side, symbol, entryRecord, added }: PositionState,
  { spreads }: Pick<MarketRules, 'spreads'>,
): Price {
  const { price } = added.at(-1)?.record ?? entryRecord;
  return acrossSpread(side, price, spreads.get(symbol) ?? 0n);
}

/** @param price what closing it would get; null when there is none */
export function toWirePosition(market: string, position: PositionState, price: Price | null): wire.Position {
  const pnl = price === null ? null : profitAndLoss(position, price);
  return {
    ...toWirePositionState(market, position),
    currentPrice: priceOrNull(price),
    pnl: pnl === null ? null : formatUsdt(pnl),
    pnlPercent: pnl === null ? null : formatPercent(profitAndLossBasisPoints(pnl, position.margin)),
  };
}

export function toWireOrder(market: string, order: OrderState): wire.Order {
  return {
    id: order.id.toString(),
    market,
    symbol: order.symbol,
    type: order.side,
    amount: formatUsdt(order.margin),
    leverage: order.leverage,
    size: formatUsdt(notionalOf(order.margin, order.leverage)),
    kind: order.kind,
    limitPrice: priceOrNull(order.limitPrice),
    stopPrice: priceOrNull(order.stopPrice),
    callback: order.callback === null ? null : toWireTrail(order.callback),
    activatedAt: order.activatedAt === null ? null : toSeconds(order.activatedAt),
    level: reachable(levelOf(order)),
    takeProfit: priceOrNull(order.takeProfit),
    stopLoss: priceOrNull(order.stopLoss),
    trailing: order.trailing === null ? null : toWireTrail(order.trailing),
    expiresAt: order.expiresAt === null ? null : toSeconds(order.expiresAt),
    pairedWith: order.pairedWith?.toString() ?? null,
    reduces: order.reduces?.toString() ?? null,
    portion: order.portion === null ? null : formatDecimal(order.portion, PORTION_DECIMALS),
    reserved: formatUsdt(order.reserved),
    status: order.status,
    createdAt: toSeconds(order.createdAt),
  };
}

/** A trailing stop as it stood when a trade closed. */
function toWireClosed(side: PositionState['side'], trailing: TrailingState): wire.Trade['trailing'] {
  const { seq, price, time } = trailing.peak;
  return {
    ...toWireTrailing(exitQuote(side), trailing),
    peak: { seq: seq?.toString() ?? null, price: formatPrice(price), time },
  };
}

/** @param label of the market: a trade carries prices, so it names where they are from (rule C2) */
export function toWireTrade(market: string, label: string, trade: TradeState): wire.Trade {
  return {
    id: trade.id.toString(),
    positionId: trade.positionId.toString(),
    market,
    label,
    symbol: trade.symbol,
    type: trade.side,
    entryPrice: formatPrice(trade.entryPrice),
    exitPrice: formatPrice(trade.exitPrice),
    amount: formatUsdt(trade.margin),
    leverage: trade.leverage,
    size: formatUsdt(trade.notional),
    fee: formatUsdt(trade.fee),
    funding: formatUsdt(trade.funding),
    pnl: formatUsdt(trade.pnl),
    pnlPercent: formatPercent(profitAndLossBasisPoints(trade.pnl, trade.margin)),
    insurance: formatUsdt(trade.insurance),
    reason: trade.reason,
    liquidationPrice: priceOrNull(trade.liquidationPrice),
    takeProfit: priceOrNull(trade.takeProfit),
    stopLoss: priceOrNull(trade.stopLoss),
    initialStopLoss: priceOrNull(trade.initialStopLoss),
    trailing: trade.trailing === null ? null : toWireClosed(trade.side, trade.trailing),
    orderId: trade.orderId?.toString() ?? null,
    openTime: toSeconds(trade.openedAt),
    closeTime: toSeconds(trade.closedAt),
    entryRecord: toWireRecord(trade.entryRecord),
    entries: toWireEntries(trade),
    exitRecord: toWireRecord(trade.exitRecord),
    bestPrice: priceOrNull(trade.extremes?.best ?? null),
    worstPrice: priceOrNull(trade.extremes?.worst ?? null),
    path: trade.extremes?.path ?? null,
    seasonEnd: trade.seasonEnd,
  };
}

export function toWireFunding(market: string, payment: FundingPaymentView): wire.FundingPayment {
  const { id, positionId, symbol, side, amount, waived, rate, record, at } = payment;
  return {
    ...{ id: id.toString(), market, symbol, positionId: positionId.toString(), type: side },
    ...{ amount: formatUsdt(amount), waived: formatUsdt(waived), rate: formatDecimal(rate, RATE_DECIMALS) },
    ...{ record: toWireRecord(record), at: toSeconds(at) },
  };
}

/** @param startBalance of the market */
export function toWireSeason(market: string, startBalance: Usdt, season: SeasonView): wire.Season {
  return {
    market,
    number: season.number,
    startedAt: toSeconds(season.startedAt),
    endedAt: season.endedAt === null ? null : toSeconds(season.endedAt),
    startBalance: formatUsdt(startBalance),
    endBalance: season.endBalance === null ? null : formatUsdt(season.endBalance),
    realisedPnl: formatUsdt(season.realisedPnl),
    trades: season.trades,
    liquidations: season.liquidations,
  };
}

export function toWireCandle(candle: Candle): wire.Candle {
  return {
    time: candle.time,
    open: formatPrice(candle.open),
    high: formatPrice(candle.high),
    low: formatPrice(candle.low),
    close: formatPrice(candle.close),
    volume: formatUsdt(candle.volume),
  };
}

/** How an attempt of a class stands; null outside classes. */
export function toWireAttempt({ attempt, realisedPnl }: AccountState): wire.Attempt | null {
  if (attempt === null) return null;
  const { day, dayResult, passedAt, endedAt } = attempt;
  const status = endedAt !== null ? 'ended' : passedAt !== null ? 'passed' : 'active';
  const at = endedAt ?? passedAt;
  return {
    ...{ status, endedBy: endedAt === null ? null : 'maxLoss', at: at === null ? null : toSeconds(at) },
    passedAt: passedAt === null ? null : toSeconds(passedAt),
    ...{ result: formatUsdt(realisedPnl), dayResult: formatUsdt(dayResult), day: day * DAY_SECONDS },
  };
}

export function toWireBalances(account: AccountState): wire.AccountBalances {
  return {
    available: formatUsdt(account.available),
    inPositions: formatUsdt(account.margin),
    inOrders: formatUsdt(account.orders),
    locked: formatUsdt(account.locked),
    realisedPnl: formatUsdt(account.realisedPnl),
    season: account.season,
    attempt: toWireAttempt(account),
  };
}
