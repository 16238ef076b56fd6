import { isTrail, orderQuote } from '@plecho/domain';
import type { ErrorCode } from '../lib/problem.ts';
import type { AccountState, OrderState, PriceRecord } from './batch.ts';
import { openOrderOf } from './cancel-order.ts';
import { checkLimit, checkSize } from './checks.ts';
import { classRefusal } from './class-limits.ts';
import type { Outcome, UserCommand } from './command.ts';
import { accept, freshQuote, peakAt, refuse, type Decision } from './decision.ts';
import { checkOrderLevels, isMaker, needOf } from './entry-order.ts';
import { checkExpiry, checkStop } from './order-terms.ts';
import { largerOf } from './place-pair.ts';

type AmendOrder = Extract<UserCommand, { type: 'amendOrder' }>;

/** Changes a resting order, and what is set aside for it. What stays is not checked again. */
export function amendOrder(decision: Decision, command: AmendOrder): Outcome {
  const { state, rules } = decision;
  const order = openOrderOf(decision, command.accountId, command.orderId);
  if (!('id' in order)) return order;
  // The other of its pair too: what is set aside may move to it, and it would wait for its stop again.
  const partner = state.partner(order);
  const isActivating = state.activating.has(order.id) || (partner !== null && state.activating.has(partner.id));
  if (isActivating) return refuse('order_busy');
  const account = state.account(order.accountId);
  if (account === undefined) return refuse('not_found');
  const record = freshQuote(decision, order.symbol, orderQuote(order));
  if (record === null) return refuse('price_unavailable');
  const wrong = checkAmendment(decision, command, order, record);
  if (wrong !== null) return refuse(wrong);
  const wanted = { ...order, callback: state.callbackOf(order), ...changesOf(command, order, record) };
  const maker = command.limitPrice === undefined ? order.maker : isMaker(wanted, order.side, record);
  const amended = { ...wanted, maker: maker && order.reduces === null };
  const wrongLevel = order.reduces === null ? checkOrderLevels(amended, record, rules) : null;
  if (wrongLevel !== null) return refuse(wrongLevel);
  const { leverage, margin } = amended;
  const { calibrated } = command;
  // What is not enlarged is looked at when it fills.
  const broken = margin > order.margin ? classRefusal(decision, account, { leverage, margin, calibrated }) : null;
  return broken ?? write(decision, account, order, amended);
}

/** Why what is asked for can't be had by this order at this price; null when it can. */
function checkAmendment(
  { now }: Decision,
  { margin, limitPrice, stopPrice, callback, takeProfit, stopLoss, expiresAt }: AmendOrder,
  order: OrderState,
  record: PriceRecord,
): ErrorCode | null {
  const isOther =
    (limitPrice !== undefined && order.limitPrice === null) ||
    (stopPrice !== undefined && order.stopPrice === null) ||
    (callback !== undefined && order.callback === null) ||
    (order.reduces !== null && (margin !== undefined || takeProfit !== undefined || stopLoss !== undefined));
  if (isOther) return 'invalid_order_kind';
  if (stopPrice !== undefined && order.activatedAt !== null) return 'order_activated';
  return (
    (margin === undefined ? null : checkSize(margin, order.leverage)) ??
    (limitPrice === undefined ? null : checkLimit(limitPrice, record.price)) ??
    (stopPrice === undefined ? null : checkStop(orderQuote(order), stopPrice, record.price)) ??
    (callback === undefined || isTrail(callback) ? null : 'invalid_trailing') ??
    (expiresAt === undefined ? null : checkExpiry(expiresAt, now))
  );
}

/** What an amendment asks for. A callback that is the same goes on from its peak. */
function changesOf(
  { margin, limitPrice, stopPrice, callback, takeProfit, stopLoss, expiresAt }: AmendOrder,
  { callback: before }: OrderState,
  record: PriceRecord,
): Partial<OrderState> {
  const isNew = callback !== undefined && (callback.unit !== before?.unit || callback.value !== before.value);
  return {
    ...(margin === undefined ? {} : { margin }),
    ...(limitPrice === undefined ? {} : { limitPrice }),
    ...(stopPrice === undefined ? {} : { stopPrice }),
    ...(isNew ? { callback: { ...callback, peak: peakAt(record) } } : {}),
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

/** Puts the amended order in the place of the one before; of a pair, the larger reserve is set aside again. */
function write(decision: Decision, account: AccountState, order: OrderState, amended: OrderState): Outcome {
  const { state, batch, rules } = decision;
  const partner = state.partner(order);
  const need = order.reduces === null ? needOf(amended, rules) : 0n;
  const [reserved, partnerReserved] = partner === null ? [need, 0n] : largerOf(need, needOf(partner, rules));
  const more = reserved + partnerReserved - order.reserved - (partner?.reserved ?? 0n);
  if (more > account.available) return refuse('insufficient_funds');
  const { id: accountId } = account;
  const [available, orders] = [
    { accountId, book: 'available' as const },
    { accountId, book: 'orders' as const },
  ];
  batch.transfer('orderAmend', order.id, [
    more >= 0n ? { from: available, to: orders, amount: more } : { from: orders, to: available, amount: -more },
  ]);
  const after: OrderState = { ...amended, reserved };
  batch.changeOrder(after);
  state.replaceOrder(order, after);
  if (partner !== null && partner.reserved !== partnerReserved) {
    const other: OrderState = { ...partner, callback: state.callbackOf(partner), reserved: partnerReserved };
    batch.changeOrder(other);
    state.replaceOrder(partner, other);
  }
  state.replaceAccount(batch.changeAccount(account, { available: -more, orders: more }));
  return accept({ type: 'order', order: after });
}
