import type { Price, Side, Usdt } from '@plecho/domain';
import { isReached, priceText } from './limit-order.ts';
import { amountText } from './ticket-state.ts';
import type { TicketDraft } from './validate.ts';

/** An order that was planned elsewhere, on the chart for one. */
export interface PlannedOrder {
  side: Side;
  entry: Price;
  takeProfit: Price;
  stopLoss: Price;
  /** null leaves the amount and the leverage of the ticket as they are. */
  amounts: { margin: Usdt; leverage: number } | null;
}

/**
 * The ticket's fields for a plan: a limit at its entry, at the market's price where the entry is reached already.
 * @param market the newest price; null while there is none
 */
export function draftOfPlan(plan: PlannedOrder, market: Price | null, priceDecimals: number): Partial<TicketDraft> {
  const { side, entry, amounts } = plan;
  const text = (price: Price): string => priceText(price, priceDecimals);
  const isDue = market !== null && isReached(side, entry, market);
  return {
    side,
    kind: isDue ? 'market' : 'limit',
    ...(isDue ? {} : { limitPrice: text(entry) }),
    takeProfit: text(plan.takeProfit),
    stopLoss: text(plan.stopLoss),
    ...(amounts === null ? {} : { sizing: 'margin', amount: amountText(amounts.margin), leverage: amounts.leverage }),
  };
}
