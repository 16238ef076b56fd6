import type { OrderState, PriceRecord } from './batch.ts';
import type { Decision } from './decision.ts';
import { addPosition } from './open-position.ts';

/** Turns an order that `record` has crossed into a position at the record's price. */
export function fillOrder(decision: Decision, order: OrderState, record: PriceRecord): void {
  const { state, batch } = decision;
  const account = state.account(order.accountId);
  if (account === undefined) throw new Error(`order ${order.id} has no account`);
  batch.endOrder({ ...order, status: 'filled' });
  state.removeOrder(order);
  const { margin, openFee } = addPosition(decision, order, record, 'orderFill', 'orders');
  const changed = batch.changeAccount(account, { orders: -order.reserved, margin, realisedPnl: -openFee });
  state.replaceAccount(changed);
}
