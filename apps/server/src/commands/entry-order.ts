import {
  acrossSpread,
  entryQuote,
  expectedEntry,
  isAtLiquidation,
  isResting,
  isTrail,
  liquidationPrice,
  type MarketRules,
  type Price,
  type Side,
  type Usdt,
} from '@plecho/domain';
import type { ErrorCode } from '../lib/problem.ts';
import type { AccountState, OrderState, PriceRecord } from './batch.ts';
import { checkLevels, checkSize } from './checks.ts';
import { classRefusal } from './class-limits.ts';
import type { EntryOrder, Outcome } from './command.ts';
import { freshQuote, refuse, type Decision } from './decision.ts';
import { openingFee } from './fill.ts';
import { conditionOf, isLimit, levelOf, type Condition } from './order-terms.ts';

/** An order that is checked and has no id yet; `reserved` is what it needs alone. */
export type Draft = Omit<OrderState, 'id'>;

/** An order that opens a position as it would rest, or why it can't. */
export function entryOrder(decision: Decision, accountId: bigint, wanted: EntryOrder): Draft | Outcome {
  const { rules, now, prices } = decision;
  const { symbol, side, margin, leverage, takeProfit, stopLoss, trailing = null } = wanted;
  const wrongSize = checkSize(margin, leverage);
  if (wrongSize !== null) return refuse(wrongSize);
  if (!prices.hasSymbol(symbol)) return refuse('unknown_symbol');
  const account = decision.state.account(accountId);
  if (account === undefined) return refuse('not_found');
  const record = freshQuote(decision, symbol, entryQuote(side));
  if (record === null) return refuse('price_unavailable');
  const condition = conditionOf(wanted, entryQuote(side), record, now);
  if (typeof condition === 'string') return refuse(condition);
  if (trailing !== null && !isTrail(trailing)) return refuse('invalid_trailing');
  const maker = isMaker(condition, side, record);
  const draft: Draft = {
    ...{ accountId, symbol, side, margin, leverage, ...condition, takeProfit, stopLoss, trailing },
    ...{ pairedWith: null, reduces: null, portion: null },
    ...{ maker, reserved: needOf({ ...wanted, maker }, rules), status: 'open', createdAt: now },
  };
  const wrong = checkOrderLevels(draft, record, rules);
  if (wrong !== null) return refuse(wrong);
  return classRefusal(decision, account, wanted) ?? draft;
}

/** Whether an order pays the maker fee: one with a limit alone that the market has not reached. */
export const isMaker = ({ kind, limitPrice }: Condition, side: Side, { price }: PriceRecord): boolean =>
  kind === 'limit' && limitPrice !== null && isResting(side, limitPrice, price);

/** What an order that opens a position needs: margin and opening fee. */
export const needOf = (order: Pick<OrderState, 'margin' | 'leverage' | 'maker'>, rules: MarketRules): Usdt =>
  order.margin + openingFee(order, rules);

/**
 * The position that an order will open, seen from where it will be filled: it is not liquidated at once, and its levels are
 * in place. A fill looks at neither again: how far a spread is from the liquidation is the same at every price.
 */
export function checkOrderLevels(order: Draft, record: PriceRecord, rules: MarketRules): ErrorCode | null {
  const { side, leverage, takeProfit, stopLoss } = order;
  const entry = likelyEntry(order, record.price);
  const liquidation = liquidationPrice(side, entry, leverage, rules.maintenance);
  const exit = acrossSpread(side, entry, rules.spreads.get(order.symbol) ?? 0n);
  // A trail that is longer than the price itself has no level yet.
  if (entry > 0n && isAtLiquidation(side, liquidation, exit)) return 'liquidation_at_market';
  return checkLevels(side, order.limitPrice ?? entry, takeProfit, stopLoss, liquidation);
}

/** Where an order is filled as far as is known: a stop limit meets its limit when the market is at its stop. */
function likelyEntry(order: Draft, marketPrice: Price): Price {
  const { side, limitPrice, stopPrice } = order;
  if (limitPrice === null) return levelOf(order);
  return expectedEntry(side, limitPrice, isLimit(order) ? marketPrice : (stopPrice ?? marketPrice));
}

/** Puts orders to rest and sets aside what they have reserved. */
export function rest({ state, batch }: Decision, account: AccountState, orders: readonly OrderState[]): void {
  let reserved = 0n;
  for (const order of orders) {
    batch.transfer('orderPlace', order.id, [
      {
        from: { accountId: account.id, book: 'available' },
        to: { accountId: account.id, book: 'orders' },
        amount: order.reserved,
      },
    ]);
    batch.placeOrder(order);
    state.addOrder(order);
    reserved += order.reserved;
  }
  state.replaceAccount(batch.changeAccount(account, { available: -reserved, orders: reserved }));
}
