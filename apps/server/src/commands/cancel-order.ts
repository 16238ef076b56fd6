import type { OrderState } from './batch.ts';
import type { Outcome, UserCommand } from './command.ts';
import { accept, refuse, type Decision } from './decision.ts';

type CancelOrder = Extract<UserCommand, { type: 'cancelOrder' }>;

/** Cancels a resting order and gives back what it had set aside. */
export function cancelOrder(decision: Decision, { accountId, orderId }: CancelOrder): Outcome {
  const { state } = decision;
  const order = state.orders.get(orderId);
  if (order?.accountId !== accountId) {
    return refuse(state.wasOrder(orderId, accountId) ? 'order_closed' : 'order_not_found');
  }
  if (state.taken.has(orderId)) return refuse('order_closed');
  return accept({ type: 'order', order: endOrder(decision, order) });
}

/** Ends an open order without a fill. */
export function endOrder({ state, batch }: Decision, order: OrderState): OrderState {
  const account = state.account(order.accountId);
  if (account === undefined) throw new Error(`order ${order.id} has no account`);
  const ended: OrderState = { ...order, status: 'cancelled' };
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
