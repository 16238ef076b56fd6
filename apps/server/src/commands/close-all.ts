import { exitQuote } from '@plecho/domain';
import type { OrderState, TradeState } from './batch.ts';
import { endOrder, openOrderOf, tellEntriesCancelled } from './cancel-order.ts';
import { closeAt } from './close-position.ts';
import type { MarketCommand, Outcome, RefusedClose, UserCommand } from './command.ts';
import { accept, fillTime, freshQuote, refuse, type Decision } from './decision.ts';

type CloseAll = Extract<UserCommand, { type: 'closeAll' }>;
type CancelAll = Extract<UserCommand, { type: 'cancelAll' }>;
type CancelEntries = Extract<MarketCommand, { type: 'cancelEntries' }>;

/** Whether the command is about a pair that the market does not have. */
const isUnknown = ({ prices }: Decision, symbol: string | null): boolean =>
  symbol !== null && !prices.hasSymbol(symbol);

/** Closes every position of an account, or of one pair, that can be closed now; the others are named. */
export function closeAll(decision: Decision, { accountId, symbol }: CloseAll): Outcome {
  const { state } = decision;
  if (isUnknown(decision, symbol)) return refuse('unknown_symbol');
  if (state.account(accountId) === undefined) return refuse('not_found');
  const trades: TradeState[] = [];
  const failed: RefusedClose[] = [];
  for (const position of state.openOf(accountId).positions) {
    if (symbol !== null && position.symbol !== symbol) continue;
    const record = freshQuote(decision, position.symbol, exitQuote(position.side));
    if (state.isBeingReduced(position.id)) failed.push({ id: position.id, code: 'position_busy' });
    else if (state.taken.has(position.id)) failed.push({ id: position.id, code: 'position_closed' });
    else if (record === null) failed.push({ id: position.id, code: 'price_unavailable' });
    else {
      const closedAt = fillTime(decision.now, record);
      const extremes = decision.path.extremes(position, record);
      trades.push(closeAt(decision, position, { margin: position.margin, record, reason: 'user', closedAt, extremes }));
    }
  }
  return accept({ type: 'closedAll', trades, failed });
}

/** Cancels every resting order of an account, or of one pair, that nothing has taken. */
export function cancelAll(decision: Decision, { accountId, symbol }: CancelAll): Outcome {
  const { state } = decision;
  if (isUnknown(decision, symbol)) return refuse('unknown_symbol');
  if (state.account(accountId) === undefined) return refuse('not_found');
  return accept({
    type: 'cancelledAll',
    orderIds: cancelMeant(decision, accountId, (order) => symbol === null || order.symbol === symbol),
  });
}

/**
 * Cancels every resting order of an account that would open a position and that nothing has taken: whoever may not open
 * anything may still close, so that reduce-only orders stay.
 */
export function cancelEntries(decision: Decision, { accountId, reason }: CancelEntries): Outcome {
  const { state, batch } = decision;
  const account = state.account(accountId);
  if (account === undefined) return refuse('not_found');
  const orderIds = cancelMeant(decision, accountId, ({ reduces }) => reduces === null);
  if (orderIds.length > 0) tellEntriesCancelled(batch, account, reason);
  return accept({ type: 'cancelledAll', orderIds });
}

/** @returns which orders were cancelled */
function cancelMeant(decision: Decision, accountId: bigint, isMeant: (order: OrderState) => boolean): bigint[] {
  const { state } = decision;
  const meant = state.openOf(accountId).orders.filter(isMeant);
  for (const { id } of meant) {
    const order = openOrderOf(decision, accountId, id);
    // The other of its pair has ended it already, or something has taken one of them.
    if ('id' in order) endOrder(decision, order, 'cancelled');
  }
  return meant.map(({ id }) => id).filter((id) => !state.orders.has(id));
}
