import { exitQuote, isTrail, type Trail } from '@plecho/domain';
import type { PositionState, TrailingState } from './batch.ts';
import { checkLevels } from './checks.ts';
import type { Outcome, UserCommand } from './command.ts';
import { accept, freshQuote, peakAt, refuse, type Decision } from './decision.ts';
import { quoteOf } from './quote.ts';

type SetTriggers = Extract<UserCommand, { type: 'setTriggers' }>;

/**
 * Sets, moves or (null) removes take profit, stop loss and trailing stop. Removing needs no price. A stop loss that stays
 * where it is may be beyond the liquidation price, where it was once accepted.
 */
export function setTriggers(decision: Decision, command: SetTriggers): Outcome {
  const { state, batch, prices, rules } = decision;
  const { accountId, positionId, takeProfit, stopLoss } = command;
  const position = openPositionOf(decision, accountId, positionId);
  if (!('id' in position)) return position;
  const wanted = command.trailing === undefined ? position.trailing : command.trailing;
  const isFollowing = wanted !== null && !isSame(wanted, position.trailing);
  let trailing = wanted === null ? null : state.trailingOf(position);
  if (takeProfit !== null || stopLoss !== null || isFollowing) {
    const record = freshQuote(decision, position.symbol, exitQuote(position.side));
    if (record === null) return refuse('price_unavailable');
    const liquidation = stopLoss === position.stopLoss ? null : position.liquidationPrice;
    const wrong = checkLevels(position.side, record.price, takeProfit, stopLoss, liquidation);
    if (wrong !== null) return refuse(wrong);
    if (wanted !== null && !isTrail(wanted)) return refuse('invalid_trailing');
    if (isFollowing) trailing = { unit: wanted.unit, value: wanted.value, peak: peakAt(record) };
  }
  const account = state.account(accountId);
  if (account === undefined) return refuse('not_found');
  const initialStopLoss = position.initialStopLoss ?? stopLoss;
  const changed: PositionState = { ...position, takeProfit, stopLoss, initialStopLoss, trailing };
  batch.changePosition(changed);
  state.replacePosition(position, changed);
  state.replaceAccount(batch.changeAccount(account, {}));
  const last = prices.lastRecord(position.symbol);
  const price = last === null ? null : quoteOf(last, exitQuote(position.side), rules).price;
  return accept({ type: 'triggers', position: changed, price });
}

const isSame = (wanted: Trail, before: TrailingState | null): boolean =>
  wanted.unit === before?.unit && wanted.value === before.value;

/** The account's position if it can still be touched, otherwise why not. */
export function openPositionOf({ state }: Decision, accountId: bigint, positionId: bigint): PositionState | Outcome {
  const position = state.positions.get(positionId);
  if (position?.accountId !== accountId) {
    return refuse(state.wasPosition(positionId, accountId) ? 'position_closed' : 'position_not_found');
  }
  if (state.taken.has(positionId)) return refuse('position_closed');
  return state.isBeingReduced(positionId) ? refuse('position_busy') : position;
}
