import {
  exitQuote,
  marginOfPortion,
  notionalOf,
  type CloseReason,
  type Posting,
  type Realised,
  type Usdt,
} from '@plecho/domain';
import type { Extremes, PositionState, PriceRecord, TradeState } from './batch.ts';
import type { Outcome, UserCommand } from './command.ts';
import { accept, fillTime, freshQuote, refuse, type Decision } from './decision.ts';
import { fillExit } from './fill.ts';
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
  seasonEnd?: boolean;
}

/**
 * Closes a position at a price record, whatever the reason: the only place where a position shrinks or ends. No close is
 * earlier than the opening (rule E11).
 */
export function closeAt(
  { state, batch, rules }: Decision,
  position: PositionState,
  { margin, record, reason, closedAt, extremes, seasonEnd = false }: Close,
): TradeState {
  const account = state.account(position.accountId);
  if (account === undefined) throw new Error(`position ${position.id} has no account`);
  const { closed, realised, openFee } = fillExit(position, margin, record, reason, rules);
  const { id: positionId, liquidationPrice, takeProfit, stopLoss, openedAt, entryRecord, leverage } = position;
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
    fee: openFee + realised.fee,
    pnl: realised.pnl,
    insurance: realised.insurance,
    reason,
    openedAt,
    closedAt: Math.max(closedAt, openedAt),
    entryRecord,
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
    batch.closePosition(position);
    state.removePosition(position);
  } else {
    const smaller: PositionState = {
      ...position,
      margin: rest,
      notional: notionalOf(rest, leverage),
      openFee: position.openFee - openFee,
    };
    batch.changePosition(smaller);
    state.replacePosition(position, smaller);
  }
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
