import { marginOfPortion, type CloseReason, type EntryBar } from '@plecho/domain';
import type { Extremes, FundingRound, OrderState, PositionState, PriceRecord, TrailingState } from './batch.ts';
import { endOrder, tellEntriesCancelled } from './cancel-order.ts';
import { closeAt } from './close-position.ts';
import { fillTime, type Decision } from './decision.ts';
import { fillOrder } from './fill-order.ts';
import { payFunding } from './funding.ts';

/**
 * What the market itself has decided to do with a position or an order. It was taken from everybody
 * else when it was decided, and is carried out here.
 */
export type Firing =
  | {
      type: 'close';
      positionId: bigint;
      reason: Exclude<CloseReason, 'user' | 'order'>;
      record: PriceRecord;
      /** Known when it is decided: later ticks, which may come before it is carried out, are none of the position's. */
      extremes: Extremes | null;
      /** Like the extremes. */
      trailing: TrailingState | null;
    }
  /** `exit`: what closing it would get at the same price. */
  | { type: 'fill'; orderId: bigint; record: PriceRecord; exit: PriceRecord }
  /** A reduce-only order. */
  | { type: 'reduce'; orderId: bigint; record: PriceRecord; extremes: Extremes | null; trailing: TrailingState | null }
  /** The stop of a `stopLimit` was reached, and its limit not. */
  | { type: 'activate'; orderId: bigint; record: PriceRecord }
  | { type: 'expire'; orderId: bigint }
  /** `told`: what the owner's log says of it and of the others of the account; null when nothing, or another one says it. */
  | { type: 'cancel'; orderId: bigint; told: EntryBar | null }
  /** A round of funding that a price has decided; and one position that owes such rounds. Neither takes anything. */
  | { type: 'round'; round: FundingRound }
  | { type: 'fund'; positionId: bigint };

/**
 * Carries a firing out at the price record that caused it. Its time is the record's, however long it
 * waited in the queue; an order never fills before it was placed.
 */
export function fire(decision: Decision, firing: Firing): void {
  const { state } = decision;
  if (firing.type === 'round') {
    decision.batch.fundingRound(firing.round);
    return;
  }
  if (firing.type === 'fund') {
    const position = state.positions.get(firing.positionId);
    if (position !== undefined) payFunding(decision, position);
    return;
  }
  if (firing.type === 'close') {
    const position = state.positions.get(firing.positionId);
    if (position === undefined) return;
    const { record, reason, extremes, trailing } = firing;
    const closedAt = fillTime(decidedAt(decision, position, firing), record);
    closeAt(decision, position, { margin: position.margin, record, reason, closedAt, extremes, trailing });
    return;
  }
  const order = state.orders.get(firing.orderId);
  // The other of its pair came first, or its position ended.
  if (order === undefined) return;
  switch (firing.type) {
    case 'fill':
      return fillOrder({ ...decision, now: order.createdAt }, order, firing.record, firing.exit);
    case 'reduce':
      return reduce(decision, order, firing);
    case 'activate':
      return activate(decision, order, firing.record);
    case 'expire':
      return void endOrder(decision, order, 'expired');
    case 'cancel':
      return cancel(decision, order, firing.told);
    default:
      return firing satisfies never;
  }
}

function cancel(decision: Decision, order: OrderState, told: EntryBar | null): void {
  const { state, batch } = decision;
  endOrder(decision, order, 'cancelled');
  const owner = state.account(order.accountId);
  if (told !== null && owner !== undefined) tellEntriesCancelled(batch, owner, told);
}

/** When the close of a position was decided, by the market's own clock, ms. */
function decidedAt(
  { state, now }: Decision,
  { accountId }: PositionState,
  { reason, record }: Extract<Firing, { type: 'close' }>,
): number {
  if (reason === 'marketEnd') return now;
  if (reason !== 'attemptEnd') return record.time;
  return state.account(accountId)?.attempt?.endedAt ?? record.time;
}

/** Closes the part of a position that a reduce-only order is for, or all of it when that part is less than the smallest unit. */
function reduce(
  decision: Decision,
  order: OrderState,
  { record, extremes, trailing }: Extract<Firing, { type: 'reduce' }>,
): void {
  const { state, batch } = decision;
  const position = order.reduces === null ? undefined : state.positions.get(order.reduces);
  if (position === undefined || order.portion === null) throw new Error(`order ${order.id} has nothing to reduce`);
  batch.endOrder({ ...order, status: 'filled' });
  state.removeOrder(order);
  const margin = marginOfPortion(position.margin, order.portion) ?? position.margin;
  const closedAt = fillTime(order.createdAt, record);
  closeAt(decision, position, { margin, record, reason: 'order', closedAt, extremes, trailing, orderId: order.id });
}

/** A stop limit becomes a limit order. */
function activate({ state, batch }: Decision, order: OrderState, record: PriceRecord): void {
  const active: OrderState = { ...order, activatedAt: fillTime(order.createdAt, record) };
  state.activating.delete(order.id);
  batch.changeOrder(active);
  const account = state.account(order.accountId);
  if (account === undefined) throw new Error(`order ${order.id} has no account`);
  state.replaceOrder(order, active);
  state.replaceAccount(batch.changeAccount(account, {}));
}
