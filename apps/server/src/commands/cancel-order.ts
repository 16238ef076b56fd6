import type { EntryBar, OrderStatus } from '@plecho/domain';
import type { AccountState, OrderState } from './batch.ts';
import type { BatchBuilder } from './batch-builder.ts';
import type { Outcome, UserCommand } from './command.ts';
import { accept, refuse, type Decision } from './decision.ts';

type CancelOrder = Extract<UserCommand, { type: 'cancelOrder' }>;

/** Cancels a resting order, and the other of its pair with it, and gives back what was set aside. */
export function cancelOrder(decision: Decision, { accountId, orderId }: CancelOrder): Outcome {
  const order = openOrderOf(decision, accountId, orderId);
  return 'id' in order ? accept({ type: 'order', order: endOrder(decision, order, 'cancelled') }) : order;
}

/** The account's order if it can still be touched, otherwise why not. */
export function openOrderOf({ state }: Decision, accountId: bigint, orderId: bigint): OrderState | Outcome {
  const order = state.orders.get(orderId);
  if (order?.accountId !== accountId) {
    return refuse(state.wasOrder(orderId, accountId) ? 'order_closed' : 'order_not_found');
  }
  const partner = state.partner(order);
  const isTaken = state.taken.has(orderId) || (partner !== null && state.taken.has(partner.id));
  return isTaken ? refuse('order_closed') : order;
}

/** Ends an open order without a fill; the other of its pair is cancelled. */
export function endOrder(decision: Decision, order: OrderState, status: Exclude<OrderStatus, 'open'>): OrderState {
  const partner = decision.state.partner(order);
  const ended = endAlone(decision, order, status);
  if (partner !== null) endAlone(decision, partner, 'cancelled');
  return ended;
}

/** Ends one order and gives back what it has set aside, whatever becomes of the other of its pair. */
export function endAlone(
  { state, batch }: Decision,
  order: OrderState,
  status: Exclude<OrderStatus, 'open'>,
): OrderState {
  const account = state.account(order.accountId);
  if (account === undefined) throw new Error(`order ${order.id} has no account`);
  const ended: OrderState = { ...order, callback: state.callbackOf(order), status };
  batch.transfer('orderCancel', order.id, [
    {
      from: { accountId: account.id, book: 'orders' },
      to: { accountId: account.id, book: 'available' },
      amount: order.reserved,
    },
  ]);
  batch.endOrder(ended);
  state.removeOrder(order);
  state.replaceAccount(batch.changeAccount(account, { available: order.reserved, orders: -order.reserved }));
  return ended;
}

/** The owner's log says why entry orders were cancelled that nobody had asked to cancel: one line, however many they were. */
export function tellEntriesCancelled(batch: BatchBuilder, { userId }: AccountState, reason: EntryBar): void {
  batch.log({ id: batch.ids.next(), userId, at: batch.at, kind: 'entriesCancelled', reason });
}
