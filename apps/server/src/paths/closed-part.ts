import type { ClosedPart, MarketRules, PathRules } from '@plecho/domain';
import type { TradeState } from '../commands/batch.ts';
import type { PositionParts } from '../queries/ports.ts';

/** A trade as the arithmetic of its path takes it. Times are those of the price records: what came after one is on the path. */
export function closedPartOf(trade: TradeState, { before, rest }: PositionParts, rules: MarketRules): ClosedPart {
  const { side, leverage, margin, entryRecord, exitRecord, added, reason, maker } = trade;
  return {
    ...{ side, leverage, margin, before, rest, reason },
    entry: { price: entryRecord.price, time: entryRecord.time, fee: maker ? rules.makerFee : rules.takerFee },
    added: added.map((fill) => ({
      ...{ margin: fill.margin, held: fill.held, price: fill.record.price, time: fill.record.time },
    })),
    exit: { price: exitRecord.price, time: exitRecord.time },
  };
}

export function pathRulesOf({ takerFee, maintenance, spreads }: MarketRules, symbol: string): PathRules {
  return { takerFee, maintenance, spread: spreads.get(symbol) ?? 0n };
}
