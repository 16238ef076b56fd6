import { entryQuote, exitQuote, isAtLiquidation, isTrail, type Posting, type TransferKind } from '@plecho/domain';
import type { PositionState, PriceRecord } from './batch.ts';
import { classRefusal } from './class-limits.ts';
import { checkLevels, checkSize, MAX_OPEN_PER_ACCOUNT } from './checks.ts';
import type { Outcome, UserCommand } from './command.ts';
import { accept, fillTime, freshRecord, peakAt, refuse, type Decision } from './decision.ts';
import { fillEntry } from './fill.ts';
import { quoteOf } from './quote.ts';
import { NOTHING_ADDED } from './states.ts';

type OpenPosition = Extract<UserCommand, { type: 'openPosition' }>;

/** Opens a position at the newest valid price. Refused when a wide spread would have it liquidated at that price. */
export function openPosition(decision: Decision, command: OpenPosition): Outcome {
  const { state, rules } = decision;
  const wrongSize = checkSize(command.margin, command.leverage);
  if (wrongSize !== null) return refuse(wrongSize);
  if (!decision.prices.hasSymbol(command.symbol)) return refuse('unknown_symbol');
  const account = state.account(command.accountId);
  if (account === undefined) return refuse('not_found');
  const price = freshRecord(decision, command.symbol);
  if (price === null) return refuse('price_unavailable');
  const record = quoteOf(price, entryQuote(command.side), rules);
  const { fee, liquidationPrice } = fillEntry(command, record, rules);
  const { side, takeProfit, stopLoss, trailing = null } = command;
  const exit = quoteOf(price, exitQuote(side), rules);
  if (isAtLiquidation(side, liquidationPrice, exit.price)) return refuse('liquidation_at_market');
  const wrongLevel = checkLevels(side, exit.price, takeProfit, stopLoss, liquidationPrice);
  if (wrongLevel !== null) return refuse(wrongLevel);
  if (trailing !== null && !isTrail(trailing)) return refuse('invalid_trailing');
  const broken = classRefusal(decision, account, command);
  if (broken !== null) return broken;
  if (state.openCount(account.id) >= MAX_OPEN_PER_ACCOUNT) return refuse('too_many_positions');
  if (command.margin + fee > account.available) return refuse('insufficient_funds');
  const wanted = { ...command, trailing: trailing === null ? null : { ...trailing, peak: peakAt(exit) } };
  return accept({ type: 'position', position: openAt(decision, wanted, record) });
}

type Request = Pick<
  PositionState,
  'accountId' | 'symbol' | 'side' | 'margin' | 'leverage' | 'takeProfit' | 'stopLoss' | 'trailing'
> &
  Partial<Pick<PositionState, 'maker'>>;

/** Opens a position at `record`, paid from what is available; that there is enough has been made sure of. */
export function openAt(decision: Decision, request: Request, record: PriceRecord): PositionState {
  const { state, batch } = decision;
  const account = state.account(request.accountId);
  if (account === undefined) throw new Error(`account ${request.accountId} is gone`);
  const position = addPosition(decision, request, record, 'open', 'available');
  const { margin, openFee } = position;
  const changed = batch.changeAccount(account, { available: -(margin + openFee), margin, realisedPnl: -openFee });
  state.replaceAccount(changed);
  return position;
}

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
    initialStopLoss: request.stopLoss,
    trailing: request.trailing,
    openFee: fee,
    maker: request.maker ?? false,
    openedAt: fillTime(now, record),
    entryRecord: record,
    added: NOTHING_ADDED,
    funding: 0n,
    fundedAt: 0,
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
