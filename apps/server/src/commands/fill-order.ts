import type { OrderState, PriceRecord, TrailingState } from './batch.ts';
import { endAlone } from './cancel-order.ts';
import { peakAt, type Decision } from './decision.ts';
import { addPosition } from './open-position.ts';

/**
 * Turns an order that `record` has crossed into a position at the record's price. The other one of its pair ends first,
 * so that what that one has set aside can pay.
 *
 * @param exit what closing the position would get at the same price: where its trailing stop starts
 */
export function fillOrder(decision: Decision, order: OrderState, record: PriceRecord, exit: PriceRecord): void {
  const { state, batch } = decision;
  const partner = state.partner(order);
  if (partner !== null) endAlone(decision, partner, 'cancelled');
  const account = state.account(order.accountId);
  if (account === undefined) throw new Error(`order ${order.id} has no account`);
  batch.endOrder({ ...order, callback: state.callbackOf(order), status: 'filled' });
  state.removeOrder(order);
  const paidFrom = order.reserved > 0n ? 'orders' : 'available';
  const trailing: TrailingState | null = order.trailing === null ? null : { ...order.trailing, peak: peakAt(exit) };
  const { margin, openFee } = addPosition(decision, { ...order, trailing }, record, 'orderFill', paidFrom);
  const changed = batch.changeAccount(account, { [paidFrom]: -(margin + openFee), margin, realisedPnl: -openFee });
  state.replaceAccount(changed);
}
