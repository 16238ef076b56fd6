import { entryQuote, exitQuote, isAtLiquidation, MAX_ENTRIES, MAX_MARGIN } from '@plecho/domain';
import type { PositionState } from './batch.ts';
import { checkLevels, checkSize } from './checks.ts';
import { classRefusal } from './class-limits.ts';
import type { Outcome, UserCommand } from './command.ts';
import { accept, fillTime, freshRecord, refuse, type Decision } from './decision.ts';
import { fillAddition } from './fill.ts';
import { payFunding } from './funding.ts';
import { quoteOf } from './quote.ts';
import { openPositionOf } from './set-triggers.ts';

type AddToPosition = Extract<UserCommand, { type: 'addToPosition' }>;

/**
 * Scale-in: adds margin to a position at the newest valid price and its own leverage. Refused when the market would already be
 * at the liquidation price that comes of it, or a level would not get its turn any more.
 */
export function addToPosition(decision: Decision, command: AddToPosition): Outcome {
  const { accountId, positionId, margin, calibrated } = command;
  const { state, rules } = decision;
  const known = openPositionOf(decision, accountId, positionId);
  if (!('id' in known)) return known;
  const { symbol, side, leverage, takeProfit, stopLoss } = known;
  const wrongSize = checkSize(margin, leverage);
  if (wrongSize !== null) return refuse(wrongSize);
  if (known.margin + margin > MAX_MARGIN) return refuse('amount_too_large');
  if (known.added.length + 1 >= MAX_ENTRIES) return refuse('too_many_entries');
  const price = freshRecord(decision, symbol);
  if (price === null) return refuse('price_unavailable');
  const record = quoteOf(price, entryQuote(side), rules);
  const { entryPrice, liquidationPrice, notional, fee } = fillAddition(known, margin, record, rules);
  const exit = quoteOf(price, exitQuote(side), rules);
  if (isAtLiquidation(side, liquidationPrice, exit.price)) return refuse('liquidation_at_market');
  const wrongLevel = checkLevels(side, exit.price, takeProfit, stopLoss, liquidationPrice);
  if (wrongLevel !== null) return refuse(wrongLevel);
  // What the position owes is paid first, whatever becomes of the command: it may be what the money is missing for.
  const position = payFunding(decision, known);
  const account = state.account(accountId);
  if (account === undefined) return refuse('not_found');
  const broken = classRefusal(decision, account, { leverage, margin: position.margin + margin, calibrated });
  if (broken !== null) return broken;
  if (margin + fee > account.available) return refuse('insufficient_funds');

  const addition = { margin, held: position.margin, record, addedAt: fillTime(decision.now, record) };
  const larger: PositionState = {
    ...position,
    ...{ margin: position.margin + margin, notional, entryPrice, liquidationPrice },
    trailing: state.trailingOf(position),
    openFee: position.openFee + fee,
    added: [...position.added, addition],
  };
  addPart(decision, position, larger);
  const changed = decision.batch.changeAccount(account, {
    available: -(margin + fee),
    margin,
    realisedPnl: -fee,
  });
  state.replaceAccount(changed);
  // At the price that it paid, so that a repetition of the request gets the same answer (rule L6).
  return accept({ type: 'position', position: larger });
}

function addPart({ state, batch }: Decision, before: PositionState, after: PositionState): void {
  const { id, accountId, margin } = after;
  batch.transfer('add', id, [
    {
      from: { accountId, book: 'available' },
      to: { accountId, book: 'margin' },
      amount: margin - before.margin,
    },
    {
      from: { accountId, book: 'available' },
      to: { accountId: null, book: 'fees' },
      amount: after.openFee - before.openFee,
    },
  ]);
  batch.addEntry(after);
  state.replacePosition(before, after);
}
