import type { OrderState } from './batch.ts';
import { MAX_OPEN_PER_ACCOUNT } from './checks.ts';
import type { Outcome, UserCommand } from './command.ts';
import { accept, refuse, type Decision } from './decision.ts';
import { entryOrder, rest } from './entry-order.ts';

type PlacePair = Extract<UserCommand, { type: 'placePair' }>;

/** Rests an OCO pair: two orders of which one can fill, so that only the larger reserve is set aside. */
export function placePair(decision: Decision, { accountId, ...command }: PlacePair): Outcome {
  const { state, batch } = decision;
  if (command.first.symbol !== command.second.symbol) return refuse('oco_symbols');
  const first = entryOrder(decision, accountId, command.first);
  if ('ok' in first) return first;
  const second = entryOrder(decision, accountId, command.second);
  if ('ok' in second) return second;
  const account = state.account(accountId);
  if (account === undefined) return refuse('not_found');
  if (state.openCount(account.id) + 2 > MAX_OPEN_PER_ACCOUNT) return refuse('too_many_positions');
  const [reservedFirst, reservedSecond] = largerOf(first.reserved, second.reserved);
  if (reservedFirst + reservedSecond > account.available) return refuse('insufficient_funds');
  const [id, otherId] = [batch.ids.next(), batch.ids.next()];
  const orders: OrderState[] = [
    { ...first, id, pairedWith: otherId, reserved: reservedFirst },
    { ...second, id: otherId, pairedWith: id, reserved: reservedSecond },
  ];
  rest(decision, account, orders);
  return accept({ type: 'orders', orders });
}

/** What each of two orders sets aside, by what each needs: the larger of both, the first where they are equal. */
export const largerOf = (first: bigint, second: bigint): [bigint, bigint] =>
  second > first ? [0n, second] : [first, 0n];
