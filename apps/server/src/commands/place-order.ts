import type { OrderState } from './batch.ts';
import { MAX_OPEN_PER_ACCOUNT } from './checks.ts';
import type { Outcome, UserCommand } from './command.ts';
import { accept, refuse, type Decision } from './decision.ts';
import { entryOrder, rest } from './entry-order.ts';

type PlaceOrder = Extract<UserCommand, { type: 'placeOrder' }>;

/** Rests an order and sets its margin and opening fee aside; it fills from the next tick on. */
export function placeOrder(decision: Decision, command: PlaceOrder): Outcome {
  const { state, batch } = decision;
  const draft = entryOrder(decision, command.accountId, command);
  if ('ok' in draft) return draft;
  const account = state.account(command.accountId);
  if (account === undefined) return refuse('not_found');
  if (state.openCount(account.id) >= MAX_OPEN_PER_ACCOUNT) return refuse('too_many_positions');
  if (draft.reserved > account.available) return refuse('insufficient_funds');
  const order: OrderState = { id: batch.ids.next(), ...draft };
  rest(decision, account, [order]);
  return accept({ type: 'order', order });
}
