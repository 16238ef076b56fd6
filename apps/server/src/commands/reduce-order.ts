import { exitQuote } from '@plecho/domain';
import type { OrderState } from './batch.ts';
import { MAX_OPEN_PER_ACCOUNT } from './checks.ts';
import type { Outcome, UserCommand } from './command.ts';
import { accept, freshQuote, refuse, type Decision } from './decision.ts';
import { rest } from './entry-order.ts';
import { conditionOf } from './order-terms.ts';
import { openPositionOf } from './set-triggers.ts';

type ReduceOrder = Extract<UserCommand, { type: 'reduceOrder' }>;

/** Rests a reduce-only order, which closes a part of a position; nothing is set aside, as it never opens one. */
export function reduceOrder(decision: Decision, command: ReduceOrder): Outcome {
  const { state, batch, now } = decision;
  const { accountId, positionId, portion } = command;
  const position = openPositionOf(decision, accountId, positionId);
  if (!('id' in position)) return position;
  if (portion <= 0n || portion > 10_000n) return refuse('invalid_portion');
  const quote = exitQuote(position.side);
  const record = freshQuote(decision, position.symbol, quote);
  if (record === null) return refuse('price_unavailable');
  const condition = conditionOf(command, quote, record, now);
  if (typeof condition === 'string') return refuse(condition);
  const account = state.account(accountId);
  if (account === undefined) return refuse('not_found');
  if (state.openCount(accountId) >= MAX_OPEN_PER_ACCOUNT) return refuse('too_many_positions');
  const { symbol, side, leverage } = position;
  const order: OrderState = {
    id: batch.ids.next(),
    ...{
      accountId,
      symbol,
      side,
      margin: 0n,
      leverage,
      ...condition,
      takeProfit: null,
      stopLoss: null,
      trailing: null,
    },
    ...{ pairedWith: null, reduces: positionId, portion, reserved: 0n, maker: false, status: 'open', createdAt: now },
  };
  rest(decision, account, [order]);
  return accept({ type: 'order', order });
}
