import {
  affordableMargin,
  exitQuote,
  isAtLiquidation,
  MIN_MARGIN,
  type Realised,
  type Side,
  type Usdt,
} from '@plecho/domain';
import { classRefusal } from './class-limits.ts';
import { withResult } from './attempts.ts';
import type { AccountState } from './batch.ts';
import type { Outcome, UserCommand } from './command.ts';
import { closeAt } from './close-position.ts';
import { accept, fillTime, freshRecord, refuse, type Decision } from './decision.ts';
import { fillEntry, fillExit } from './fill.ts';
import { payFunding } from './funding.ts';
import { openAt } from './open-position.ts';
import { quoteOf } from './quote.ts';
import { openPositionOf } from './set-triggers.ts';

type ReversePosition = Extract<UserCommand, { type: 'reversePosition' }>;

const opposite = (side: Side): Side => (side === 'long' ? 'short' : 'long');

/**
 * Closes a position and opens one in the other direction with the same leverage, without levels: both or neither. What
 * closes the one opens the other, at one price record. Its margin is the same, or what is available for it.
 */
export function reversePosition(decision: Decision, command: ReversePosition): Outcome {
  const { accountId, positionId, calibrated } = command;
  const { state, rules } = decision;
  const known = openPositionOf(decision, accountId, positionId);
  if (!('id' in known)) return known;
  // What is left of it is less than a position can be opened with.
  if (known.margin < MIN_MARGIN) return refuse('amount_too_small');
  const price = freshRecord(decision, known.symbol);
  if (price === null) return refuse('price_unavailable');
  // What the position owes is paid first, whatever becomes of the command: it may be what the money is missing for.
  const position = payFunding(decision, known);
  const account = state.account(accountId);
  if (account === undefined) return refuse('not_found');
  const { symbol, leverage } = position;
  const record = quoteOf(price, exitQuote(position.side), rules);
  const { realised } = fillExit(position, position.margin, record, 'user', rules);
  const { payout } = realised;
  const affordable = affordableMargin(account.available + payout, leverage, rules.takerFee);
  const margin = affordable < position.margin ? affordable : position.margin;
  if (margin < MIN_MARGIN) return refuse('insufficient_funds');
  const side = opposite(position.side);
  const request = { accountId, symbol, side, margin, leverage, takeProfit: null, stopLoss: null, trailing: null };
  const { liquidationPrice } = fillEntry(request, record, rules);
  const exit = quoteOf(price, exitQuote(side), rules);
  if (isAtLiquidation(side, liquidationPrice, exit.price)) return refuse('liquidation_at_market');
  const closed = afterClose(decision, account, position.margin, realised);
  const broken = classRefusal(decision, closed, { leverage, margin, calibrated });
  if (broken !== null) return broken;

  const trade = closeAt(decision, position, {
    margin: position.margin,
    record,
    reason: 'user',
    closedAt: fillTime(decision.now, record),
    extremes: decision.path.extremes(position, record),
  });
  return accept({ type: 'reversed', trade, position: openAt(decision, request, record) });
}

/** The account as the close of a position leaves it: that is what the rules of a class look at. */
function afterClose(
  { state, batch, rules }: Decision,
  account: AccountState,
  margin: Usdt,
  { payout, pnl, fee }: Realised,
): AccountState {
  const { attempt } = account;
  const { classRules } = rules;
  const result = pnl - fee;
  const realisedPnl = account.realisedPnl + result;
  const terms = classRules === null ? null : { rules: classRules, startBalance: state.startBalance };
  return {
    ...account,
    ...{ available: account.available + payout, margin: account.margin - margin, realisedPnl },
    attempt: attempt === null || terms === null ? null : withResult(attempt, result, realisedPnl, terms, batch.now),
  };
}
