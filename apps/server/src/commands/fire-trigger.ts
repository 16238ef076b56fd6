import type { CloseReason } from '@plecho/domain';
import type { Extremes, PriceRecord } from './batch.ts';
import { endOrder } from './cancel-order.ts';
import { closeAt } from './close-position.ts';
import { fillTime, type Decision } from './decision.ts';
import { fillOrder } from './fill-order.ts';

/**
 * What the market itself has decided to do with a position or an order. It was taken from everybody
 * else when it was decided, and is carried out here.
 */
export type Firing =
  | {
      type: 'close';
      positionId: bigint;
      reason: Exclude<CloseReason, 'user'>;
      record: PriceRecord;
      /** Known when it is decided: later ticks, which may come before it is carried out, are none of the position's. */
      extremes: Extremes | null;
    }
  | { type: 'fill'; orderId: bigint; record: PriceRecord }
  | { type: 'cancel'; orderId: bigint };

/**
 * Carries a firing out at the price record that caused it. Its time is the record's, however long it
 * waited in the queue; an order never fills before it was placed.
 */
export function fire(decision: Decision, firing: Firing): void {
  const { state } = decision;
  if (firing.type === 'close') {
    const position = state.positions.get(firing.positionId);
    if (position === undefined) return;
    const { record, reason, extremes } = firing;
    const decidedAt = reason === 'marketEnd' ? decision.now : record.time;
    const closedAt = fillTime(decidedAt, record);
    closeAt(decision, position, { margin: position.margin, record, reason, closedAt, extremes });
    return;
  }
  const order = state.orders.get(firing.orderId);
  if (order === undefined) return;
  if (firing.type === 'cancel') {
    endOrder(decision, order);
    return;
  }
  fillOrder({ ...decision, now: order.createdAt }, order, firing.record);
}
