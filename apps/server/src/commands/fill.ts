import { averageEntry, divide, liquidationPrice, notionalOf, realise, tradingFee } from '@plecho/domain';
import type { CloseReason, LeveragedExposure, MarketRules, Price, Realised, Side, Usdt } from '@plecho/domain';
import type { PriceRecord } from './batch.ts';

/**
 * The functions that fill. Nothing about a person is among their inputs (rule E10): whoever
 * trades at the same price record gets the same price.
 */
export interface EntryRequest {
  side: Side;
  margin: Usdt;
  leverage: number;
  /** It rested before it filled; absent: it did not. */
  maker?: boolean;
}

export interface Entry {
  notional: Usdt;
  entryPrice: Price;
  liquidationPrice: Price | null;
  /** Paid beside the margin. */
  fee: Usdt;
}

/** Fee of opening a position, USDT: known before the price is. */
export function openingFee(request: Omit<EntryRequest, 'side'>, rules: MarketRules): Usdt {
  return tradingFee(
    notionalOf(request.margin, request.leverage),
    request.maker === true ? rules.makerFee : rules.takerFee,
  );
}

export function fillEntry(request: EntryRequest, record: PriceRecord, rules: MarketRules): Entry {
  return {
    notional: notionalOf(request.margin, request.leverage),
    entryPrice: record.price,
    liquidationPrice: liquidationPrice(request.side, record.price, request.leverage, rules.maintenance),
    fee: openingFee(request, rules),
  };
}

/** Adds `margin` to an exposure at the record's price: what it becomes, and the fee of what is added. */
export function fillAddition(
  { side, margin: held, leverage, entryPrice: price }: LeveragedExposure & { leverage: number },
  margin: Usdt,
  record: PriceRecord,
  rules: MarketRules,
): Entry {
  const entryPrice = averageEntry(side, { margin: held, price }, { margin, price: record.price });
  return {
    notional: notionalOf(held + margin, leverage),
    entryPrice,
    liquidationPrice: liquidationPrice(side, entryPrice, leverage, rules.maintenance),
    fee: openingFee({ margin, leverage }, rules),
  };
}

export interface Exit {
  /** The part that was closed. */
  closed: LeveragedExposure;
  realised: Realised;
  /** Share of the opening fee that goes into the trade, floored; the last part takes the rest. */
  openFee: Usdt;
  /** The same of what funding brought or, negative, cost. */
  funding: Usdt;
}

/** Closes `margin` of an exposure at the record's price. `margin` is at most the exposure's own. */
export function fillExit(
  exposure: LeveragedExposure & { leverage: number; openFee: Usdt; funding: Usdt },
  margin: Usdt,
  record: PriceRecord,
  reason: CloseReason,
  rules: MarketRules,
): Exit {
  const { entryPrice, leverage, side } = exposure;
  const closed = { side, entryPrice, margin, notional: notionalOf(margin, leverage) };
  return {
    closed,
    realised: realise(closed, record.price, reason, rules.takerFee),
    openFee: divide(exposure.openFee * margin, exposure.margin, 'floor'),
    funding: divide(exposure.funding * margin, exposure.margin, 'floor'),
  };
}
