import { minuteSteps, outcomeOf, tickSteps, type MarketRules } from '@plecho/domain';
import type { Batch, PositionState, PriceRecord, TradeState } from '../../src/commands/batch.ts';
import { recordKind } from '../../src/commands/quote.ts';
import { closedPartOf, pathRulesOf } from '../../src/paths/closed-part.ts';

/**
 * Every closed trade of a run, lived through again on the prices that the market took: at its own leverage it has to come to
 * its own result.
 */
export class SamePathCheck {
  readonly #rules: MarketRules;
  #prices: PriceRecord[] = [];
  readonly #trades = new Map<bigint, TradeState[]>();

  constructor(rules: MarketRules) {
    this.#rules = rules;
  }

  price(record: PriceRecord): void {
    this.#prices.push(record);
  }

  /** What was shown after this price was not written down, or met by nothing that is open: it never was. */
  forgetAfter(lastSeq: bigint): void {
    this.#prices = this.#prices.filter(({ seq }) => seq <= lastSeq);
  }

  committed({ trades }: Batch): void {
    for (const trade of trades) {
      const known = this.#trades.get(trade.positionId);
      if (known === undefined) this.#trades.set(trade.positionId, [trade]);
      else known.push(trade);
    }
  }

  /** @param open what is open at the end of the run */
  violations(open: ReadonlyMap<bigint, PositionState>): string[] {
    return [...this.#trades.values()].flatMap((trades) =>
      trades.flatMap((trade, n) => {
        const before = trades.slice(0, n).map(({ margin }) => margin);
        const after = trades.slice(n + 1).reduce((sum, { margin }) => sum + margin, 0n);
        const position = open.get(trade.positionId);
        const all = position?.added ?? trades.at(-1)?.added ?? [];
        const added = all.slice(trade.added.length).reduce((sum, { margin }) => sum + margin, 0n);
        return this.#broken(trade, { before, rest: after + (position?.margin ?? 0n) - added });
      }),
    );
  }

  #broken(trade: TradeState, parts: { before: bigint[]; rest: bigint }): string[] {
    const { symbol, entryRecord, exitRecord, leverage, extremes } = trade;
    const part = closedPartOf(trade, parts, this.#rules);
    const rules = pathRulesOf(this.#rules, symbol);
    const exit = exitRecord.seq - BigInt(recordKind(exitRecord, this.#rules));
    const ticks = this.#prices.filter(({ symbol: of, seq }) => of === symbol && seq > entryRecord.seq && seq < exit);
    // A process that went between a price and the close that it fired leaves the close to a later price.
    const isWhole = extremes?.path === 'ticks';
    const paths = {
      candles: minuteSteps(part, [], rules, isWhole ? extremes : null),
      ...(isWhole ? { ticks: tickSteps(part, ticks, rules) } : {}),
    };
    return Object.entries(paths).flatMap(([name, steps]) => {
      const { net, price, liquidation } = outcomeOf(part, steps, rules, { leverage, stop: null });
      const isReal =
        net === trade.pnl - trade.fee && price === trade.exitPrice && liquidation === trade.liquidationPrice;
      return isReal ? [] : [`L8: trade ${trade.id} came to ${trade.pnl - trade.fee}, on the same ${name} to ${net}`];
    });
  }
}
