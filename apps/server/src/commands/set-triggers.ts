import { exitQuote } from '@plecho/domain';
import type { PositionState } from './batch.ts';
import { checkLevels } from './checks.ts';
import type { Outcome, UserCommand } from './command.ts';
import { accept, freshQuote, refuse, type Decision } from './decision.ts';

type SetTriggers = Extract<UserCommand, { type: 'setTriggers' }>;

/**
 * Sets, moves or (null) removes take profit and stop loss. Removing both needs no price. A stop loss that stays where it
 * is may be beyond the liquidation price, where it was once accepted.
 */
export function setTriggers(decision: Decision, command: SetTriggers): Outcome {
  const { state, batch, prices } = decision;
  const { accountId, positionId, takeProfit, stopLoss } = command;
  const position = openPositionOf(decision, accountId, positionId);
  if (!('id' in position)) return position;
  if (takeProfit !== null || stopLoss !== null) {
    const record = freshQuote(decision, position.symbol, exitQuote(position.side));
    if (record === null) return refuse('price_unavailable');
    const liquidation = stopLoss === position.stopLoss ? null : position.liquidationPrice;
    const wrong = checkLevels(position.side, record.price, takeProfit, stopLoss, liquidation);
    if (wrong !== null) return refuse(wrong);
  }
  const account = state.account(accountId);
  if (account === undefined) return refuse('not_found');
  const changed: PositionState = { ...position, takeProfit, stopLoss };
  batch.changePosition(changed);
  state.replacePosition(position, changed);
  state.replaceAccount(batch.changeAccount(account, {}));
  return accept({ type: 'triggers', position: changed, price: prices.lastRecord(position.symbol)?.price ?? null });
}

/** The account's position if it can still be touched, otherwise why not. */
export function openPositionOf({ state }: Decision, accountId: bigint, positionId: bigint): PositionState | Outcome {
  const position = state.positions.get(positionId);
  if (position?.accountId !== accountId) {
    return refuse(state.wasPosition(positionId, accountId) ? 'position_closed' : 'position_not_found');
  }
  return state.taken.has(positionId) ? refuse('position_closed') : position;
}
