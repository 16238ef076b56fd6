import { divide, liquidationPrice, notionalOf, realise, tradingFee } from '@plecho/domain';
import type { CloseReason, LeveragedExposure, MarketRules, Price, Realised, Side, Usdt } from '@plecho/domain';
import type { PriceRecord } from './batch.ts';

/**
 * The two functions that fill. Nothing about a person is among their inputs (rule E10): whoever
 * trades at the same price record gets the same price.
 */
export interface EntryRequest {
  side: Side;
  margin: Usdt;
  leverage: number;
}

export interface Entry {
  notional: Usdt;
  entryPrice: Price;
  liquidationPrice: Price | null;
  /** Paid beside the margin. */
  fee: Usdt;
}

/** Fee of opening a position, USDT: known before the price is. */
export function openingFee(request: EntryRequest, rules: MarketRules): Usdt {
  return tradingFee(notionalOf(request.margin, request.leverage), rules.takerFee);
}

export function fillEntry(request: EntryRequest, record: PriceRecord, rules: MarketRules): Entry {
  return {
    notional: notionalOf(request.margin, request.leverage),
    entryPrice: record.price,
    liquidationPrice: liquidationPrice(request.side, record.price, request.leverage, rules.maintenance),
    fee: openingFee(request, rules),
  };
}

export interface Exit {
  /** The part that was closed. */
  closed: LeveragedExposure;
  realised: Realised;
  /** Share of the opening fee that goes into the trade, floored; the last part takes the rest. */
  openFee: Usdt;
}

/** Closes `margin` of an exposure at the record's price. `margin` is at most the exposure's own. */
export function fillExit(
  exposure: LeveragedExposure & { leverage: number; openFee: Usdt },
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
  };
}
