import { entryQuote, exitQuote, type Posting, type TransferKind } from '@plecho/domain';
import type { OrderState, PositionState, PriceRecord } from './batch.ts';
import { checkLevels, checkSize, MAX_OPEN_PER_ACCOUNT } from './checks.ts';
import type { Outcome, UserCommand } from './command.ts';
import { accept, fillTime, freshRecord, refuse, type Decision } from './decision.ts';
import { fillEntry } from './fill.ts';
import { quoteOf } from './quote.ts';

type OpenPosition = Extract<UserCommand, { type: 'openPosition' }>;

/** Opens a position at the newest valid price. */
export function openPosition(decision: Decision, command: OpenPosition): Outcome {
  const { state, batch, rules } = decision;
  const wrongSize = checkSize(command.margin, command.leverage);
  if (wrongSize !== null) return refuse(wrongSize);
  if (!decision.prices.hasSymbol(command.symbol)) return refuse('unknown_symbol');
  const account = state.account(command.accountId);
  if (account === undefined) return refuse('not_found');
  const price = freshRecord(decision, command.symbol);
  if (price === null) return refuse('price_unavailable');
  const record = quoteOf(price, entryQuote(command.side), rules);
  const { fee, liquidationPrice } = fillEntry(command, record, rules);
  const { side, takeProfit, stopLoss } = command;
  const exit = quoteOf(price, exitQuote(side), rules);
  const wrongLevel = checkLevels(side, exit.price, takeProfit, stopLoss, liquidationPrice);
  if (wrongLevel !== null) return refuse(wrongLevel);
  if (state.openCount(account.id) >= MAX_OPEN_PER_ACCOUNT) return refuse('too_many_positions');
  if (command.margin + fee > account.available) return refuse('insufficient_funds');
  const position = addPosition(decision, command, record, 'open', 'available');
  const changed = batch.changeAccount(account, {
    available: -(position.margin + fee),
    margin: position.margin,
    realisedPnl: -fee,
  });
  state.replaceAccount(changed);
  return accept({ type: 'position', position });
}

type Request = Pick<OrderState, 'accountId' | 'symbol' | 'side' | 'margin' | 'leverage' | 'takeProfit' | 'stopLoss'>;

/** Fills an entry at `record`, paid from one book of the account; the balances are the caller's. */
export function addPosition(
  { state, batch, rules, now }: Decision,
  request: Request,
  record: PriceRecord,
  kind: Extract<TransferKind, 'open' | 'orderFill'>,
  paidFrom: 'available' | 'orders',
): PositionState {
  const { fee, ...entry } = fillEntry(request, record, rules);
  const position: PositionState = {
    id: batch.ids.next(),
    accountId: request.accountId,
    symbol: request.symbol,
    side: request.side,
    margin: request.margin,
    leverage: request.leverage,
    notional: entry.notional,
    entryPrice: entry.entryPrice,
    liquidationPrice: entry.liquidationPrice,
    takeProfit: request.takeProfit,
    stopLoss: request.stopLoss,
    openFee: fee,
    openedAt: fillTime(now, record),
    entryRecord: record,
  };
  const from: Posting['from'] = { accountId: request.accountId, book: paidFrom };
  batch.transfer(kind, position.id, [
    { from, to: { accountId: request.accountId, book: 'margin' }, amount: request.margin },
    { from, to: { accountId: null, book: 'fees' }, amount: fee },
  ]);
  batch.openPosition(position);
  state.addPosition(position);
  return position;
}
