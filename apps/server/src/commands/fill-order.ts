import type { OrderState, PriceRecord, TrailingState } from './batch.ts';
import { endAlone, endOrder } from './cancel-order.ts';
import { brokenNow } from './class-limits.ts';
import { peakAt, type Decision } from './decision.ts';
import { addPosition } from './open-position.ts';

/**
 * Turns an order that `record` has crossed into a position at the record's price. The other one of its pair ends first,
 * so that what that one has set aside can pay. Where the rules of a class are against it by now, the order is cancelled
 * instead, and its owner's log says by which of them (rule E17).
 *
 * @param exit what closing the position would get at the same price: where its trailing stop starts
 */
export function fillOrder(decision: Decision, order: OrderState, record: PriceRecord, exit: PriceRecord): void {
  const { state, batch } = decision;
  const owner = state.account(order.accountId);
  if (owner === undefined) throw new Error(`order ${order.id} has no account`);
  const reason = brokenNow(decision, owner, order.margin);
  if (reason !== null) {
    endOrder(decision, order, 'cancelled');
    batch.log({ id: batch.ids.next(), userId: owner.userId, at: batch.at, kind: 'orderRefused', reason });
    return;
  }
  const partner = state.partner(order);
  if (partner !== null) endAlone(decision, partner, 'cancelled');
  const account = state.account(order.accountId) ?? owner;
  batch.endOrder({ ...order, callback: state.callbackOf(order), status: 'filled' });
  state.removeOrder(order);
  const paidFrom = order.reserved > 0n ? 'orders' : 'available';
  const trailing: TrailingState | null = order.trailing === null ? null : { ...order.trailing, peak: peakAt(exit) };
  const { margin, openFee } = addPosition(decision, { ...order, trailing }, record, 'orderFill', paidFrom);
  const changed = batch.changeAccount(account, { [paidFrom]: -(margin + openFee), margin, realisedPnl: -openFee });
  state.replaceAccount(changed);
}
