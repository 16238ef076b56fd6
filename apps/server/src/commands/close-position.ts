import {
  exitQuote,
  marginOfPortion,
  notionalOf,
  type CloseReason,
  type Posting,
  type Realised,
  type Usdt,
} from '@plecho/domain';
import type { Extremes, PositionState, PriceRecord, TradeState, TrailingState } from './batch.ts';
import { endOrder } from './cancel-order.ts';
import type { Outcome, UserCommand } from './command.ts';
import { accept, fillTime, freshQuote, refuse, type Decision } from './decision.ts';
import { fillExit } from './fill.ts';
import { payFunding } from './funding.ts';
import { openPositionOf } from './set-triggers.ts';

type ClosePosition = Extract<UserCommand, { type: 'closePosition' }>;

/** Closes a position, or a part of it, at the newest valid price. */
export function closePosition(decision: Decision, command: ClosePosition): Outcome {
  const position = openPositionOf(decision, command.accountId, command.positionId);
  if (!('id' in position)) return position;
  if (command.portion <= 0n || command.portion > 10_000n) return refuse('invalid_portion');
  const margin = marginOfPortion(position.margin, command.portion);
  if (margin === null) return refuse('invalid_portion');
  const record = freshQuote(decision, position.symbol, exitQuote(position.side));
  if (record === null) return refuse('price_unavailable');
  const trade = closeAt(decision, position, {
    margin,
    record,
    reason: 'user',
    closedAt: fillTime(decision.now, record),
    extremes: decision.path.extremes(position, record),
  });
  return accept({ type: 'trade', trade });
}

/** How a position, or `margin` of it, is closed. */
export interface Close {
  margin: Usdt;
  record: PriceRecord;
  reason: CloseReason;
  /** Milliseconds by the market's own clock. */
  closedAt: number;
  extremes: Extremes | null;
  /** As it stood when it was decided, where that was before: now by default. */
  trailing?: TrailingState | null;
  /** The reduce-only order that closes it. */
  orderId?: bigint;
  seasonEnd?: boolean;
}

/** The newest of the prices that a position was opened and added to at. */
export const lastFill = ({ added, entryRecord }: Pick<PositionState, 'added' | 'entryRecord'>): PriceRecord =>
  added.at(-1)?.record ?? entryRecord;

/**
 * The number of the newest price that may have decided what a position owes when it closes; null: all that it owes. A later
 * price may have decided a round before a close is carried out. A market that ends and knows of no price since the last fill
 * closes at that one, and what was decided since is owed all the same.
 */
const fundedUntil = (position: PositionState, { record, reason }: Close): bigint | null =>
  reason === 'marketEnd' && record.seq === lastFill(position).seq ? null : record.seq;

/**
 * Closes a position at a price record, whatever the reason: the only place where a position shrinks or ends. The orders
 * that would have reduced it end with it. No close is earlier than the fills that it was opened by (rule E11). What it
 * owes of funding up to that price is paid before.
 */
export function closeAt(decision: Decision, known: PositionState, close: Close): TradeState {
  const { state, batch, rules } = decision;
  const { margin, record, reason, closedAt, extremes, orderId = null, seasonEnd = false } = close;
  const position = payFunding(decision, known, fundedUntil(known, close));
  const trailing = close.trailing === undefined ? state.trailingOf(position) : close.trailing;
  const { closed, realised, openFee, funding } = fillExit(position, margin, record, reason, rules);
  const { id: positionId, liquidationPrice, takeProfit, stopLoss, initialStopLoss, openedAt, leverage } = position;
  const { maker, entryRecord, added } = position;
  const trade: TradeState = {
    id: batch.ids.next(),
    positionId,
    accountId: position.accountId,
    symbol: position.symbol,
    side: position.side,
    margin,
    leverage,
    notional: closed.notional,
    entryPrice: position.entryPrice,
    exitPrice: record.price,
    liquidationPrice,
    takeProfit,
    stopLoss,
    initialStopLoss,
    trailing,
    orderId,
    fee: openFee + realised.fee,
    funding,
    pnl: realised.pnl,
    insurance: realised.insurance,
    reason,
    openedAt,
    closedAt: Math.max(closedAt, added.at(-1)?.addedAt ?? openedAt),
    maker,
    entryRecord,
    added,
    exitRecord: record,
    extremes,
    seasonEnd,
  };
  batch.trade(trade);
  batch.transfer(
    reason === 'liquidation' ? 'liquidate' : 'close',
    trade.id,
    closingPostings(position.accountId, realised),
  );
  const rest = position.margin - margin;
  if (rest === 0n) {
    for (const order of state.reducing(position.id)) endOrder(decision, order, 'cancelled');
    batch.closePosition(position);
    state.removePosition(position);
  } else {
    const smaller: PositionState = {
      ...position,
      margin: rest,
      notional: notionalOf(rest, leverage),
      openFee: position.openFee - openFee,
      funding: position.funding - funding,
      // What is left goes on from the best price by now, also where an earlier one has closed the part; one that is taken
      // follows none any more.
      trailing: state.taken.has(position.id) ? trailing : state.trailingOf(position),
    };
    batch.changePosition(smaller);
    state.replacePosition(position, smaller);
  }
  const account = state.account(position.accountId);
  if (account === undefined) throw new Error(`position ${position.id} has no account`);
  const { payout, pnl, fee } = realised;
  state.replaceAccount(batch.changeAccount(account, { available: payout, margin: -margin, realisedPnl: pnl - fee }));
  return trade;
}

/** Profit comes from the market's clearing book and loss goes there, the part beyond the margin out of insurance. */
function closingPostings(accountId: bigint, { pnl, fee, payout, insurance }: Realised): Posting[] {
  const margin: Posting['from'] = { accountId, book: 'margin' };
  const clearing: Posting['from'] = { accountId: null, book: 'clearing' };
  return [
    pnl >= 0n ? { from: clearing, to: margin, amount: pnl } : { from: margin, to: clearing, amount: -pnl },
    { from: margin, to: { accountId: null, book: 'fees' }, amount: fee },
    { from: margin, to: { accountId, book: 'available' }, amount: payout },
    { from: { accountId: null, book: 'insurance' }, to: clearing, amount: insurance },
  ];
}
